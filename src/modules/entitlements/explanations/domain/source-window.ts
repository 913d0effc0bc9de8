import type { FeatureInForce, RankedSource } from '#modules/entitlements/entitlements';
import { usageWindow, type UsageWindow } from '#modules/entitlements/metering';

/** The window that a source in force would count in. A level has none, nor has what is not counted. Domain: entitlements-usage A8, W1 */
export function windowOfSource(
  { source, reason }: RankedSource,
  feature: FeatureInForce['feature'],
  at: Date,
): UsageWindow | undefined {
  const isCounted = feature !== null && feature.meterType !== 'None' && feature.meterType !== 'FLUCTUATING';
  if (!isCounted || (reason !== null && reason !== 'LESS_GENEROUS')) return undefined;
  return usageWindow(source.grant.reset, source.anchor, at);
}
