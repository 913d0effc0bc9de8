import { PaymentCollectionMethodEnum } from '#libs/business/shapes/collection';
import type { CollectionMethod } from '#libs/business/values/collection-method';
import { Input } from '#libs/shape/classes';
import { Bool, Num, OneOf, Text } from '#libs/shape/decorators';
import { ExpirationPeriodEnum, ThresholdTypeEnum } from './auto-recharge.views';
import type { ExpirationPeriod, ThresholdType } from './domain/recharge-terms';

const reference = { min: 1, max: 255 } as const;

@Input('How the wallet of a customer is recharged, in place of what was said before.')
export class UpdateCreditAutoRechargeBody {
  @Text(reference) customerId: string;
  @Text({ ...reference, description: 'Id of the custom currency.' }) currencyId: string;
  @Bool() isEnabled: boolean;

  @OneOf(ThresholdTypeEnum, {
    optional: true,
    description:
      'What thresholdValue is: credits, the default, or what they cost at the price of a credit, in its currency.',
  })
  thresholdType?: ThresholdType;

  @Num({ description: 'A consumption that leaves less than this is followed by a recharge. 0 or more.' })
  thresholdValue: number;

  @Num({ description: 'Credits that a recharge fills the wallet up to. Above the threshold.' })
  targetBalance: number;

  @Num({
    optional: true,
    nullable: true,
    description:
      'Most that is spent in a calendar month (UTC), in the currency of the price. A recharge that would go beyond it is not bought, and disables them. Default, and null: no cap.',
  })
  maxSpendLimit?: number | null;

  @OneOf(ExpirationPeriodEnum, {
    optional: true,
    description: 'How long bought credits can be used. Default 1_YEAR.',
  })
  grantExpirationPeriod?: ExpirationPeriod;

  @OneOf(PaymentCollectionMethodEnum, {
    optional: true,
    nullable: true,
    description:
      'CHARGE: by the payment method of the customer. NONE: it is paid elsewhere. INVOICE is refused. Default, and null: as the subscription is collected that has the price.',
  })
  paymentCollectionMethod?: CollectionMethod | null;
}

export class GetCreditAutoRechargeQuery {
  @Text({ ...reference, description: 'Id of the custom currency.' }) currencyId: string;
  @Text(reference) customerId: string;
}
