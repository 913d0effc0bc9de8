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

/** How a customer pays, as far as it does. */
export interface Equipment {
  id: string;
  method: KeptPaymentMethod | null;
  customerRef: string | null;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const untold = {
  ...{ state: 'DUE' as const, ref: null, reason: null, actionUrl: null },
  ...{ toldAt: null, settledAt: null, returned: '0' },
  ...{ attempt: null, firstFailedAt: null, refusedRef: null },
};
const byNothing = { integrationId: null, customerRef: null, methodRef: null, requestKey: null };

/** Longer than a provider is waited for. */
const leaseMs = 2 * minuteMs;
/** What is on its way for a day already is asked about once a day. */
const dayMs = 24 * hourMs;

/** Counted from the first failure. Domain: contracts-billing V11 */
const retryDays = [1, 3, 5, 7];

/** When a payment that failed is followed by another; undefined: by none any more. */
export function retryAfter(firstFailedAt: Date, now: Date): Date | undefined {
  return retryDays
    .map((days) => new Date(firstFailedAt.getTime() + days * dayMs))
    .find((retryAt) => retryAt > now);
}

/**
 * An invoice, collected by a provider. A state is kept before the provider is asked, and what it answers is learnt once.
 *
 *   DUE ──► SUCCEEDED ──what was not owed any more──► RETURNING ──► RETURNED
 *    ├────► PROCESSING, ACTION_REQUIRED ──► SUCCEEDED, FAILED or CANCELED
 *    └────► FAILED
 *
 * What the clock collects and does not get is followed by another one, until it is given up. Domain: contracts-billing V11, V14; ADR-0093, ADR-0094
 */
export class Payment extends TenantEntity {
  invoiceUid: string;
  customerUid: string;
  customerId: string;
  /** Exact decimal text in whole currency units, as is `returned`. */
  amount: string;
  currency: CurrencyCode;
  /** As are both references: null until it is known by what it is paid. */
  integrationId: string | null;
  customerRef: string | null;
  methodRef: string | null;
  description: string;
  requestKey: string | null;
  state: PaymentState;
  /** The provider's own name of it. */
  ref: string | null;
  /** Why it failed. */
  reason: string | null;
  /** Where who pays must do something. */
  actionUrl: string | null;
  /** When the provider was told first. */
  toldAt: Date | null;
  settledAt: Date | null;
  /** What of it goes back, or has gone. */
  returned: string;
  /** When it is looked after next: once it is settled, because another one may follow it. */
  dueAt: Date | null;
  /** Of those that the clock brings about for an invoice, from 1 on; null: somebody asked for it, and none follows it. */
  attempt: number | null;
  /** Of the attempts before it too. */
  firstFailedAt: Date | null;
  /** With this method no attempt can succeed. */
  refusedRef: string | null;

  static of({ amount, method, ...asked }: Collecting, now: Date): Payment {
    const from = { integrationId: method.integrationId, methodRef: method.ref };
    return Payment.instantiate<Payment>(
      Payment,
      { ...asked, ...from, ...untold, amount: amount.toString(), dueAt: now },
      now,
    );
  }

  /** By the method that its customer has when its turn comes. Domain: contracts-billing V11 */
  static byClock(
    { amount, ...owed }: Omit<Collecting, keyof typeof byNothing | 'method'>,
    now: Date,
  ): Payment {
    return Payment.instantiate<Payment>(
      Payment,
      { ...owed, ...byNothing, ...untold, amount: amount.toString(), attempt: 1, dueAt: now },
      now,
    );
  }

  /** The attempt that follows it. */
  followedBy(amount: Decimal, now: Date): Payment {
    const { invoiceUid, customerUid, customerId, currency, description, firstFailedAt, refusedRef } = this;
    const owed = { invoiceUid, customerUid, customerId, amount, currency, description };
    const attempt = (this.attempt ?? 0) + 1;
    return Object.assign(Payment.byClock(owed, now), { attempt, firstFailedAt, refusedRef });
  }

  get id(): string {
    return this.uid;
  }

  /** The provider moves the money once for it. */
  get key(): string {
    return `charge-${this.uid}`;
  }

  get isSettled(): boolean {
    return this.settledAt !== null;
  }

  /** What the clock has brought about and the provider has canceled did not come either. */
  get hasFailed(): boolean {
    return this.state === 'FAILED' || (this.state === 'CANCELED' && this.attempt !== null);
  }

  /** It failed, as all attempts before it, and none follows it any more. Domain: contracts-billing V11 */
  get isLast(): boolean {
    const { dueAt, settledAt, firstFailedAt } = this;
    return Boolean(dueAt && settledAt && firstFailedAt && !retryAfter(firstFailedAt, settledAt));
  }

  /** The clock waits a day for who pays to act. Domain: contracts-billing V11 */
  isUnheeded(now: Date): boolean {
    const waits = this.attempt !== null && this.state === 'ACTION_REQUIRED';
    return waits && now.getTime() - this.createdAt.getTime() >= dayMs;
  }

  /** Is its time come to be followed? */
  mayBeFollowed(now: Date): boolean {
    return this.isSettled && this.dueAt !== null && this.dueAt <= now;
  }

  /** Nothing is to be done for it any more. */
  rest(): void {
    this.dueAt = null;
  }

  /** Another one is on its way. */
  waitForOther(now: Date): void {
    this.dueAt = new Date(now.getTime() + hourMs);
  }

  /** Nothing is owed any more, and nobody was asked. */
  drop(now: Date): void {
    Object.assign(this, { state: 'CANCELED', settledAt: now, dueAt: null });
  }

  /**
   * By what its customer has, for what is owed.
   * @returns why it fails without anybody being asked
   */
  equip({ id, method, customerRef }: Equipment, owed: Decimal): string | undefined {
    this.amount = owed.toString();
    if (!method || !customerRef) return `customer ${id} has no payment method`;
    if (method.ref === this.refusedRef)
      return `no attempt with the payment method of customer ${id} can succeed; attach another one`;
    Object.assign(this, { integrationId: method.integrationId, customerRef, methodRef: method.ref });
    return undefined;
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
    if (state === 'FAILED' && outcome.isHard) this.refusedRef = this.methodRef ?? this.refusedRef;
    if (this.attempt !== null && this.hasFailed) this.waitForNext(now);
    if (state === 'SUCCEEDED') this.giveBack(new Decimal(this.amount).minus(owed), now);
  }

  /** What was not owed any more has gone back. */
  returnedAt(now: Date): void {
    Object.assign(this, { state: 'RETURNED', settledAt: now, dueAt: null });
  }

  private waitForNext(now: Date): void {
    this.firstFailedAt ??= now;
    this.dueAt = retryAfter(this.firstFailedAt, now) ?? now;
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
