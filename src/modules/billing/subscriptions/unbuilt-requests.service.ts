import { DomainError } from '#libs/kernel/errors/domain-error';
import { refuseUnbuilt } from '#libs/kernel/unbuilt';
import { couponAsked } from './domain/coupon-request';
import type { UpdateSubscriptionBody } from './subscription-update.inputs';
import type { CreateSubscriptionBody } from './subscriptions.inputs';

const unbuilt = {
  salesforceId: 'the CRM link',
};

/** @throws UnsupportedParameter for what cannot be changed yet; BadUserInput for more than one coupon */
export function refuseUnbuiltChange(body: UpdateSubscriptionBody): void {
  refuseUnbuilt(body, unbuilt);
  couponAsked(body);
}

/** @throws UnsupportedParameter, CheckoutIsNotSupported for what cannot be provisioned yet */
export function refuseUnbuiltProvision(body: CreateSubscriptionBody): void {
  refuseUnbuilt(body, unbuilt);
  couponAsked(body);
  if (body.checkoutOptions != null) {
    throw new DomainError(
      'CheckoutIsNotSupported',
      'checkoutOptions: no provider with a checkout is connected; leave checkoutOptions out',
    );
  }
}
