import { Decimal, type DecimalValue } from '#libs/kernel/decimal';
import { type CurrencyCode, minorUnitDigits } from './currency';

/** Largest price and largest amount of one line or bill, on either side of zero. Domain: catalog R9 */
export const maxAmount = new Decimal('999999999.99');

/**
 * Rounds to `digits` decimals, half away from zero, so that a credit is the exact negative of its debit.
 * Domain: contracts-billing R2; `digits` is a parameter because currencies have 0, 2 or 3 (contracts-billing R3).
 */
export const roundMoney = (amount: Decimal, digits: number): Decimal =>
  // plus(0) turns the -0 that -0.001 rounds to into 0.
  amount.toDecimalPlaces(digits, Decimal.ROUND_HALF_UP).plus(0);

/** An exact amount in whole currency units: 49 is 49.00. Nothing rounds but `rounded()`. Domain: contracts-billing R2. */
export class Money {
  private constructor(
    readonly amount: Decimal,
    readonly currency: CurrencyCode,
  ) {}

  static of(amount: DecimalValue, currency: CurrencyCode): Money {
    return new Money(new Decimal(amount), currency);
  }

  static sum(parts: readonly Money[], currency: CurrencyCode): Money {
    return parts.reduce((total, part) => total.plus(part), Money.of(0, currency));
  }

  plus(other: Money): Money {
    this.requireSameCurrency(other);
    return new Money(this.amount.plus(other.amount), this.currency);
  }

  minus(other: Money): Money {
    this.requireSameCurrency(other);
    return new Money(this.amount.minus(other.amount), this.currency);
  }

  times(factor: DecimalValue): Money {
    return new Money(this.amount.times(factor), this.currency);
  }

  /** To the minor unit; called once per line amount, line discount, line tax and proration line (contracts-billing R2). */
  rounded(): Money {
    return new Money(roundMoney(this.amount, minorUnitDigits(this.currency)), this.currency);
  }

  /** The JSON number of a rounded amount; unrounded fractions of a minor unit never leave the service (contracts-billing R1). */
  toNumber(): number {
    return this.rounded().amount.toNumber();
  }

  // contracts-billing R4: nothing converts currencies. A mix is refused where it comes in, so here it is a bug and no refusal.
  private requireSameCurrency(other: Money): void {
    if (other.currency !== this.currency) {
      throw new Error(`cannot add ${other.currency} to ${this.currency}`);
    }
  }
}
