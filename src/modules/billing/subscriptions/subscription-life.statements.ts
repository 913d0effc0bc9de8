import { liveStatuses, type SubscriptionStatus } from './domain/subscription-life';

/** Those that there are; the words of a statement are these, never a caller's. */
const statuses: readonly SubscriptionStatus[] = [
  ...(['NOT_STARTED', 'PAYMENT_PENDING', 'IN_TRIAL', 'ACTIVE'] as const),
  ...(['CANCELED', 'EXPIRED'] as const),
];

/** Of a subscription `s`, at the instant `now`: as statusOfLife derives it. */
export const statusOf = (s: string, now: string): string => `
  case when ${s}.canceled_at <= ${now} then case when ${s}.cancel_reason in ('TRIAL_ENDED', 'EXPIRED') then 'EXPIRED' else 'CANCELED' end
       when ${s}.end_date <= ${now} and (${s}.cancellation_date is null or ${s}.cancellation_date > ${s}.end_date) then 'EXPIRED'
       when ${s}.cancellation_date <= ${now} then 'CANCELED'
       when ${s}.start_date > ${now} then 'NOT_STARTED'
       when ${s}.pending_until > ${now} then 'PAYMENT_PENDING'
       when ${s}.pending_until <= ${now} then case when ${s}.trial_ends_at is null then 'CANCELED' else 'EXPIRED' end
       when ${s}.trial_ends_at > ${now} then 'IN_TRIAL'
       when ${s}.trial_ends_at <= ${now} and ${s}.trial_end_behavior = 'CANCEL_SUBSCRIPTION' then 'EXPIRED'
       else 'ACTIVE' end`;

export function isInStatus(s: string, among: readonly SubscriptionStatus[], now: string): string {
  const words = statuses.filter((each) => among.includes(each));
  return `${statusOf(s, now)} = any('{${words.join(',')}}')`;
}

/** Does it grant? As Subscription.isLiveAt. Domain: customers-subscriptions S5 */
export const isLive = (s: string, now: string): string => isInStatus(s, liveStatuses, now);

/** Has it no end yet? As Subscription.hasEnded. One that waits for its start or for its end has none. */
export const hasNotEnded = (s: string): string => `${s}.canceled_at is null`;
