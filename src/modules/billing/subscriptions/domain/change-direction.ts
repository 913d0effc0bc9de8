import { type Decimal } from '#libs/kernel/decimal';
import type { PricingType } from '#modules/catalog/package-versions';
import type { Purchase } from './purchase';

/** What a PAID subscription holds, as far as it decides between upgrade and downgrade. */
export interface Holding {
  planUid: string;
  /** The plans that it inherits from. */
  ancestorUids: readonly string[];
  pricingType: PricingType;
  purchase: Purchase | null;
  /** Due each month whatever is used. */
  monthlyPrice: Decimal;
  addons: ReadonlyMap<string, number>;
}

const ranks = { FREE: 0, PAID: 1, CUSTOM: 2 } as const satisfies Record<PricingType, number>;

/** What of a change gives the customer less, or null. Domain: customers-subscriptions D2 */
export function downgradeIn(before: Holding, after: Holding): string | null {
  if (before.planUid !== after.planUid) return isLowerPlan(before, after) ? 'planId' : null;
  if (before.purchase?.billingPeriod === 'ANNUALLY' && after.purchase?.billingPeriod === 'MONTHLY')
    return 'billingPeriod';
  const units = new Map(after.purchase?.quantities.map(({ featureId, quantity }) => [featureId, quantity]));
  const fewer = before.purchase?.quantities.some(
    ({ featureId, quantity }) => (units.get(featureId) ?? 0) < quantity,
  );
  if (fewer) return 'charges';
  return [...before.addons].some(([uid, quantity]) => (after.addons.get(uid) ?? 0) < quantity)
    ? 'addons'
    : null;
}

function isLowerPlan(before: Holding, after: Holding): boolean {
  const byType = ranks[after.pricingType] - ranks[before.pricingType];
  if (byType !== 0) return byType < 0;
  const byPrice = after.monthlyPrice.comparedTo(before.monthlyPrice);
  // A tie: what inherits from the plan before is the higher one.
  return byPrice === 0 ? before.ancestorUids.includes(after.planUid) : byPrice < 0;
}
