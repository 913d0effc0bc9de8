import { Decimal } from '#libs/kernel/decimal';
import { heldFormula, ratedCost, type Dimensions, type RatedCost } from '#modules/catalog/charges';
import type { FeatureRate, PaidReport, UsedUnits } from '#modules/entitlements/metering';

const nothing = new Decimal(0);

/** Of sold units, or of what a formula makes of the dimensions in their place. Domain: credits N1, F2 */
export function costOfUnits(rate: FeatureRate, units: Decimal, dimensions: Dimensions): RatedCost {
  const { amount, costFormula } = rate;
  const formula = costFormula === null ? null : heldFormula(costFormula);
  return ratedCost({ amount, formula }, units, dimensions);
}

/** What is given back, or counts nothing, costs nothing. Domain: credits F2 */
export const costOfReport = ({ payment, dimensions }: PaidReport, { units }: UsedUnits): Decimal =>
  units === null ? nothing : costOfUnits(payment.rate, units, dimensions).cost;
