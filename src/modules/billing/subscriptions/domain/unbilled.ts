import { shareLeft, shareOf } from '#libs/business/pricing/share';
import { Decimal } from '#libs/kernel/decimal';

/**
 * What is served until the end of what is paid for beyond that, or less where it is below zero: changes without proration are billed from the
 * next period on. It lies in JSON: the amount is an exact text. Domain: customers-subscriptions R3
 */
export interface Unbilled {
  /** ISO 8601: from when on. */
  asOf: string;
  amount: string;
}

const nothing = new Decimal(0);

/** @param until the end of what is paid for. Not rounded. */
export const unbilledAt = (unbilled: Unbilled | undefined, until: Date, at: Date): Decimal =>
  unbilled && at < until
    ? shareOf(new Decimal(unbilled.amount), shareLeft({ start: new Date(unbilled.asOf), end: until }, at))
    : nothing;

/** With a change at an instant that is not billed. */
export const unbilledWith = (
  unbilled: Unbilled | undefined,
  change: Decimal,
  until: Date,
  at: Date,
): Unbilled | undefined => {
  const amount = unbilledAt(unbilled, until, at).plus(change);
  return amount.isZero()
    ? undefined
    : { asOf: at.toISOString(), amount: amount.toDecimalPlaces(15).toString() };
};
