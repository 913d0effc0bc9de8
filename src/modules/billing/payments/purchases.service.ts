import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, MachineClock } from '#libs/kernel/clock';
import { canonicalJson } from '#libs/kernel/canonical-json';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { addDays } from '#libs/kernel/period';
import { LastCommit } from '#libs/use-cases/last-commit';
import { requestKey } from '#libs/use-cases/own-key';
import { atTill } from '#modules/billing/invoices';
import type { Payment } from './domain/payment';
import type { Purchase } from './domain/purchase';
import { emptyTill, PaymentNeeded } from './domain/purchase-till';
import { PaymentCollection } from './payment-collection.service';
import { PaymentsRepository } from './payments.repository';
import { PurchaseCompletion } from './purchase-completion.service';
import { PurchaseOffers, type Order } from './purchase-offers.service';

/** A page on which what was asked for can be paid. */
export interface OfferedCheckout {
  /** The provider's name of it. */
  ref: string;
  url: string;
}

/** Why nothing was made. */
export interface Unpaid {
  /** Null where the payer pays by no method that is known, and the provider has no pages. */
  checkout: OfferedCheckout | null;
  /** Null where nobody was charged, because no method is known. */
  reason: string | null;
  customerId: string;
}

/** What costs something, with what is done in each case. */
export interface Buying<T> extends Order {
  /** Does who asks wait until it is known whether it is paid? */
  isAwaited: boolean;
  /** All of it, in a transaction. */
  make(reference: string): Promise<T>;
  /** What was made of it before, for who asks again. */
  found(made: string): Promise<T>;
  unpaid(reference: string, why: Unpaid): Promise<T>;
}

/** Domain: customers-subscriptions V9 */
const mostWaitedMs = 30_000;
const lookEveryMs = 500;

/**
 * What is made only once it is paid. It is tried first; where that shows that something is due, all of it is undone, the payment is kept and
 * asked for, and then it is made with the payment in hand. Domain: customers-subscriptions V9, D8, Z4; ADR-0095
 */
@Injectable()
export class Purchases {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly collection: PaymentCollection,
    private readonly completion: PurchaseCompletion,
    private readonly offers: PurchaseOffers,
    private readonly lastCommit: LastCommit,
    private readonly machine: MachineClock,
    private readonly clock: Clock,
  ) {}

  /** Of a use case that says `commits: 'last'`. @throws what `make` and `unpaid` throw; ObjectAlreadyBeingUsedByAnotherRequestError while the payer buys something else */
  async buy<T>(buying: Buying<T>): Promise<T> {
    const begun = await this.begunBefore(buying);
    if (begun) return this.lead(sameAsked(begun, buying), buying);
    const make = () => buying.make(buying.reference);
    try {
      return await this.lastCommit.run(() => atTill(emptyTill, make));
    } catch (error) {
      if (!(error instanceof PaymentNeeded)) throw error;
      const payment = await this.offers.begin(error, buying);
      if (payment) return this.lead(payment, buying);
      const why = { checkout: null, reason: null, customerId: error.customerId };
      return this.lastCommit.run(() => buying.unpaid(buying.reference, why));
    }
  }

  /** By the same request: as long as its Idempotency-Key is remembered. */
  private async begunBefore<T>({ kind }: Buying<T>): Promise<Payment | undefined> {
    const key = requestKey();
    if (key === undefined) return undefined;
    return this.payments.purchaseBegunBy(kind, key, addDays(this.clock.now(), -1));
  }

  private async lead<T>({ uid }: Payment, buying: Buying<T>): Promise<T> {
    await this.collection.advance(uid, 'ATTENDED');
    const payment = await this.comeTo(uid, buying.isAwaited);
    const isDeclined = payment.isUnapplied && payment.state === 'FAILED';
    if (isDeclined && !payment.purchase?.page) return this.offerInstead(payment, buying);
    if (payment.isUnapplied && !payment.isReady && !payment.isWaitedFor) return this.unpaid(payment, buying);
    const completing = { ...buying, make: () => buying.make(referenceOf(payment)) };
    return this.completion.carryOut(payment, completing, (work) => this.lastCommit.run(work));
  }

  /** What was declined may be paid in another way. */
  private async offerInstead<T>(declined: Payment, buying: Buying<T>): Promise<T> {
    // Its name is known to who asked before.
    const order = { ...buying, reference: referenceOf(declined) };
    const offer = await this.offers.offerInstead(declined, order);
    if (!offer) return this.unpaid(declined, buying);
    await this.collection.advance(offer.uid, 'ATTENDED');
    return this.unpaid(await this.payments.getByUid(offer.uid), buying, declined.reason);
  }

  private unpaid<T>(payment: Payment, buying: Buying<T>, declined = payment.reason): Promise<T> {
    const { purchase, customerId, state } = payment;
    const { ref, url } = purchase?.page ?? {};
    if (purchase?.page && state === 'DUE') throw unreachable();
    if (purchase?.page && state === 'FAILED') throw notOpened(payment.reason);
    const checkout = state === 'OFFERED' && ref && url ? { ref, url } : null;
    const isGivenBack = state === 'RETURNING' || state === 'RETURNED';
    const reason = declined ?? (isGivenBack ? givenBack : null);
    const why = { checkout, reason, customerId };
    return this.lastCommit.run(() => buying.unpaid(referenceOf(payment), why));
  }

  /** As it is now, or where somebody waits for it: as it is once it is known, at most half a minute later. */
  private async comeTo(uid: string, isAwaited: boolean): Promise<Payment> {
    const until = this.machine.now().getTime() + (isAwaited ? mostWaitedMs : 0);
    for (;;) {
      const payment = await this.payments.getByUid(uid);
      // Who pays is told only with the answer where they must act.
      if (payment.state !== 'PROCESSING' || this.machine.now().getTime() >= until) return payment;
      await sleep(lookEveryMs);
      await this.collection.advance(uid, 'HINTED');
    }
  }
}

/** Somebody else has tried to carry it out. */
const givenBack = 'it has come, but what it was for is not to be had any more, so it goes back';

/** Asked again, with its Idempotency-Key or without, the page is opened. */
const unreachable = (): DomainError =>
  new DomainError(
    'PaymentProcessorError',
    'The payment provider could not be reached to open a page on which this can be paid; repeat the request',
  );

const notOpened = (reason: string | null): DomainError =>
  new DomainError(
    'PaymentProcessorError',
    `The payment provider refused to open a page on which this can be paid: ${reason}`,
  );

const referenceOf = ({ purchase }: Payment): string => (purchase as Purchase).reference;

/** Domain: access-and-events B9 @throws BadUserInput */
function sameAsked<T>(begun: Payment, { asked }: Buying<T>): Payment {
  const came: unknown = JSON.parse(JSON.stringify(asked));
  if (canonicalJson(begun.purchase?.asked) === canonicalJson(came)) return begun;
  throw badInput('Idempotency-Key was used before with another request; send a new key for a new request');
}
