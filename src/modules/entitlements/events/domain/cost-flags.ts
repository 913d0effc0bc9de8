import type { Dimensions } from '#modules/catalog/charges';
import { costOfUnits } from '#modules/entitlements/credits';
import type { UsagePayment } from '#modules/entitlements/metering';
import { addedBy, eventFlags, type FedCounter } from '#modules/entitlements/meters';

const lacking: ReadonlySet<string> = new Set(['MISSING_DIMENSION', 'DIMENSION_NOT_A_NUMBER']);

/** What is to be said of what an event costs. Domain: credits F4; entitlements-usage A16 */
export function costFlagsOf(
  { rate, unitTransformation }: UsagePayment,
  { counter, taken }: FedCounter,
  dimensions: Dimensions,
): number {
  const { isCumulative, added } = addedBy(counter.aggregation, taken);
  if (rate.costFormula === null && !isCumulative) return eventFlags.unitsUnknown;
  const units = added.div(unitTransformation?.divide ?? 1);
  let flags = 0;
  for (const { kind } of costOfUnits(rate, units, dimensions).warnings)
    flags |= lacking.has(kind) ? eventFlags.costLacksDimension : eventFlags.costNotTaken;
  return flags;
}
