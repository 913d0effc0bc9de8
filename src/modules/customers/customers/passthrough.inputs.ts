import { maxTaxIds, PostalAddress, TaxId } from '#libs/business/shapes/billing-party';
import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Input } from '#libs/shape/classes';
import { ListOf, Nested, OneOf, StringMap, Text } from '#libs/shape/decorators';

const clearable = { optional: true, nullable: true } as const;
const unbuilt = { ...clearable, description: 'Not built: answers UnsupportedParameter unless it is empty.' };

@Input('What is absent stays, null clears; addresses and taxIds are replaced as a whole, metadata is merged.')
export class StripePassthroughBody {
  @Nested(PostalAddress, clearable) billingAddress?: PostalAddress | null;
  @Nested(PostalAddress, clearable) shippingAddress?: PostalAddress | null;
  @ListOf(TaxId, { maxItems: maxTaxIds, ...clearable }) taxIds?: TaxId[] | null;
  @Text({ max: 255, ...clearable }) customerName?: string | null;
  @StringMap({ optional: true }) metadata?: Record<string, string>;
  @StringMap(unbuilt) invoiceCustomFields?: Record<string, string> | null;
  @Text(unbuilt) paymentMethodId?: string | null;
}

@Input('What is absent stays, null clears; the address is replaced as a whole, metadata is merged.')
export class ZuoraPassthroughBody {
  @Nested(PostalAddress, clearable) billingAddress?: PostalAddress | null;
  @StringMap({ optional: true }) metadata?: Record<string, string>;
  @OneOf(CurrencyEnum, unbuilt) currency?: CurrencyCode | null;
  @Text(unbuilt) paymentMethodId?: string | null;
}

@Input('What billing providers are to know of the customer. What is absent stays, null clears.')
export class PassthroughBody {
  @Nested(StripePassthroughBody, clearable) stripe?: StripePassthroughBody | null;
  @Nested(ZuoraPassthroughBody, clearable) zuora?: ZuoraPassthroughBody | null;
}
