import { liveStatuses, type SubscriptionStatus } from './domain/subscription';

/** Those that there are; the words of a statement are these, never a caller's. */
const statuses: readonly SubscriptionStatus[] = ['NOT_STARTED', 'ACTIVE', 'CANCELED'];

/** Of a subscription `s`, at the instant `now`: as Subscription.statusAt derives it. */
export const statusOf = (s: string, now: string): string =>
  `case when ${s}.canceled_at <= ${now} then 'CANCELED' when ${s}.start_date > ${now} then 'NOT_STARTED' else 'ACTIVE' end`;

export function isInStatus(s: string, among: readonly SubscriptionStatus[], now: string): string {
  const words = statuses.filter((each) => among.includes(each));
  return `${statusOf(s, now)} = any('{${words.join(',')}}')`;
}

/** Does it grant? As Subscription.isLiveAt. Domain: customers-subscriptions S5 */
export const isLive = (s: string, now: string): string => isInStatus(s, liveStatuses, now);

/** Has it no end yet? As Subscription.hasEnded, and as the slot of a customer is kept. Domain: customers-subscriptions V4 */
export const hasNotEnded = (s: string): string => `${s}.canceled_at is null`;
