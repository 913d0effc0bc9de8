import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Subscription } from './subscription';

/** What waits for its first payment is canceled or paid, and nothing else. Domain: customers-subscriptions S7 @throws InvalidSubscriptionStatus */
export function requireChangeable(subscription: Subscription, now: Date): void {
  if (subscription.statusAt(now) !== 'PAYMENT_PENDING') return;
  const message = `Subscription ${subscription.id} is PAYMENT_PENDING; pay or cancel it first`;
  throw new DomainError('InvalidSubscriptionStatus', message);
}
