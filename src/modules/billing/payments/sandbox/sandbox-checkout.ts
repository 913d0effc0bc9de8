import type { CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import { ProviderRefusal, type ChargeOrder, type CheckoutOrder } from '../domain/payment-provider';
import { newReference } from './sandbox-addresses';
import type { SandboxPayment } from './sandbox-payment';

export type CheckoutState = 'OPEN' | 'PAID' | 'EXPIRED' | 'CLOSED';

const prefix = 'cs_sandbox_';

/** A page of the sandbox on which somebody pays once. A decline leaves it open, for another method. ADR-0096 */
export class SandboxCheckout extends TenantEntity {
  /** Told twice, it is one page. */
  key: string;
  /** What its address ends with. */
  reference: string;
  amount: string;
  currency: CurrencyCode;
  customerRef: string;
  description: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
  /** What the order said that it is about. */
  paymentUid: string;
  /** The payment of the sandbox by which it was paid. */
  paidBy: string | null;
  closedAt: Date | null;

  /** @throws ProviderRefusal */
  static of({ about, amount, ...order }: CheckoutOrder, now: Date): SandboxCheckout {
    requireAddress('successUrl', order.successUrl);
    requireAddress('cancelUrl', order.cancelUrl);
    const { key, currency, customerRef, description, successUrl, cancelUrl, expiresAt } = order;
    return SandboxCheckout.instantiate<SandboxCheckout>(
      SandboxCheckout,
      {
        ...{ key, currency, customerRef, description, successUrl, cancelUrl, expiresAt },
        ...{ reference: newReference(), amount: amount.toString(), paymentUid: about.paymentUid },
        ...{ paidBy: null, closedAt: null },
      },
      now,
    );
  }

  static uidOf(ref: string): string | undefined {
    return ref.startsWith(prefix) ? ref.slice(prefix.length) : undefined;
  }

  get ref(): string {
    return `${prefix}${this.uid}`;
  }

  stateAt(now: Date): CheckoutState {
    if (this.paidBy) return 'PAID';
    if (this.closedAt) return 'CLOSED';
    return now < this.expiresAt ? 'OPEN' : 'EXPIRED';
  }

  chargeBy(
    methodRef: string,
  ): Pick<ChargeOrder, 'key' | 'amount' | 'currency' | 'description' | 'methodRef'> {
    const { uid, amount, currency, description } = this;
    return { key: `checkout-${uid}`, amount: new Decimal(amount), currency, description, methodRef };
  }

  pay({ uid }: SandboxPayment): void {
    this.paidBy = uid;
  }

  /** What is paid stays so. */
  close(now: Date): void {
    if (!this.paidBy) this.closedAt ??= now;
  }
}

const web = /^https?:\/\/[a-z0-9.:[\]-]+(?:[/?#]|$)/i;

/** The page leads there, and says so in a header: nothing else than a plain address of the web. @throws ProviderRefusal */
function requireAddress(field: string, url: string): void {
  if (web.test(url) && URL.canParse(url)) return;
  throw new ProviderRefusal(`${field} must be an address that starts with https:// or http://`);
}
