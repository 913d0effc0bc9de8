import { PaymentCollectionMethodEnum } from '#libs/business/shapes/collection';
import { View } from '#libs/shape/classes';
import { Bool, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { AutoRecharge, RechargedWallet } from './domain/auto-recharge';
import {
  untouchedTerms,
  type ExpirationPeriod,
  type RechargeCollection,
  type RechargeTerms,
  type ThresholdType,
} from './domain/recharge-terms';

export const ThresholdTypeEnum = enumShape<ThresholdType>('CreditThresholdType', [
  'CREDIT_AMOUNT',
  'DOLLAR_AMOUNT',
]);
export const ExpirationPeriodEnum = enumShape<ExpirationPeriod>('CreditExpirationPeriod', [
  '1_MONTH',
  '1_YEAR',
]);

@View('How the wallet of a customer is recharged.')
export class CreditAutoRecharge {
  @Text({ nullable: true, description: 'Null where nobody has said how.' }) id: string | null;
  @Timestamp({ nullable: true }) createdAt: Date | null;
  @Text({ description: 'Id of the custom currency.' }) currencyId: string;
  @Text() customerId: string;
  @OneOf(ExpirationPeriodEnum, { description: 'How long bought credits can be used.' })
  grantExpirationPeriod: ExpirationPeriod;
  @Bool() isEnabled: boolean;
  @Num({ nullable: true, description: 'In a calendar month (UTC), in the currency of the price.' })
  maxSpendLimit: number | null;
  @OneOf(PaymentCollectionMethodEnum, {
    nullable: true,
    description: 'CHARGE, NONE, or null: as the subscription that has the price. Ours.',
  })
  paymentCollectionMethod: RechargeCollection | null;
  @Num({ description: 'Credits that a recharge fills the wallet up to.' }) targetBalance: number;
  @OneOf(ThresholdTypeEnum) thresholdType: ThresholdType;
  @Num({ description: 'A consumption that leaves less than this is followed by a recharge.' })
  thresholdValue: number;
  @Timestamp({ nullable: true, description: 'When it became so.' }) updatedAt: Date | null;

  static from(recharge: AutoRecharge): CreditAutoRecharge {
    const { id, createdAt, configuredAt: updatedAt } = recharge;
    return { ...settingsOf(recharge, recharge), id, createdAt, updatedAt };
  }

  /** Where nobody has said how. Domain: credits A1 */
  static untouched(wallet: Pick<RechargedWallet, 'customerId' | 'currencyId'>): CreditAutoRecharge {
    return { ...settingsOf(wallet, untouchedTerms), id: null, createdAt: null, updatedAt: null };
  }
}

const settingsOf = (
  { customerId, currencyId }: Pick<RechargedWallet, 'customerId' | 'currencyId'>,
  terms: RechargeTerms,
) => ({
  ...{ customerId, currencyId, isEnabled: terms.isEnabled, thresholdType: terms.thresholdType },
  thresholdValue: terms.thresholdValue.toNumber(),
  targetBalance: terms.targetBalance.toNumber(),
  maxSpendLimit: terms.maxSpendLimit?.toNumber() ?? null,
  grantExpirationPeriod: terms.grantExpirationPeriod,
  paymentCollectionMethod: terms.collectedBy,
});
