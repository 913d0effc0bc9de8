import { type Decimal } from '#libs/kernel/decimal';
import type { PricingType } from '#modules/catalog/package-versions';
import { chargesOf, isFewer, isSameCharge } from './chosen-quantities';
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
  if (hasFewer(before.purchase, after.purchase)) return 'charges';
  return [...before.addons].some(([uid, quantity]) => (after.addons.get(uid) ?? 0) < quantity)
    ? 'addons'
    : null;
}

/** Units or credits. */
function hasFewer(before: Purchase | null, after: Purchase | null): boolean {
  const held = before ? chargesOf(before) : [];
  const left = after ? chargesOf(after) : [];
  return held.some(({ type, id }) => {
    const { quantity = 0 } = left.find((each) => isSameCharge(each, { type, id })) ?? {};
    return isFewer({ type, id, quantity }, held);
  });
}

function isLowerPlan(before: Holding, after: Holding): boolean {
  const byType = ranks[after.pricingType] - ranks[before.pricingType];
  if (byType !== 0) return byType < 0;
  const byPrice = after.monthlyPrice.comparedTo(before.monthlyPrice);
  // A tie: what inherits from the plan before is the higher one.
  return byPrice === 0 ? before.ancestorUids.includes(after.planUid) : byPrice < 0;
}
