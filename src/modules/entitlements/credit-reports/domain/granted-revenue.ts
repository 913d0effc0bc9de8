import { roundMoney } from '#libs/business/values/money';
import { Decimal } from '#libs/kernel/decimal';
import type { ToldSpan } from './told-span';

/** A grant as far as its money goes. */
export interface CostingGrant {
  amount: Decimal;
  /** Until now. */
  consumed: Decimal;
  /** What all of it cost, in whole currency units; null: nothing. */
  cost: Decimal | null;
  isPromotional: boolean;
  /** It waits to be paid, or was voided before it was. */
  isUnpaid: boolean;
  /** From when on its money is owed as credits. */
  since: Date;
  expireAt: Date | null;
  voidedAt: Date | null;
}

/** Credits that the entries of a ledger have drawn from a grant, transfers included. */
export interface DrawnCredits {
  /** Within the span. */
  within: Decimal;
  /** From the end of the span on. */
  after: Decimal;
}

/** Exact amounts in whole currency units. */
export interface Revenue {
  /** Of what was left at the end of the span. */
  deferred: Decimal;
  /** Of what was consumed in the span. */
  recognized: Decimal;
  /** Of what expired in the span. */
  breakage: Decimal;
}

const zero = new Decimal(0);
const none: Revenue = { deferred: zero, recognized: zero, breakage: zero };

/** What is never drawn from again. */
export const undrawn: DrawnCredits = { within: zero, after: zero };

/**
 * What the credits of a grant were worth: each costs the same part of what all of it cost, and what was consumed is of the grant that it was drawn
 * from. A promotion is worth nothing; what was left of a voided one is neither owed nor earned. Domain: credits V2, V3
 */
export function revenueOf(grant: CostingGrant, { from, until }: ToldSpan, drawn = undrawn): Revenue {
  const { amount, consumed, cost, isPromotional, isUnpaid } = grant;
  if (cost === null || isPromotional || isUnpaid) return none;
  const worth = (credits: Decimal): Decimal => credits.times(cost).dividedBy(amount);
  const consumedBefore = consumed.minus(drawn.after);
  return {
    deferred: isHeldAt(grant, until) ? worth(amount.minus(consumedBefore)) : zero,
    recognized: worth(from === null ? consumedBefore : drawn.within),
    breakage: hasExpiredIn(grant, from, until) ? worth(amount.minus(consumed)) : zero,
  };
}

export const together = (revenues: readonly Revenue[]): Revenue =>
  revenues.reduce(
    (sum, { deferred, recognized, breakage }) => ({
      deferred: sum.deferred.plus(deferred),
      recognized: sum.recognized.plus(recognized),
      breakage: sum.breakage.plus(breakage),
    }),
    none,
  );

/** Decimals of a price: credits cost less than a cent, so amounts of few of them would be nothing in the minor unit. */
const priceDigits = 12;

/** The one time that an amount is rounded, when it is told: half away from zero, as money is. Domain: credits V2 */
export const toldMoney = (exact: Decimal): number => roundMoney(exact, priceDigits).toNumber();

const isHeldAt = ({ since, voidedAt, expireAt }: CostingGrant, until: Date): boolean =>
  since < until && !isBefore(voidedAt, until) && !isBefore(expireAt, until);

/** Once it has expired nothing is drawn from it any more, late usage neither. Domain: credits N3 */
const hasExpiredIn = ({ voidedAt, expireAt }: CostingGrant, from: Date | null, until: Date): boolean =>
  voidedAt === null && isBefore(expireAt, until) && (from === null || !isBefore(expireAt, from));

const isBefore = (at: Date | null, end: Date): boolean => at !== null && at < end;
