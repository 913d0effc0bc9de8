import type { CurrencyCode } from '#libs/business/values/currency';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { ChargeOrder, PaymentOutcome } from '../domain/payment-provider';
import { newReference } from './sandbox-addresses';
import type { Behavior } from './sandbox-methods';

const lateMs = 60 * 60 * 1000;
const prefix = 'pi_sandbox_';

/** `about` is for payments that tell by themselves what became of them. */
type AskedPayment = Pick<ChargeOrder, 'key' | 'amount' | 'currency' | 'methodRef' | 'description'> &
  Partial<Pick<ChargeOrder, 'about'>>;

/** What was asked of the sandbox, and what becomes of it by the clock of its environment. */
export class SandboxPayment extends TenantEntity {
  /** Told twice, it is charged once. */
  key: string;
  amount: string;
  currency: CurrencyCode;
  methodRef: string;
  behavior: Behavior;
  /** Null: by its method and the clock. */
  settled: 'PAID' | 'DECLINED' | 'CANCELED' | null;
  /** Keys of what was given back, with the amounts. */
  refunds: Record<string, string>;
  /** What the address of its page ends with; null where it needs none. */
  reference: string | null;
  /** Shown on its page. */
  description: string | null;
  /** What the order said that it is about. */
  paymentUid: string | null;

  static of(order: AskedPayment, behavior: Behavior, now: Date): SandboxPayment {
    const { key, amount, currency, methodRef, description, about } = order;
    const asked = { key, amount: amount.toString(), currency, methodRef, behavior, description };
    const reference = behavior === 'NEEDS_ACTION' ? newReference() : null;
    return SandboxPayment.instantiate<SandboxPayment>(
      SandboxPayment,
      { ...asked, reference, paymentUid: about?.paymentUid ?? null, settled: null, refunds: {} },
      now,
    );
  }

  static uidOf(ref: string): string | undefined {
    return ref.startsWith(prefix) ? ref.slice(prefix.length) : undefined;
  }

  get ref(): string {
    return `${prefix}${this.uid}`;
  }

  /** @param page where who pays can do what it waits for */
  outcomeAt(now: Date, page: string | null = null): PaymentOutcome {
    const { ref, settled } = this;
    if (settled === 'CANCELED') return { state: 'CANCELED', ref };
    if (settled) return settled === 'PAID' ? { state: 'SUCCEEDED', ref } : this.declined;
    if (this.behavior === 'PAYS') return { state: 'SUCCEEDED', ref };
    if (this.behavior === 'DECLINES') return this.declined;
    if (this.behavior === 'NEEDS_ACTION') return { state: 'ACTION_REQUIRED', ref, actionUrl: page };
    if (now.getTime() < this.createdAt.getTime() + lateMs) return { state: 'PROCESSING', ref };
    return this.behavior === 'PAYS_LATE' ? { state: 'SUCCEEDED', ref } : this.declined;
  }

  /** Who pays has done what it waited for, or will not. @returns whether it waited */
  act(settled: 'PAID' | 'DECLINED', now: Date): boolean {
    const waited = this.outcomeAt(now).state === 'ACTION_REQUIRED';
    if (waited) this.settled = settled;
    return waited;
  }

  /** What has not come by then does not come any more. */
  cancelAt(now: Date): void {
    const { state } = this.outcomeAt(now);
    if (state === 'PROCESSING' || state === 'ACTION_REQUIRED') this.settled = 'CANCELED';
  }

  private get declined(): PaymentOutcome {
    return { state: 'FAILED', ref: this.ref, reason: 'the sandbox declines this method', isHard: false };
  }
}
