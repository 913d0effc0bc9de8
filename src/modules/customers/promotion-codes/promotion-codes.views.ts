import { FlatPrice } from '#libs/business/shapes/money';
import { flatPriceOf } from '#libs/business/values/flat-price';
import { View } from '#libs/shape/classes';
import { Bool, Int, Nested, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { PromotionCodeStatus, PromotionCode as StoredPromotionCode } from './domain/promotion-code';

export const PromotionCodeStatusEnum = enumShape<PromotionCodeStatus>('PromotionCodeStatus', [
  'ACTIVE',
  'ARCHIVED',
]);

@View('What customers type to get a coupon.')
export class PromotionCode {
  @Text({ description: 'The code itself, as it was written at first; any letter case finds it.' }) id: string;
  @Text() couponId: string;
  @Timestamp() createdAt: Date;

  @Text({ nullable: true, description: 'The one who may redeem it; null for everybody.' })
  customerId: string | null;

  @Timestamp({ nullable: true, description: 'Not redeemable from this instant on.' }) expiresAt: Date | null;
  @Bool({ description: 'Only for those who have not paid an invoice yet.' }) firstPurchaseOnly: boolean;
  @Int({ min: 1, nullable: true, description: 'Null for any number.' }) maxRedemptions: number | null;
  @StringMap() metadata: Record<string, string>;

  @Nested(FlatPrice, { nullable: true, description: 'The order must reach it, before the discount.' })
  minimumAmount: FlatPrice | null;

  @OneOf(PromotionCodeStatusEnum, {
    description: 'Of the code alone: an end that is over, and an archived coupon, stop an ACTIVE one too.',
  })
  status: PromotionCodeStatus;

  @Int({ min: 0 }) timesRedeemed: number;
  @Timestamp() updatedAt: Date;

  static from(code: StoredPromotionCode): PromotionCode {
    return {
      id: code.id,
      couponId: code.couponId,
      createdAt: code.createdAt,
      customerId: code.customerId,
      expiresAt: code.expiresAt,
      firstPurchaseOnly: code.firstPurchaseOnly,
      maxRedemptions: code.maxRedemptions,
      metadata: code.metadata,
      minimumAmount: code.minimumAmount && flatPriceOf(code.minimumAmount),
      status: code.status,
      timesRedeemed: code.timesRedeemed,
      updatedAt: code.updatedAt,
    };
  }
}

@View('A code that cannot be redeemed is refused instead, with the reason as code.')
export class PromotionCodeValidation {
  @Bool({ description: 'True.' }) isRedeemable: boolean;
}
