import { type Decimal } from '#libs/kernel/decimal';
import { sum, zero } from './amount';

/** One multiplication of an explanation: `amount` is exactly `units × unitPrice + flatPrice`. */
export interface PriceStep {
  /** The tier: quantities above `from`, up to and including `upTo`; null is open. */
  readonly from: Decimal;
  readonly upTo: Decimal | null;
  /** The part of the whole quantity that is priced in this step. */
  readonly quantity: Decimal;
  /** What the unit price is multiplied by: the quantity, or the blocks that it begins. */
  readonly units: Decimal;
  readonly unitPrice: Decimal;
  readonly flatPrice: Decimal;
  /** Not rounded. */
  readonly amount: Decimal;
}

/** A quantity with its price and how it came about. Nothing in it is rounded. */
export interface PricedQuantity {
  readonly quantity: Decimal;
  /** Σ of the steps. */
  readonly amount: Decimal;
  /** None for a quantity of 0, which costs nothing. */
  readonly steps: readonly PriceStep[];
}

type StepTerms = Pick<PriceStep, 'quantity' | 'unitPrice'> & Partial<PriceStep>;

export const stepOf = (terms: StepTerms): PriceStep => {
  const { from = zero, upTo = null, quantity, units = quantity, unitPrice, flatPrice = zero } = terms;
  return {
    from,
    upTo,
    quantity,
    units,
    unitPrice,
    flatPrice,
    amount: units.times(unitPrice).plus(flatPrice),
  };
};

export const pricedBy = (quantity: Decimal, steps: readonly PriceStep[]): PricedQuantity => ({
  quantity,
  amount: sum(steps.map((step) => step.amount)),
  steps,
});
