import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { CancellationTime } from '#modules/catalog/products';
import type { Subscription } from './subscription';

/** What a caller says of the end. */
export interface EndRequest {
  cancellationTime?: CancellationTime;
  endDate?: Date;
  prorate?: boolean;
}

/**
 * When it shall end. Where nobody says it, the product does; what is tried, has not begun or has no billing period ends at once.
 * Domain: customers-subscriptions X1, X4, T7, S7
 * @param usual of the product
 * @returns null: at once
 * @throws SubscriptionDoesNotHaveBillingPeriod, InvalidCancellationDate, TrialMustBeCancelledImmediately, InvalidSubscriptionStatus,
 *   BadUserInput; UnsupportedParameter for `prorate` of what is collected elsewhere
 */
export function endAskedFor(
  { cancellationTime: asked, endDate, prorate }: EndRequest,
  subscription: Subscription,
  usual: CancellationTime,
  now: Date,
): Date | null {
  const period = subscription.billingPeriodAt(now);
  const time = asked ?? (period ? usual : 'IMMEDIATE');
  if (endDate && time !== 'SPECIFIC_DATE')
    throw badInput('endDate goes with cancellationTime SPECIFIC_DATE only');
  if (time !== 'IMMEDIATE') requireBegun(subscription);
  if (prorate === true) requireProrated(subscription, time, period !== null);
  if (time === 'END_OF_BILLING_PERIOD') {
    if (!period)
      throw withoutPeriod(
        subscription,
        'cancellationTime',
        'send IMMEDIATE, or SPECIFIC_DATE with an endDate',
      );
    return earlier(period.end, subscription.cancellationDate);
  }
  if (time === 'IMMEDIATE') return null;
  if (endDate && endDate > now) return earlier(endDate, subscription.cancellationDate);
  throw new DomainError('InvalidCancellationDate', 'endDate: SPECIFIC_DATE needs an instant in the future');
}

const withoutPeriod = ({ id }: Subscription, field: string, remedy: string): DomainError =>
  new DomainError(
    'SubscriptionDoesNotHaveBillingPeriod',
    `${field}: subscription ${id} has no billing period; ${remedy}`,
  );

/** Domain: customers-subscriptions X3; contracts-billing V12 */
function requireProrated(subscription: Subscription, time: CancellationTime, hasPeriod: boolean): void {
  if (!hasPeriod) throw withoutPeriod(subscription, 'prorate', 'leave prorate out');
  if (time !== 'IMMEDIATE')
    throw badInput('prorate goes with cancellationTime IMMEDIATE only: nothing is left later');
  if (subscription.billing) return;
  const message =
    'prorate: this subscription is collected elsewhere (NONE), so nothing comes back here; leave prorate out';
  throw new DomainError('UnsupportedParameter', message);
}

/**
 * The end that a change decides; null takes it back. Domain: customers-subscriptions D1, X4, T7
 * @throws InvalidCancellationDate, TrialMustBeCancelledImmediately
 */
export function endPatched(
  subscription: Subscription,
  asked: Date | null | undefined,
  now: Date,
): Date | null | undefined {
  if (!asked) return asked;
  if (subscription.slot === 'TRIAL') requireBegun(subscription);
  return requireEnd(asked, subscription.startDate, now);
}

/** Domain: customers-subscriptions V6 @throws InvalidCancellationDate */
export function requireEnd(cancellationDate: Date, startDate: Date, now: Date): Date {
  if (cancellationDate > startDate && cancellationDate > now) return cancellationDate;
  const message = `cancellationDate: ${cancellationDate.toISOString()} is not after the start and after now; send a later instant`;
  throw new DomainError('InvalidCancellationDate', message);
}

/** Domain: customers-subscriptions S7, T7 */
function requireBegun({ slot, id }: Subscription): void {
  if (slot === 'TRIAL') {
    const message = `cancellationTime: subscription ${id} is in trial; send IMMEDIATE`;
    throw new DomainError('TrialMustBeCancelledImmediately', message);
  }
  if (slot !== null) return;
  const message = `cancellationTime: subscription ${id} has not begun and ends at once only; send IMMEDIATE`;
  throw new DomainError('InvalidSubscriptionStatus', message);
}

/** Of two ends the earlier one holds. Domain: customers-subscriptions X4 */
const earlier = (asked: Date, decided: Date | null): Date => (decided && decided < asked ? decided : asked);
