import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Input } from '#libs/shape/classes';
import { OneOf, Text } from '#libs/shape/decorators';
import { VendorIdentifierEnum, type VendorIdentifier } from '#modules/customers/integrations';

@Input()
export class AttachCustomerPaymentMethodBody {
  @Text({ min: 1, max: 255, description: 'Of the integration of the environment.' }) integrationId: string;

  @Text({ min: 1, max: 255, description: 'As the provider names it; never the number of a card.' })
  paymentMethodId: string;

  @OneOf(VendorIdentifierEnum) vendorIdentifier: VendorIdentifier;

  @OneOf(CurrencyEnum, { optional: true, nullable: true, description: 'From now on; null clears it.' })
  billingCurrency?: CurrencyCode | null;
}
