import { Decimal, type DecimalValue } from '#libs/kernel/decimal';

/** How reported units become sold units, say bytes to gigabytes. */
export interface UnitTransformation {
  /** A whole number above zero. */
  divide: number;
  /** Choice: towards +∞ (UP) or −∞ (DOWN), below zero as above. */
  round: 'UP' | 'DOWN';
}

/**
 * The aggregate of a whole window in the units that are sold, limited and charged: `round(aggregate / divide)`.
 * Apply it once, to the aggregate and never to single reports: three reports of 0.4 GB are 2 GB when rounded up, not 3.
 * Usage that a check asks for is added before: `soldUnits(new Decimal(aggregate).plus(requestedUsage), …)`.
 * Domain: catalog F6, entitlements-usage A17 (decimals come in exact, the transformation is last).
 */
export function soldUnits(aggregate: DecimalValue, transformation: UnitTransformation | null): number {
  if (transformation === null) return Number(aggregate);
  const direction = transformation.round === 'UP' ? Decimal.ROUND_CEIL : Decimal.ROUND_FLOOR;
  const units = new Decimal(aggregate).dividedBy(transformation.divide).toDecimalPlaces(0, direction);
  // −0.4 rounds up to −0, which JSON and Object.is tell apart from 0.
  return units.toNumber() + 0;
}

/** What more usage makes of sold units: of blocks those that it begins. Below zero where it is less. Domain: catalog F6 */
export const soldBetween = (
  before: DecimalValue,
  after: DecimalValue,
  transformation: UnitTransformation | null,
): Decimal => new Decimal(soldUnits(after, transformation)).minus(soldUnits(before, transformation));
