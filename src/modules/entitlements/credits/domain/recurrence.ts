import type { Decimal } from '#libs/kernel/decimal';
import { earliest } from '#libs/kernel/period';
import { usageWindow } from '#modules/entitlements/metering';

/** Spec: SourceType. What a recurring grant comes from. */
export const grantSourceTypes = ['PRICE', 'PLAN_ENTITLEMENT', 'ADDON_ENTITLEMENT'] as const;
export type GrantSourceType = (typeof grantSourceTypes)[number];

export type CreditCadence = 'MONTH' | 'YEAR';

/** What a subscription gives of one currency at the begin of each of its windows. Domain: credits R1, R2 */
export interface Recurrence {
  uid: string;
  /** Names the subscription. */
  sourceKey: string;
  /** Names the entitlement or charge within it. */
  key: string;
  sourceType: GrantSourceType;
  displayName: string;
  amount: Decimal;
  cadence: CreditCadence;
  /** From which its windows are counted. */
  anchor: Date;
  /** When the subscription ends; null: not known yet. */
  until: Date | null;
  /** When its subscription changes by itself: what follows is not given before that is known. */
  dueAt: Date | null;
  /** When it gives next; null: never again. */
  nextStart: Date | null;
}

/** Half-open. */
export interface CreditWindow {
  start: Date;
  end: Date;
}

/** The window that holds that instant. Domain: credits R2; entitlements-usage W3 */
export function windowAt(
  { cadence, anchor }: Pick<Recurrence, 'cadence' | 'anchor'>,
  at: Date,
): CreditWindow {
  const { start, end } = usageWindow({ period: cadence, accordingTo: 'SubscriptionStart' }, anchor, at);
  return { start, end: end as Date };
}

/** No grant outlives its subscription. Domain: credits R6 */
export const endWithin = (end: Date, until: Date | null): Date => (until ? earliest(end, until) : end);

/** When it gives next, as far as that is known. */
export function nextOf({ nextStart, until, dueAt }: Recurrence): Date | null {
  if (nextStart === null || (until !== null && nextStart >= until)) return null;
  return dueAt !== null && nextStart >= dueAt ? null : nextStart;
}
