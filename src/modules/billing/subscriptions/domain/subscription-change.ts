import type { Subscription, SubscriptionChange } from './subscription';

/** Codes by which it was bought, where it ended before its start: nothing was redeemed by them. Domain: customers-subscriptions N6 */
export function codesGivenBack({ before, after }: SubscriptionChange): string[] {
  const { canceledAt, startDate, coupons } = after;
  if (!before || before.hasEnded || !canceledAt || canceledAt >= startDate) return [];
  return (coupons ?? []).flatMap(({ promotionCode }) => promotionCode ?? []);
}

/** Does it entitle to anything else, or from or until another instant, than before? */
export const grantsOtherwise = ({ before, after }: SubscriptionChange): boolean =>
  before === null ||
  before.packages !== after.packages ||
  before.overrides !== after.overrides ||
  before.usageAnchor !== after.usageAnchor ||
  before.resourceKey !== after.resourceKey ||
  before.grantsOtherwiseAt?.getTime() !== after.grantsOtherwiseAt?.getTime() ||
  before.grantsUntil !== after.grantsUntil ||
  spendsOtherwise(before, after);

/** Is its usage held against another budget, at other prices or in other periods? Domain: customers-subscriptions O3 */
const spendsOtherwise = (before: Subscription, after: Subscription): boolean =>
  before.budget !== after.budget ||
  (after.budget !== null &&
    (before.purchase !== after.purchase || before.billingCycleAnchor !== after.billingCycleAnchor));
