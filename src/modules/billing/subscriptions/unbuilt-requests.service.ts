import { DomainError } from '#libs/kernel/errors/domain-error';
import { couponAsked } from './domain/coupon-request';
import type { UpdateSubscriptionBody } from './subscription-update.inputs';
import type { CreateSubscriptionBody } from './subscriptions.inputs';

/** @throws BadUserInput for more than one coupon */
export function refuseUnbuiltChange(body: UpdateSubscriptionBody): void {
  couponAsked(body);
}

/** @throws UnsupportedParameter, CheckoutIsNotSupported, BillingIntegrationMissing for what cannot be provisioned yet */
export function refuseUnbuiltProvision(body: CreateSubscriptionBody): void {
  couponAsked(body);
  if (body.checkoutOptions != null) {
    throw new DomainError(
      'CheckoutIsNotSupported',
      'checkoutOptions: no provider with a checkout is connected; leave checkoutOptions out',
    );
  }
  refuseCharge(body);
}

/** @throws BillingIntegrationMissing */
export function refuseCharge({
  paymentCollectionMethod: method,
}: Pick<CreateSubscriptionBody, 'paymentCollectionMethod'>): void {
  if (method !== 'CHARGE') return;
  const message =
    'paymentCollectionMethod CHARGE needs a payment provider, and none is connected; send INVOICE or NONE';
  throw new DomainError('BillingIntegrationMissing', message);
}
