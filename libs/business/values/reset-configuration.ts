import { DomainError } from '#libs/kernel/errors/domain-error';

export type ResetPeriod = 'YEAR' | 'MONTH' | 'WEEK' | 'DAY' | 'HOUR';

export type YearlyAnchor = 'SubscriptionStart';
export type MonthlyAnchor = 'SubscriptionStart' | 'StartOfTheMonth';
export type WeeklyAnchor =
  | 'SubscriptionStart'
  | 'EverySunday'
  | 'EveryMonday'
  | 'EveryTuesday'
  | 'EveryWednesday'
  | 'EveryThursday'
  | 'EveryFriday'
  | 'EverySaturday';
export type ResetAnchor = YearlyAnchor | MonthlyAnchor | WeeklyAnchor;

interface Configuration<A extends ResetAnchor> {
  accordingTo: A;
}

/** How a request says when usage starts again; a null object is an absent one. Spec: addon entitlement */
export interface ResetRequest {
  resetPeriod?: ResetPeriod;
  yearlyResetPeriodConfiguration?: Configuration<YearlyAnchor> | null;
  monthlyResetPeriodConfiguration?: Configuration<MonthlyAnchor> | null;
  weeklyResetPeriodConfiguration?: Configuration<WeeklyAnchor> | null;
}

export interface Reset {
  resetPeriod: ResetPeriod | null;
  /** Null where the period has nothing to choose: DAY, HOUR, or no period at all. */
  accordingTo: ResetAnchor | null;
}

const configurations = [
  ['YEAR', 'yearlyResetPeriodConfiguration'],
  ['MONTH', 'monthlyResetPeriodConfiguration'],
  ['WEEK', 'weeklyResetPeriodConfiguration'],
] as const;

/**
 * The stored reset with what a request says about it. Domain: catalog E3, E7
 * @param at path of the entitlement in the request, such as `entitlements[0].`
 * @throws InvalidEntitlementResetPeriod for an object that is not the one of the period
 */
export function mergedReset(stored: Reset, asked: ResetRequest, at: string): Reset {
  const resetPeriod = asked.resetPeriod ?? stored.resetPeriod;
  let accordingTo = defaultAnchor(resetPeriod, stored);
  for (const [period, field] of configurations) {
    const given = asked[field];
    if (!given) continue;
    if (period !== resetPeriod) {
      const remedy = resetPeriod ? `does not go with resetPeriod ${resetPeriod}` : 'needs resetPeriod';
      throw new DomainError(
        'InvalidEntitlementResetPeriod',
        `${at}${field} ${remedy}; send the one that fits or none`,
      );
    }
    accordingTo = given.accordingTo;
  }
  return { resetPeriod, accordingTo };
}

/** The anchor of a request that changes nothing stored. @throws InvalidEntitlementResetPeriod */
export const resetAnchorOf = (asked: ResetRequest, at = ''): ResetAnchor | null =>
  mergedReset({ resetPeriod: null, accordingTo: null }, asked, at).accordingTo;

/** A stored anchor survives while it fits the period; else the period counts from the start of the subscription. */
function defaultAnchor(period: ResetPeriod | null, { resetPeriod, accordingTo }: Reset): ResetAnchor | null {
  if (period === null || period === 'DAY' || period === 'HOUR') return null;
  return period === resetPeriod && accordingTo !== null ? accordingTo : 'SubscriptionStart';
}
