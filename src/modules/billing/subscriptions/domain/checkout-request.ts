import { DomainError } from '#libs/kernel/errors/domain-error';
import { refuseUnbuilt } from '#libs/kernel/unbuilt';
import type { PricingType } from '#modules/catalog/package-versions';
import type { CollectionMethod } from './billing';

/** What a page asks for that somebody pays on: the payment alone. */
const unserved = {
  allowPromoCodes: 'asking for promotion codes on the page',
  allowTaxIdCollection: 'asking for tax ids on the page',
  collectBillingAddress: 'asking for an address on the page',
  collectPhoneNumber: 'asking for a phone number on the page',
  referenceId: 'a reference of the caller',
};

/** @throws UnsupportedParameter naming the field */
export function refuseUnserved(options: object = {}): void {
  const wanted = Object.entries(options).filter(([, value]) => value !== false);
  refuseUnbuilt(Object.fromEntries(wanted), unserved, 'checkoutOptions.');
}

/** Domain: customers-subscriptions V9 @throws CheckoutIsNotSupported */
export function requireCheckout(
  { id, pricingType }: { id: string; pricingType: PricingType },
  { checkoutOptions }: { checkoutOptions?: object },
  method: CollectionMethod | undefined,
): void {
  if (!checkoutOptions || method === 'CHARGE') return;
  const message =
    pricingType === 'PAID'
      ? `checkoutOptions: plan ${id} would be collected by ${method ?? 'NONE'}; a page asks for what is collected by CHARGE, which needs a payment provider`
      : `checkoutOptions: plan ${id} is ${pricingType}, and nothing is paid for it; leave checkoutOptions out`;
  throw new DomainError('CheckoutIsNotSupported', message);
}
