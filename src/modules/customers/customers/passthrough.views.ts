import { TaxId } from '#libs/business/shapes/billing-party';
import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import type { PostalAddress } from '#libs/business/values/postal-address';
import { View } from '#libs/shape/classes';
import { ListOf, Nested, OneOf, StringMap, Text } from '#libs/shape/decorators';
import type { Passthrough as StoredPassthrough, ProviderDetails } from './domain/passthrough';

const optional = { optional: true } as const;
const untold = { optional: true, description: 'Never told: not built in this release.' } as const;

@View('As it stands on a letter; what it has not is left out.')
export class BillingAddress {
  @Text(optional) line1?: string;
  @Text(optional) line2?: string;
  @Text(optional) city?: string;
  @Text(optional) state?: string;
  @Text(optional) postalCode?: string;
  @Text(optional) country?: string;

  static from(address: PostalAddress): BillingAddress {
    return Object.fromEntries(Object.entries(address).filter(([, part]) => part !== null));
  }
}

@View('What is not said is left out.')
export class StripePassthrough {
  @Nested(BillingAddress, optional) billingAddress?: BillingAddress;
  @Text(optional) customerName?: string;
  @StringMap(untold) invoiceCustomFields?: Record<string, string>;
  @StringMap(optional) metadata?: Record<string, string>;
  @Text(untold) paymentMethodId?: string;
  @Nested(BillingAddress, optional) shippingAddress?: BillingAddress;
  @ListOf(TaxId, optional) taxIds?: TaxId[];
}

@View('What is not said is left out.')
export class ZuoraPassthrough {
  @Nested(BillingAddress, optional) billingAddress?: BillingAddress;
  @OneOf(CurrencyEnum, untold) currency?: CurrencyCode;
  @StringMap(optional) metadata?: Record<string, string>;
  @Text(untold) paymentMethodId?: string;
}

@View('What billing providers are to know of the customer.')
export class Passthrough {
  @Nested(StripePassthrough, optional) stripe?: StripePassthrough;
  @Nested(ZuoraPassthrough, optional) zuora?: ZuoraPassthrough;

  static from({ stripe, zuora }: StoredPassthrough): Passthrough {
    return { ...(stripe && { stripe: toldOf(stripe) }), ...(zuora && { zuora: toldOf(zuora) }) };
  }
}

/** Of either provider: each keeps only what its shape takes. */
function toldOf({ billingAddress, shippingAddress, ...rest }: ProviderDetails): StripePassthrough {
  return {
    ...rest,
    ...(billingAddress && { billingAddress: BillingAddress.from(billingAddress) }),
    ...(shippingAddress && { shippingAddress: BillingAddress.from(shippingAddress) }),
  };
}
