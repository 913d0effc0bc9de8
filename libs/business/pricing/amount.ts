import { maxAmount } from '#libs/business/values/money';
import { Decimal } from '#libs/kernel/decimal';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';

/** Decimals that a price may have; its column is `numeric(38,12)`. Domain: contracts-billing R1, I7. */
export const priceScale = 12;

export const zero = new Decimal(0);

export const sum = (amounts: readonly Decimal[]): Decimal =>
  amounts.reduce((total, amount) => total.plus(amount), zero);

/** @throws AmountTooLarge naming `field`. Domain: catalog R9 */
export const requireAmount = (amount: Decimal, field: string): void => {
  if (amount.abs().greaterThan(maxAmount)) {
    throw new DomainError(
      'AmountTooLarge',
      `${field} is above 999,999,999.99; lower the price or the quantity`,
    );
  }
};

/**
 * A price in whole currency units (49 is 49.00): zero or more, 12 decimals at most.
 * @throws BadUserInput, AmountTooLarge naming `field`
 */
export const requirePrice = (price: Decimal, field: string): void => {
  if (price.lessThan(0)) throw badInput(`${field} must not be negative; send 0 or more`);
  if (!price.toDecimalPlaces(priceScale).equals(price)) {
    throw badInput(`${field} has more than 12 decimals; send a price that is rounded to 12`);
  }
  requireAmount(price, field);
};
