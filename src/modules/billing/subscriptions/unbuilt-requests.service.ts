import { DomainError } from '#libs/kernel/errors/domain-error';
import { refuseUnbuilt } from '#libs/kernel/unbuilt';
import { couponAsked } from './domain/coupon-request';
import type { UpdateSubscriptionBody } from './subscription-update.inputs';
import type { CreateSubscriptionBody } from './subscriptions.inputs';

const unbuilt = {
  minimumSpend: 'minimum spend',
  priceOverrides: 'price overrides',
  salesforceId: 'the CRM link',
};

/** @throws UnsupportedParameter for what cannot be changed yet; BadUserInput for more than one coupon */
export function refuseUnbuiltChange(body: UpdateSubscriptionBody): void {
  refuseUnbuilt(body, unbuilt);
  const { couponId: _, ...billing } = body.billingInformation ?? {};
  const unbuiltBilling = Object.fromEntries(Object.keys(billing).map((field) => [field, 'billing']));
  refuseUnbuilt(billing, unbuiltBilling, 'billingInformation.');
  couponAsked(body);
}

/** @throws UnsupportedParameter, CheckoutIsNotSupported, BillingIntegrationMissing for what cannot be provisioned yet */
export function refuseUnbuiltProvision(body: CreateSubscriptionBody): void {
  refuseUnbuilt(body, { ...unbuilt, billingInformation: 'billing' });
  couponAsked(body);
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
