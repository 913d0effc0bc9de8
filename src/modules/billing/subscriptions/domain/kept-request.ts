import { instantsIn } from '#modules/billing/payments';

/** What of a request is an instant: as it is kept in JSON, a text. */
interface WithInstants {
  startDate?: Date;
  cancellationDate?: Date | null;
  trialEndDate?: Date;
  trialOverrideConfiguration?: { trialEndDate?: Date };
  appliedCoupon?: { configuration?: { startDate?: Date } | null } | null;
}

/** A request that was kept until it was paid, as it came. Domain: customers-subscriptions V9, D8 */
export function instantsRead<T extends WithInstants>(kept: T): T {
  const { trialOverrideConfiguration: trial, appliedCoupon: coupon } = kept;
  return {
    ...kept,
    ...instantsIn(kept, ['startDate', 'cancellationDate', 'trialEndDate']),
    ...(trial && { trialOverrideConfiguration: { ...trial, ...instantsIn(trial, ['trialEndDate']) } }),
    ...(coupon?.configuration && {
      appliedCoupon: {
        ...coupon,
        configuration: { ...coupon.configuration, ...instantsIn(coupon.configuration, ['startDate']) },
      },
    }),
  };
}
