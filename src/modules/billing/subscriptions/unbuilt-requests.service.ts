import { badInput, DomainError, notBuilt } from '#libs/kernel/errors/domain-error';
import { refuseUnbuilt } from '#libs/kernel/unbuilt';
import type { CancellationTime } from '#modules/catalog/products';
import type { Subscription } from './domain/subscription';
import type { CancelSubscriptionBody, CreateSubscriptionBody } from './subscriptions.inputs';

const unbuilt = {
  appliedCoupon: 'applying coupons',
  billingInformation: 'billing',
  budget: 'budgets',
  cancellationDate: 'scheduled cancellation',
  minimumSpend: 'minimum spend',
  payingCustomerId: 'paying for another customer',
  priceOverrides: 'price overrides',
  salesforceId: 'the CRM link',
  startDate: 'scheduled and backdated start',
};

/** @throws UnsupportedParameter, CheckoutIsNotSupported, BillingIntegrationMissing for what cannot be provisioned yet */
export function refuseUnbuiltProvision(body: CreateSubscriptionBody): void {
  refuseUnbuilt(body, unbuilt);
  if (body.checkoutOptions != null) {
    throw new DomainError(
      'CheckoutIsNotSupported',
      'checkoutOptions: no provider with a checkout is connected; leave checkoutOptions out',
    );
  }
  if (body.trialOverrideConfiguration?.isTrial)
    throw notBuilt('trialOverrideConfiguration.isTrial', 'trials', 'send false');
  if (body.scheduleStrategy !== undefined && body.scheduleStrategy !== 'IMMEDIATE') {
    throw notBuilt('scheduleStrategy', 'changes at the end of a billing period or month', 'send IMMEDIATE');
  }
  if (body.paymentCollectionMethod === 'CHARGE' || body.paymentCollectionMethod === 'INVOICE') {
    const message = `paymentCollectionMethod ${body.paymentCollectionMethod} needs a billing connection; send NONE`;
    throw new DomainError('BillingIntegrationMissing', message);
  }
}

/**
 * FREE and CUSTOM subscriptions have no billing period to wait for and end at once unless they are told otherwise; of a PAID one the
 * product says when. Domain: customers-subscriptions X1, X3
 * @param usualTime of the product
 * @throws SubscriptionDoesNotHaveBillingPeriod, InvalidCancellationDate, UnsupportedParameter, BadUserInput
 */
export function refuseLaterCancellation(
  { endDate, prorate, ...body }: CancelSubscriptionBody,
  { purchase }: Subscription,
  usualTime: CancellationTime,
  now: Date,
): void {
  const cancellationTime = body.cancellationTime ?? (purchase ? usualTime : 'IMMEDIATE');
  if (cancellationTime === 'END_OF_BILLING_PERIOD' || prorate === true) {
    const field = prorate === true ? 'prorate' : 'cancellationTime';
    if (purchase && prorate === true) throw notBuilt(field, 'crediting the rest of the billing period');
    if (purchase) throw notBuilt(field, 'ending with the billing period', 'send IMMEDIATE');
    throw new DomainError(
      'SubscriptionDoesNotHaveBillingPeriod',
      `${field}: this subscription has no billing period`,
    );
  }
  if (cancellationTime === 'SPECIFIC_DATE') {
    if (!endDate || endDate <= now) {
      throw new DomainError(
        'InvalidCancellationDate',
        'endDate: SPECIFIC_DATE needs an instant in the future',
      );
    }
    throw notBuilt('cancellationTime', 'ending at an instant to come', 'send IMMEDIATE');
  }
  if (endDate) throw badInput('endDate goes with cancellationTime SPECIFIC_DATE only');
}
