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
    ...read(kept, ['startDate', 'cancellationDate', 'trialEndDate']),
    ...(trial && { trialOverrideConfiguration: { ...trial, ...read(trial, ['trialEndDate']) } }),
    ...(coupon?.configuration && {
      appliedCoupon: {
        ...coupon,
        configuration: { ...coupon.configuration, ...read(coupon.configuration, ['startDate']) },
      },
    }),
  };
}

function read<T extends object>(kept: T, fields: readonly (keyof T)[]): Partial<T> {
  const said = fields.filter((field) => kept[field] != null);
  return Object.fromEntries(said.map((field) => [field, new Date(kept[field] as string)])) as Partial<T>;
}
