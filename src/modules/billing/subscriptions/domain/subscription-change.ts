import { isUnpaid } from './scheduled-update';
import type { Subscription, SubscriptionChange } from './subscription';

/** Codes by which it was bought, where it ended before its start or unpaid: nothing was redeemed by them. Domain: customers-subscriptions N6 */
export function codesGivenBack({ before, after }: SubscriptionChange): string[] {
  const { canceledAt, startDate, coupons } = after;
  const hasBegun = canceledAt !== null && canceledAt >= startDate && !before?.pendingUntil;
  if (!before || before.hasEnded || !canceledAt || hasBegun) return [];
  return (coupons ?? []).flatMap(({ promotionCode }) => promotionCode ?? []);
}

/** Does it entitle to anything else, or from or until another instant, than before? */
export const grantsOtherwise = ({ before, after }: SubscriptionChange): boolean =>
  before === null ||
  before.packages !== after.packages ||
  before.overrides !== after.overrides ||
  before.usageAnchor !== after.usageAnchor ||
  before.purchase !== after.purchase ||
  before.resourceKey !== after.resourceKey ||
  before.grantsOtherwiseAt?.getTime() !== after.grantsOtherwiseAt?.getTime() ||
  before.grantsUntil !== after.grantsUntil ||
  isToldToEnd(before, after) ||
  spendsOtherwise(before, after);

/** Is it paid ahead otherwise than before, or over? */
export const paysOtherwise = (before: Subscription, after: Subscription): boolean =>
  after.hasEnded ||
  after.billing === null ||
  before.purchase !== after.purchase ||
  before.packages !== after.packages ||
  before.billedUntil?.getTime() !== after.billedUntil?.getTime();

/** Keys of payments on which nothing waits any more. Domain: customers-subscriptions D5, D7 */
export function paymentsGivenUp(before: Subscription | null, after: Subscription): string[] {
  const canceled = (after.updates ?? []).flatMap(({ payment, status }) =>
    payment !== undefined && status === 'CANCELED' ? [payment] : [],
  );
  return (before?.updates ?? []).flatMap((each) =>
    isUnpaid(each) && each.payment !== undefined && canceled.includes(each.payment) ? [each.payment] : [],
  );
}

/** What an earlier release has declared of a trial falls due with its notice, and would stay so. */
const isToldToEnd = (before: Subscription, after: Subscription): boolean =>
  before.slot === 'TRIAL' && before.endsSoonAt !== null && after.endsSoonAt === null;

/** Is its usage held against another budget, at other prices or in other periods? Domain: customers-subscriptions O3 */
const spendsOtherwise = (before: Subscription, after: Subscription): boolean =>
  before.budget !== after.budget ||
  (after.budget !== null &&
    (before.purchase !== after.purchase || before.billingCycleAnchor !== after.billingCycleAnchor));
