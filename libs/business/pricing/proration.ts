import { roundMoney } from '#libs/business/values/money';
import { type Decimal } from '#libs/kernel/decimal';
import { type Charge } from './charge';
import { type Share, shareOf } from './share';

/** A change in the middle of a period: what of the old price comes back and what of the new one is due. */
export interface Proration {
  /** Zero or below. */
  readonly credit: Decimal;
  readonly debit: Decimal;
  /** Negative where the customer gets something back. */
  readonly net: Decimal;
}

/**
 * Credits `−before × share` and debits `+after × share`, each rounded half away from zero, so that a change undone at
 * the same instant costs nothing. Domain: customers-subscriptions R1.
 * @param digits decimals of the currency's minor unit
 */
export const proration = (before: Decimal, after: Decimal, share: Share, digits: number): Proration => {
  const credit = roundMoney(shareOf(before.negated(), share), digits);
  const debit = roundMoney(shareOf(after, share), digits);
  return { credit, debit, net: credit.plus(debit) };
};

/**
 * Usage is counted and not lent by time, and what is asked once has no period; all else is prorated, flat prices of
 * tiers and minimum spend too. Domain: customers-subscriptions R1.
 */
export const isProrated = ({ billingModel, billingCadence, isOverage }: Charge): boolean =>
  billingModel !== 'USAGE_BASED' && billingCadence === 'RECURRING' && !isOverage;
