import type { CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { KeptPaymentMethod } from '#modules/customers/customers';
import type { PaymentOutcome } from './payment-provider';

/** DUE: the provider was not asked, or nobody knows what it answered. */
export type PaymentState =
  | 'DUE'
  | 'PROCESSING'
  | 'ACTION_REQUIRED'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'CANCELED'
  | 'RETURNING'
  | 'RETURNED';

/** What is collected, from whom and by what. */
export interface Collecting {
  invoiceUid: string;
  customerUid: string;
  customerId: string;
  amount: Decimal;
  currency: CurrencyCode;
  method: KeptPaymentMethod;
  customerRef: string;
  description: string;
  /** Of who asked for it, where they said one: asked for again, it is this payment. */
  requestKey: string | null;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const untold = {
  ...{ state: 'DUE' as const, ref: null, reason: null, actionUrl: null },
  ...{ toldAt: null, settledAt: null, returned: '0' },
};

/** Longer than a provider is waited for. */
const leaseMs = 2 * minuteMs;
/** What is on its way for a day already is asked about once a day. */
const dayMs = 24 * hourMs;

/**
 * An invoice, collected by a provider. A state is kept before the provider is asked, and what it answers is learnt once.
 *
 *   DUE ──► SUCCEEDED ──what was not owed any more──► RETURNING ──► RETURNED
 *    ├────► PROCESSING, ACTION_REQUIRED ──► SUCCEEDED, FAILED or CANCELED
 *    └────► FAILED
 *
 * Domain: contracts-billing V14; ADR-0093
 */
export class Payment extends TenantEntity {
  invoiceUid: string;
  customerUid: string;
  customerId: string;
  /** Exact decimal text in whole currency units, as is `returned`. */
  amount: string;
  currency: CurrencyCode;
  integrationId: string;
  customerRef: string;
  methodRef: string;
  description: string;
  requestKey: string | null;
  state: PaymentState;
  /** The provider's own name of it. */
  ref: string | null;
  /** Why it failed; of what the provider has, why it says no more of it, or does not give it back. */
  reason: string | null;
  /** Where who pays must do something. */
  actionUrl: string | null;
  /** When the provider was told first. */
  toldAt: Date | null;
  settledAt: Date | null;
  /** What of it goes back, or has gone. */
  returned: string;
  /** When it is looked after next; null once it is settled. */
  dueAt: Date | null;

  static of({ amount, method, ...asked }: Collecting, now: Date): Payment {
    const from = { integrationId: method.integrationId, methodRef: method.ref };
    return Payment.instantiate<Payment>(
      Payment,
      { ...asked, ...from, ...untold, amount: amount.toString(), dueAt: now },
      now,
    );
  }

  get id(): string {
    return this.uid;
  }

  /** The provider moves the money once for it. */
  get key(): string {
    return `charge-${this.uid}`;
  }

  get isSettled(): boolean {
    return this.dueAt === null;
  }

  /** Somebody asks the provider now; others leave it alone meanwhile. */
  take(now: Date): void {
    if (this.state === 'DUE') this.toldAt ??= now;
    this.dueAt = new Date(now.getTime() + leaseMs);
  }

  /** @param owed what is owed still of the invoice */
  learn(outcome: PaymentOutcome, owed: Decimal, now: Date): void {
    const { state, ref } = outcome;
    Object.assign(this, { state, ref: ref ?? this.ref });
    this.reason = state === 'FAILED' ? outcome.reason : null;
    this.actionUrl = state === 'ACTION_REQUIRED' ? outcome.actionUrl : null;
    const isOnItsWay = state === 'PROCESSING' || state === 'ACTION_REQUIRED';
    this.dueAt = isOnItsWay ? this.nextLook(now) : null;
    this.settledAt = isOnItsWay ? null : now;
    if (state === 'SUCCEEDED') this.giveBack(new Decimal(this.amount).minus(owed), now);
  }

  /** What was not owed any more has gone back. */
  returnedAt(now: Date): void {
    Object.assign(this, { state: 'RETURNED', reason: null, settledAt: now, dueAt: null });
  }

  /**
   * The provider refuses what it was asked of it: somebody must see to that, and it is asked again the next day.
   * @returns whether it is the first time
   */
  putOff(reason: string, now: Date): boolean {
    const isNews = this.reason === null;
    Object.assign(this, { reason, dueAt: new Date(now.getTime() + dayMs) });
    return isNews;
  }

  private giveBack(excess: Decimal, now: Date): void {
    if (excess.lessThanOrEqualTo(0)) return;
    Object.assign(this, { state: 'RETURNING', returned: excess.toString(), dueAt: now, settledAt: null });
  }

  private nextLook(now: Date): Date {
    const age = now.getTime() - this.createdAt.getTime();
    return new Date(now.getTime() + (age < dayMs ? hourMs : dayMs));
  }
}
