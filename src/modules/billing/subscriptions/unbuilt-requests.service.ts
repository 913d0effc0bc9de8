import { DomainError } from '#libs/kernel/errors/domain-error';
import { refuseUnbuilt } from '#libs/kernel/unbuilt';
import type { UpdateSubscriptionBody } from './subscription-update.inputs';
import type { CreateSubscriptionBody } from './subscriptions.inputs';

const unbuilt = {
  appliedCoupon: 'applying coupons',
  billingInformation: 'billing',
  budget: 'budgets',
  minimumSpend: 'minimum spend',
  priceOverrides: 'price overrides',
  salesforceId: 'the CRM link',
};

/** @throws UnsupportedParameter for what cannot be changed yet */
export function refuseUnbuiltChange(body: UpdateSubscriptionBody): void {
  refuseUnbuilt(body, { ...unbuilt, promotionCode: 'applying coupons' });
}

/** @throws UnsupportedParameter, CheckoutIsNotSupported, BillingIntegrationMissing for what cannot be provisioned yet */
export function refuseUnbuiltProvision(body: CreateSubscriptionBody): void {
  refuseUnbuilt(body, unbuilt);
  if (body.checkoutOptions != null) {
    throw new DomainError(
      'CheckoutIsNotSupported',
      'checkoutOptions: no provider with a checkout is connected; leave checkoutOptions out',
    );
  }
  if (body.paymentCollectionMethod === 'CHARGE' || body.paymentCollectionMethod === 'INVOICE') {
    const message = `paymentCollectionMethod ${body.paymentCollectionMethod} needs a billing connection; send NONE`;
    throw new DomainError('BillingIntegrationMissing', message);
  }
}
