import {
  counterId,
  holds,
  usageWindow,
  windowOf,
  type AnchoredRule,
  type UsagePayment,
  type UsageWindow,
} from '#modules/entitlements/metering';
import {
  eventFlags,
  lifetime,
  type AttributedCounter,
  type MeterInForce,
} from '#modules/entitlements/meters';
import { limitOf, paymentOf, spendingOf, watchedBy, type ReportedAnswer } from '#modules/entitlements/usage';

/** Where events of one customer, on one resource or none, are counted by one meter. */
export interface Attributed extends AttributedCounter {
  /** Null of a level, which has one window. */
  rule: AnchoredRule | null;
  /** Undefined where no credits are taken for what was used then. Domain: credits F1, F6 */
  paymentAt?: (at: Date) => UsagePayment | undefined;
}

/** That, or the flag that says why nowhere. */
export type Attribution = Attributed | 'unknownCustomer' | 'archivedCustomer' | 'unentitled';

interface Asked {
  customerId: string;
  resourceId: string | null;
  meter: MeterInForce;
}

interface Told {
  reporter: string | undefined;
  now: Date;
}

/** Like a report: where the source lives that is in force when the event comes. Domain: entitlements-usage A20, G1 */
export function attributionOf(answer: ReportedAnswer, asked: Asked, { reporter, now }: Told): Attribution {
  const { customerUid, isArchived, resourceUid, feature, entitlement } = answer;
  const { customerId, resourceId, meter } = asked;
  if (customerUid === null) return 'unknownCustomer';
  if (isArchived) return 'archivedCustomer';
  if (!feature || !entitlement) return 'unentitled';
  const isGauge = feature.meterType === 'FLUCTUATING';
  const { period, accordingTo } = entitlement.grant.reset;
  const rule = isGauge ? null : { period, accordingTo, anchor: entitlement.anchor };
  const limited = { feature, entitlement };
  const limit = limitOf(limited);
  const told = { customerId, featureId: feature.id, resourceId };
  const key = { customerUid, resourceKey: entitlement.scope, featureUid: feature.uid };
  return {
    id: counterId(key),
    key,
    meterUid: meter.uid,
    aggregation: meter.definition.aggregation,
    rule,
    window: rule ? usageWindow(rule, rule.anchor, now) : lifetime,
    isGauge,
    watched: limit && watchedBy(limit, { ...told, reporter }, limited),
    spending: spendingOf(entitlement, false, reporter),
    ...(entitlement.rated && {
      paymentAt: (at) => paymentOf({ ...limited, customerUid, resourceUid }, told, at, reporter),
    }),
  };
}

/** The window of an instant. Nearly all events lie in the one that holds now. */
export const windowAt = ({ rule, window }: Attributed, at: Date): UsageWindow =>
  rule === null || holds(window, at) ? window : windowOf(rule, at);

/** Why an event is counted nowhere. */
export const flagOf = (attribution: Exclude<Attribution, Attributed>): number => eventFlags[attribution];
