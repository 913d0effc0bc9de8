import { parseDecimal } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { CurrencyCode } from './currency';
import { maxAmount, Money } from './money';

/** An amount with its currency as callers write it, in whole units: 49 is 49.00. Domain: catalog C7 */
export interface FlatPrice {
  amount: number;
  currency: CurrencyCode;
}

/** The same as it is kept: the amount as exact decimal text. */
export interface ExactPrice {
  amount: string;
  currency: CurrencyCode;
}

/**
 * The exact amount of a price that somebody sent.
 * @param field its path in the request, such as `amountsOff[0]`
 * @throws BadUserInput below zero and for a fraction of the minor unit, AmountTooLarge. Domain: catalog R9
 */
export function moneyOf({ amount, currency }: FlatPrice, field: string): Money {
  const money = Money.of(parseDecimal(amount, `${field}.amount`), currency);
  if (money.amount.isNegative()) throw badInput(`${field}.amount must not be below 0`);
  if (money.amount.greaterThan(maxAmount)) {
    throw new DomainError('AmountTooLarge', `${field}.amount must be at most ${maxAmount.toString()}`);
  }
  if (money.rounded().amount.equals(money.amount)) return money;
  throw badInput(`${field}.amount has more decimals than ${currency} has; round it to the minor unit`);
}

/** The same for a price that cannot be nothing. @throws BadUserInput, AmountTooLarge */
export function positiveMoneyOf(price: FlatPrice, field: string): Money {
  const money = moneyOf(price, field);
  if (money.amount.isZero()) throw badInput(`${field}.amount must be above 0`);
  return money;
}

export const exactPriceOf = ({ amount, currency }: Money): ExactPrice => ({
  amount: amount.toString(),
  currency,
});

export const flatPriceOf = ({ amount, currency }: ExactPrice): FlatPrice => ({
  amount: Money.of(amount, currency).toNumber(),
  currency,
});
