import type { CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { KeptPaymentMethod } from '#modules/customers/customers';
import type { PaymentMethod, PaymentOutcome } from './payment-provider';
import type { Purchase } from './purchase';

/**
 * DUE: the provider was not asked, or nobody knows what it answered. OFFERED: a page is open on which somebody may pay. COLLECTED: the money
 * has come for what is not carried out yet.
 */
export type PaymentState =
  | 'DUE'
  | 'OFFERED'
  | 'COLLECTED'
  | 'PROCESSING'
  | 'ACTION_REQUIRED'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'CANCELED'
  | 'RETURNING'
  | 'RETURNED';

/** What the provider made known of a page. */
export interface OfferedPage {
  state: 'OFFERED';
  ref: null;
  page: { ref: string; url: string };
}

/** What is collected, from whom and by what. */
export interface Collecting {
  /** Null: of a purchase that has no invoice yet. */
  invoiceUid: string | null;
  customerUid: string;
  customerId: string;
  amount: Decimal;
  currency: CurrencyCode;
  /** Without a reference where it is paid on a page. */
  method: Pick<KeptPaymentMethod, 'integrationId'> & { ref: string | null };
  customerRef: string;
  description: string;
  /** Of who asked for it, where they said one: asked for again, it is this payment. */
  requestKey: string | null;
  purchase?: Purchase;
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
  ...{ toldAt: null, settledAt: null, returned: '0', isGivenUp: false },
  ...{ attempt: null, firstFailedAt: null, refusedRef: null, purchase: null },
};
const byNothing = { integrationId: null, customerRef: null, methodRef: null, requestKey: null };

/** Longer than a provider is waited for. */
const leaseMs = 2 * minuteMs;
/** What is on its way for a day already is asked about once a day. */
const dayMs = 24 * hourMs;
/** Somebody may be about to pay. */
const pageLookMs = 10 * minuteMs;

/** Counted from the first failure. Domain: contracts-billing V11 */
const retryDays = [1, 3, 5, 7];

/** When a payment that failed is followed by another; undefined: by none any more. */
export function retryAfter(firstFailedAt: Date, now: Date): Date | undefined {
  return retryDays
    .map((days) => new Date(firstFailedAt.getTime() + days * dayMs))
    .find((retryAt) => retryAt > now);
}

/**
 * Money that a provider collects, for an invoice or for a purchase that has none before it is paid. A state is kept before the provider is
 * asked, and what it answers is learnt once.
 *
 *   DUE ──► SUCCEEDED ──what was not owed any more──► RETURNING ──► RETURNED
 *    ├────► PROCESSING, ACTION_REQUIRED ──► SUCCEEDED, FAILED or CANCELED
 *    ├────► OFFERED ──► as DUE
 *    └────► FAILED
 *   of a purchase SUCCEEDED comes by COLLECTED, or RETURNING does where that is not carried out
 *
 * What the clock collects and does not get is followed by another one, until it is given up.
 * Domain: contracts-billing V11, V14; customers-subscriptions V9, V10, D8; ADR-0093, ADR-0094, ADR-0095
 */
export class Payment extends TenantEntity {
  /** Null until what it pays for has one. */
  invoiceUid: string | null;
  /** What is asked for with it, where that is carried out once it is paid. */
  purchase: Purchase | null;
  customerUid: string;
  customerId: string;
  /** Exact decimal text in whole currency units, as is `returned`. */
  amount: string;
  currency: CurrencyCode;
  /** As are both references: null until it is known by what it is paid; of the method also where that is a page. */
  integrationId: string | null;
  customerRef: string | null;
  methodRef: string | null;
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
  /** When it is looked after next: once it is settled, because another one may follow it. */
  dueAt: Date | null;
  /** It shall not come any more: what has not come is called off, and what has goes back. */
  isGivenUp: boolean;
  /** Of those that the clock brings about for an invoice, from 1 on; null: somebody asked for it, and none follows it. */
  attempt: number | null;
  /** Of the attempts before it too. */
  firstFailedAt: Date | null;
  /** With this method no attempt can succeed. */
  refusedRef: string | null;

  static of({ amount, method, purchase = undefined, ...asked }: Collecting, now: Date): Payment {
    const from = { integrationId: method.integrationId, methodRef: method.ref };
    const text = { amount: amount.toString(), purchase: purchase ?? null };
    return Payment.instantiate<Payment>(Payment, { ...asked, ...from, ...untold, ...text, dueAt: now }, now);
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
    const isCalledOff = this.isGivenUp || this.attempt === null;
    return this.state === 'FAILED' || (this.state === 'CANCELED' && !isCalledOff);
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
    if (this.isUnapplied && this.state !== 'COLLECTED' && this.ageAt(now) >= dayMs) this.isGivenUp = true;
    if (this.state === 'DUE' && !this.isGivenUp) this.toldAt ??= now;
    this.dueAt = new Date(now.getTime() + leaseMs);
  }

  /** A method was charged, and nobody knows whether that was heard. */
  get isUnknown(): boolean {
    return this.state === 'DUE' && this.toldAt !== null && this.methodRef !== null;
  }

  /** Is what it pays for still to be carried out? */
  get isUnapplied(): boolean {
    return this.purchase !== null && this.invoiceUid === null && this.purchase.made === undefined;
  }

  /** Is it known enough of it to carry out what it pays for, or to let that wait? */
  get isReady(): boolean {
    if (!this.isUnapplied || this.isGivenUp) return false;
    const mayCome = isComing(this.state) || this.isUnknown;
    return this.state === 'COLLECTED' || (mayCome && this.purchase?.waitsOn === undefined);
  }

  /** Does what it pays for wait for it, so that nobody is to pay otherwise? */
  get isWaitedFor(): boolean {
    return this.isUnapplied && !this.isGivenUp && !this.isSettled && this.purchase?.waitsOn !== undefined;
  }

  /** @param owed what is owed still of the invoice; of a purchase nothing is known yet */
  learn(outcome: PaymentOutcome | OfferedPage, owed: Decimal, now: Date): void {
    const { state, ref } = outcome;
    Object.assign(this, { state, ref: ref ?? this.ref });
    this.reason = state === 'FAILED' ? outcome.reason : null;
    this.actionUrl = state === 'ACTION_REQUIRED' ? outcome.actionUrl : null;
    if (state === 'OFFERED')
      this.purchase = { ...(this.purchase as Purchase), page: this.pageAt(outcome.page) };
    this.dueAt = isOnItsWay(state) ? this.nextLook(now) : null;
    this.settledAt = isOnItsWay(state) ? null : now;
    if (state === 'SUCCEEDED' && outcome.method) this.notePaidBy(outcome.method);
    if (state === 'FAILED' && outcome.isHard) this.refusedRef = this.methodRef ?? this.refusedRef;
    if (this.attempt !== null && this.hasFailed && !this.isGivenUp) this.waitForNext(now);
    if (state !== 'SUCCEEDED') return;
    if (this.isUnapplied && !this.isGivenUp) this.collect(now);
    else this.giveBack(new Decimal(this.amount).minus(owed), now);
  }

  /**
   * What it pays for was carried out, or waits for it.
   * @param made the name of what was made
   * @param spent of it
   */
  apply({ invoiceUid, made, spent }: Applied, now: Date): void {
    const purchase = this.purchase as Purchase;
    this.invoiceUid = invoiceUid;
    if (this.state !== 'COLLECTED') {
      // Where it does not come, others may follow it while what it pays for waits.
      if (invoiceUid) this.attempt = 1;
      this.purchase = invoiceUid
        ? { ...purchase, made }
        : { ...purchase, waitsOn: made ?? purchase.reference };
      return;
    }
    this.purchase = { ...purchase, made };
    Object.assign(this, { state: 'SUCCEEDED', dueAt: null, settledAt: now });
    this.giveBack(new Decimal(this.amount).minus(spent), now);
  }

  /** What it was for is not wanted any more, or was refused. */
  giveUp(now: Date): void {
    if (this.isSettled || this.state === 'RETURNING') return;
    this.isGivenUp = true;
    if (this.state === 'COLLECTED') this.giveBack(new Decimal(this.amount), now);
    else this.dueAt = now;
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

  private waitForNext(now: Date): void {
    this.firstFailedAt ??= now;
    this.dueAt = retryAfter(this.firstFailedAt, now) ?? now;
  }

  private giveBack(excess: Decimal, now: Date): void {
    if (excess.lessThanOrEqualTo(0)) return;
    Object.assign(this, { state: 'RETURNING', returned: excess.toString(), dueAt: now, settledAt: null });
  }

  private notePaidBy(paidBy: PaymentMethod): void {
    const { purchase } = this;
    if (purchase?.page) this.purchase = { ...purchase, page: { ...purchase.page, paidBy } };
  }

  /** Who asked for it carries it out; others do once that is over. */
  private collect(now: Date): void {
    this.state = 'COLLECTED';
    this.settledAt = null;
    this.dueAt = new Date(now.getTime() + leaseMs);
  }

  private ageAt(now: Date): number {
    return now.getTime() - this.createdAt.getTime();
  }

  private pageAt(page: { ref: string; url: string }) {
    return { ...(this.purchase?.page as NonNullable<Purchase['page']>), ...page };
  }

  private nextLook(now: Date): Date {
    const inMs = this.state === 'OFFERED' ? pageLookMs : this.ageAt(now) < dayMs ? hourMs : dayMs;
    const at = new Date(now.getTime() + inMs);
    const until = this.isUnapplied ? new Date(this.createdAt.getTime() + dayMs) : at;
    return until > now && until < at ? until : at;
  }
}

/** Was it asked for, and may it come still? */
export const isComing = (state: PaymentState): state is 'PROCESSING' | 'ACTION_REQUIRED' =>
  state === 'PROCESSING' || state === 'ACTION_REQUIRED';
const isOnItsWay = (state: PaymentState): boolean => isComing(state) || state === 'OFFERED';

/** What became of what a payment is for. */
export interface Applied {
  invoiceUid: string | null;
  made: string | undefined;
  spent: Decimal;
}
