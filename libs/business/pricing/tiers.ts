import { Decimal } from '#libs/kernel/decimal';
import { zero } from './amount';
import { pricedBy, type PricedQuantity, stepOf } from './price-step';

/** How a charge reads its tiers. Spec: TiersModeEnum. */
export const tiersModes = ['VOLUME', 'GRADUATED'] as const;
export type TiersMode = (typeof tiersModes)[number];

/** Prices for the quantities up to `upTo`, from the tier before on. Domain: catalog R4. */
export interface Tier {
  /** Inclusive; null is open and stands on the last tier alone. */
  readonly upTo: Decimal | null;
  /** Per unit, null is 0. */
  readonly unitPrice: Decimal | null;
  /** Once, null is 0. */
  readonly flatPrice: Decimal | null;
}

/** A tier with its lower edge, which belongs to the tier before. */
interface Span {
  readonly from: Decimal;
  readonly upTo: Decimal | null;
  readonly unitPrice: Decimal;
  readonly flatPrice: Decimal;
}

const spansOf = (tiers: readonly Tier[]): Span[] => {
  let from = zero;
  return tiers.map(({ upTo, unitPrice, flatPrice }) => {
    const span = { from, upTo, unitPrice: unitPrice ?? zero, flatPrice: flatPrice ?? zero };
    from = upTo ?? from;
    return span;
  });
};

/**
 * Each unit is priced in its own tier. A flat price is charged once something lies in its tier.
 * Domain: catalog R4 GRADUATED; contracts-billing I5 "tiered".
 */
export const graduated = (tiers: readonly Tier[], quantity: Decimal): PricedQuantity => {
  const reached = spansOf(tiers).filter(({ from }) => quantity.greaterThan(from));
  const steps = reached.map((span) => {
    const end = span.upTo === null ? quantity : Decimal.min(quantity, span.upTo);
    return stepOf({ ...span, quantity: end.minus(span.from) });
  });
  return pricedBy(quantity, steps);
};

/**
 * The tier that holds the whole quantity prices all of it, so one unit more may cost less (`volumeCliffs`).
 * Nothing costs nothing, flat prices too. Domain: catalog R4 VOLUME; contracts-billing I5 "volume".
 */
export const volume = (tiers: readonly Tier[], quantity: Decimal): PricedQuantity => {
  const holding = spanHolding(tiers, quantity);
  return pricedBy(quantity, holding ? [stepOf({ ...holding, quantity })] : []);
};

/** The flat price of the tier that holds the quantity, whatever lies in it. Domain: contracts-billing I5 "stairstep". */
export const stairstep = (tiers: readonly Tier[], quantity: Decimal): PricedQuantity => {
  const holding = spanHolding(tiers, quantity);
  return pricedBy(quantity, holding ? [stepOf({ ...holding, unitPrice: zero, quantity })] : []);
};

const spanHolding = (tiers: readonly Tier[], quantity: Decimal): Span | undefined =>
  quantity.isZero()
    ? undefined
    : spansOf(tiers).find(({ upTo }) => upTo === null || quantity.lessThanOrEqualTo(upTo));
