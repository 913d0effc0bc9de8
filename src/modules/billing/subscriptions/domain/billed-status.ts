import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Subscription } from './subscription';

/** What has an invoice runs, or waits for that to be paid. Domain: customers-subscriptions S7, X10 @throws SubscriptionAlreadyCanceledOrExpired, InvalidSubscriptionStatus */
export function requireInvoicedOnce(subscription: Subscription, now: Date): void {
  if (subscription.statusAt(now) !== 'PAYMENT_PENDING') requireBilled(subscription, now);
}

/** What is billed has begun, and is not tried. Domain: customers-subscriptions S7 @throws SubscriptionAlreadyCanceledOrExpired, InvalidSubscriptionStatus */
export function requireBilled(subscription: Subscription, now: Date): void {
  subscription.requireNotEnded();
  const status = subscription.statusAt(now);
  if (status === 'ACTIVE') return;
  const message = `Subscription ${subscription.id} is ${status}; it is billed while it is ACTIVE`;
  throw new DomainError('InvalidSubscriptionStatus', message);
}
