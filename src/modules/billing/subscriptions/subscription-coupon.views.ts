import { FlatPrice } from '#libs/business/shapes/money';
import { flatPriceOf } from '#libs/business/values/flat-price';
import {
  endOfHeld,
  statusOfHeld,
  type HeldCoupon,
  type HeldCouponStatus,
} from '#libs/business/values/held-coupon';
import { View } from '#libs/shape/classes';
import { ListOf, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';

const CouponStatusEnum = enumShape<HeldCouponStatus>('CouponStatus', ['ACTIVE', 'EXPIRED', 'REMOVED']);

@View('A coupon that was given to a subscription, as it was called then.')
export class SubscriptionCoupon {
  @Text() id: string;
  @Text() name: string;

  @OneOf(CouponStatusEnum, {
    description:
      'ACTIVE also before startDate; EXPIRED by its duration; REMOVED when another one took its place.',
  })
  status: HeldCouponStatus;

  @ListOf(FlatPrice, { optional: true, nullable: true, description: 'Null for a percentage.' })
  amountsOff: FlatPrice[] | null;

  @Num({ optional: true, nullable: true, description: 'Null for fixed amounts.' }) percentOff: number | null;

  @Timestamp({
    optional: true,
    description:
      'From when it takes off, and its months are counted. An addition of ours (customers-subscriptions N4).',
  })
  startDate: Date;

  @Timestamp({
    optional: true,
    nullable: true,
    description: 'From when it does not; null: for ever. An addition of ours (customers-subscriptions N4).',
  })
  endDate: Date | null;

  /** @param at when it is told, or when its subscription ended */
  static from(held: HeldCoupon, at: Date): SubscriptionCoupon {
    const { id, name, percentOff, amountsOff, startsAt, removedAt } = held;
    return {
      ...{ id, name, percentOff, status: statusOfHeld(held, at) },
      amountsOff: amountsOff?.map(flatPriceOf) ?? null,
      startDate: new Date(startsAt),
      endDate: removedAt === null ? endOfHeld(held) : new Date(removedAt),
    };
  }
}
