import { DomainError } from '#libs/kernel/errors/domain-error';
import type { SubscriptionStatus } from './subscription-life';

/** Who pays instead of its customer: the key that rows refer by, and the id that it is told by; nulls where nobody does. */
export interface Payer {
  payingCustomerUid: string | null;
  payingCustomerId: string | null;
}

/** What pays for itself has no other payer. Domain: customers-subscriptions X7 */
export const payerOf = ({ uid, id }: { uid: string; id: string }, customerUid: string): Payer =>
  uid === customerUid
    ? { payingCustomerUid: null, payingCustomerId: null }
    : { payingCustomerUid: uid, payingCustomerId: id };

interface Delegable {
  id: string;
  statusAt(now: Date): SubscriptionStatus;
  requireNotEnded(): void;
}

/** Domain: customers-subscriptions S7 */
const delegableStatuses: readonly SubscriptionStatus[] = ['NOT_STARTED', 'ACTIVE'];

/**
 * Neither in a trial nor before its first payment. Domain: customers-subscriptions S7
 * @throws SubscriptionAlreadyCanceledOrExpired, InvalidSubscriptionStatus
 */
export function requireDelegable(subscription: Delegable, now: Date): void {
  subscription.requireNotEnded();
  const status = subscription.statusAt(now);
  if (delegableStatuses.includes(status)) return;
  throw new DomainError(
    'InvalidSubscriptionStatus',
    `Subscription ${subscription.id} is ${status}; it can be delegated while it is ${delegableStatuses.join(' or ')}`,
  );
}
