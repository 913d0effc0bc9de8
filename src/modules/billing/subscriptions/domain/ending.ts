import { badInput, DomainError, notBuilt } from '#libs/kernel/errors/domain-error';
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
 *   BadUserInput; UnsupportedParameter for `prorate`
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
  if (prorate === true || time === 'END_OF_BILLING_PERIOD') {
    const field = prorate === true ? 'prorate' : 'cancellationTime';
    if (!period)
      throw new DomainError(
        'SubscriptionDoesNotHaveBillingPeriod',
        `${field}: subscription ${subscription.id} has no billing period; ${prorate === true ? 'leave prorate out' : 'send IMMEDIATE, or SPECIFIC_DATE with an endDate'}`,
      );
    if (prorate === true) throw notBuilt(field, 'crediting the rest of the billing period');
    return earlier(period.end, subscription.cancellationDate);
  }
  if (time === 'IMMEDIATE') return null;
  if (endDate && endDate > now) return earlier(endDate, subscription.cancellationDate);
  throw new DomainError('InvalidCancellationDate', 'endDate: SPECIFIC_DATE needs an instant in the future');
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
  const message = `cancellationTime: subscription ${id} is NOT_STARTED and ends at once only; send IMMEDIATE`;
  throw new DomainError('InvalidSubscriptionStatus', message);
}

/** Of two ends the earlier one holds. Domain: customers-subscriptions X4 */
const earlier = (asked: Date, decided: Date | null): Date => (decided && decided < asked ? decided : asked);
