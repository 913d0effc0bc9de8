import { badInput, DomainError, notBuilt } from '#libs/kernel/errors/domain-error';
import { refuseUnbuilt } from '#libs/kernel/unbuilt';
import type { CancelSubscriptionBody, CreateSubscriptionBody } from './subscriptions.inputs';

const unbuilt = {
  appliedCoupon: 'applying coupons',
  billingCountryCode: 'localised prices',
  billingInformation: 'billing',
  budget: 'budgets',
  cancellationDate: 'scheduled cancellation',
  charges: 'charges',
  minimumSpend: 'minimum spend',
  payingCustomerId: 'paying for another customer',
  priceOverrides: 'price overrides',
  salesforceId: 'the CRM link',
  startDate: 'scheduled and backdated start',
  unitQuantity: 'charges',
};

/** @throws UnsupportedParameter, CheckoutIsNotSupported, BillingIntegrationMissing for what cannot be provisioned yet */
export function refuseUnbuiltProvision(body: CreateSubscriptionBody): void {
  refuseUnbuilt(body, unbuilt);
  if (body.checkoutOptions != null) {
    throw new DomainError(
      'CheckoutIsNotSupported',
      'checkoutOptions: FREE and CUSTOM plans have nothing to check out',
    );
  }
  if (body.trialOverrideConfiguration?.isTrial)
    throw notBuilt('trialOverrideConfiguration.isTrial', 'trials');
  if (body.billingCycleAnchor === 'NOW') throw notBuilt('billingCycleAnchor', 'billing cycles');
  if (body.scheduleStrategy !== undefined && body.scheduleStrategy !== 'IMMEDIATE') {
    throw notBuilt('scheduleStrategy', 'scheduled changes');
  }
  if (body.paymentCollectionMethod === 'CHARGE' || body.paymentCollectionMethod === 'INVOICE') {
    const message = `paymentCollectionMethod ${body.paymentCollectionMethod} needs a billing connection; send NONE`;
    throw new DomainError('BillingIntegrationMissing', message);
  }
}

/**
 * FREE and CUSTOM subscriptions have no billing period to wait for. Domain: customers-subscriptions X1, X3
 * @throws SubscriptionDoesNotHaveBillingPeriod, InvalidCancellationDate, UnsupportedParameter, BadUserInput
 */
export function refuseLaterCancellation(
  { cancellationTime, endDate, prorate }: CancelSubscriptionBody,
  now: Date,
): void {
  if (cancellationTime === 'END_OF_BILLING_PERIOD' || prorate === true) {
    const field = prorate === true ? 'prorate' : 'cancellationTime';
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
    throw notBuilt('cancellationTime', 'scheduled cancellation');
  }
  if (endDate) throw badInput('endDate goes with cancellationTime SPECIFIC_DATE only');
}
