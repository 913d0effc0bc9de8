import { FlatPrice } from '#libs/business/shapes/money';
import { flatPriceOf } from '#libs/business/values/flat-price';
import { View } from '#libs/shape/classes';
import { Int, ListOf, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { CouponSource, CouponStatus, CouponType, Coupon as StoredCoupon } from './domain/coupon';

export const CouponStatusEnum = enumShape<CouponStatus>('CouponItemStatus', ['ACTIVE', 'ARCHIVED']);
export const CouponTypeEnum = enumShape<CouponType>('CouponType', ['FIXED', 'PERCENTAGE']);
// The third value stands in the contract and is never told here. Interface INDEX, "How to read it"
const CouponSourceEnum = enumShape('CouponSource', ['SERVICE', 'SERVICE_ADHOC', 'STRIPE']);

@View('A discount that can be given again and again.')
export class Coupon {
  @Text() id: string;

  @ListOf(FlatPrice, { nullable: true, description: 'At most one per currency; null for a percentage.' })
  amountsOff: FlatPrice[] | null;

  @Text({ nullable: true, description: 'Always null: billing integrations are not built in this release.' })
  billingId: string | null;

  @Text({ nullable: true, description: 'Always null: billing integrations are not built in this release.' })
  billingLinkUrl: string | null;

  @Timestamp() createdAt: Date;
  @Text({ nullable: true }) description: string | null;

  @Int({ min: 1, nullable: true, description: 'From the day that it is given; null lasts for ever.' })
  durationInMonths: number | null;

  @StringMap({ nullable: true }) metadata: Record<string, string> | null;
  @Text() name: string;

  @Int({ min: 1, max: 100, nullable: true, description: 'Null for fixed amounts.' })
  percentOff: number | null;

  @OneOf(CouponSourceEnum, { nullable: true }) source: CouponSource | null;
  @OneOf(CouponStatusEnum) status: CouponStatus;
  @OneOf(CouponTypeEnum, { description: 'Follows from percentOff and amountsOff.' }) type: CouponType;
  @Timestamp() updatedAt: Date;

  static from(coupon: StoredCoupon): Coupon {
    return {
      id: coupon.id,
      amountsOff: coupon.amountsOff?.map(flatPriceOf) ?? null,
      billingId: null,
      billingLinkUrl: null,
      createdAt: coupon.createdAt,
      description: coupon.description,
      durationInMonths: coupon.durationInMonths,
      metadata: coupon.metadata,
      name: coupon.name,
      percentOff: coupon.percentOff,
      source: coupon.source,
      status: coupon.status,
      type: coupon.type,
      updatedAt: coupon.updatedAt,
    };
  }
}
