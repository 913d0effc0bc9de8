import { refuseUnbuilt } from '#libs/kernel/unbuilt';
import { couponAsked } from './domain/coupon-request';
import type { UpdateSubscriptionBody } from './subscription-update.inputs';
import type { CreateSubscriptionBody } from './subscriptions.inputs';

const unbuilt = {
  salesforceId: 'the CRM link',
};

const unbuiltOfPages = {
  allowPromoCodes: 'asking for promotion codes on the page',
  allowTaxIdCollection: 'asking for tax ids on the page',
  collectBillingAddress: 'asking for an address on the page',
  collectPhoneNumber: 'asking for a phone number on the page',
  referenceId: 'a reference of the caller',
};

/** @throws UnsupportedParameter for what cannot be changed yet; BadUserInput for more than one coupon */
export function refuseUnbuiltChange(body: UpdateSubscriptionBody): void {
  refuseUnbuilt(body, unbuilt);
  couponAsked(body);
}

/** @throws UnsupportedParameter for what cannot be provisioned yet */
export function refuseUnbuiltProvision(body: CreateSubscriptionBody): void {
  refuseUnbuilt(body, unbuilt);
  couponAsked(body);
  const wanted = Object.entries(body.checkoutOptions ?? {}).filter(([, value]) => value !== false);
  refuseUnbuilt(Object.fromEntries(wanted), unbuiltOfPages, 'checkoutOptions.');
}
