import type { Charge } from '#libs/business/pricing/charge';
import { isPricedByUsage, usagePriceOf, type UsagePrice } from '#libs/business/pricing/usage-price';
import { Decimal } from '#libs/kernel/decimal';
import type { StoredFeature } from '#modules/catalog/features';
import type { ResolvedFeature } from '#modules/entitlements/entitlements';
import type { AnchoredRule, PricedFeature } from '#modules/entitlements/metering';
import type { Purchase } from './purchase';
import type { Subscription } from './subscription';
import { allowanceOf } from './usage-spans';

type Budgeted = Pick<Subscription, 'purchase' | 'billingCycleAnchor' | 'startDate' | 'trialEndsAt' | 'slot'>;

/**
 * The periods of a budget: those that it is billed by, or a trial as a whole. What was used before it began, or was tried, is not spent.
 * Domain: customers-subscriptions O3, T8, B1
 */
export function budgetPeriods({
  purchase,
  billingCycleAnchor: anchor,
  startDate,
  trialEndsAt,
  slot,
}: Budgeted): AnchoredRule | undefined {
  if (trialEndsAt && slot !== 'PLAN')
    return { period: null, accordingTo: null, anchor: startDate, spentFrom: startDate };
  if (!purchase || !anchor) return undefined;
  const period = purchase.billingPeriod === 'MONTHLY' ? 'MONTH' : 'YEAR';
  return { period, accordingTo: null, anchor, spentFrom: trialEndsAt ?? startDate };
}

/**
 * What is used and costs something. Domain: customers-subscriptions O3; catalog R3, R5
 * @param rows that price it
 * @param features by id
 * @param granted by uid
 */
export function pricedFeatures(
  rows: readonly Charge[],
  purchase: Pick<Purchase, 'quantities'>,
  features: ReadonlyMap<string, Pick<StoredFeature, 'uid' | 'meterType' | 'unitTransformation'>>,
  granted: ReadonlyMap<string, Pick<ResolvedFeature, 'usageLimit' | 'hasUnlimitedUsage'>>,
): PricedFeature[] {
  const priced = new Map<string, PricedFeature & { prices: UsagePrice[] }>();
  const bought = new Map(purchase.quantities.map(({ featureId, quantity }) => [featureId, quantity]));
  for (const row of rows.filter(isPricedByUsage)) {
    const feature = features.get(row.featureId as string);
    const allowance = feature && allowanceOf(row, bought, granted.get(feature.uid));
    if (!feature || !allowance) continue;
    const { uid, meterType, unitTransformation } = feature;
    const known = priced.get(uid) ?? {
      ...{ uid, isGauge: meterType === 'FLUCTUATING', prices: [] },
      unitTransformation: unitTransformation && {
        divide: unitTransformation.divide,
        round: unitTransformation.round,
      },
    };
    known.prices.push(usagePriceOf(row, new Decimal(allowance.included)));
    priced.set(uid, known);
  }
  return [...priced.values()];
}
