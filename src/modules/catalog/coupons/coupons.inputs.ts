import { FlatPrice } from '#libs/business/shapes/money';
import { currencyCodes } from '#libs/business/values/currency';
import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { Int, ListOf, Nested, Num, StringMap, Text } from '#libs/shape/decorators';
import { CreatedAtFilter, ListQuery, queried } from '#libs/shape/list-query';
import { CouponStatusEnum, CouponTypeEnum } from './coupons.views';
import type { CouponStatus, CouponType } from './domain/coupon';

// The contract wants every key and takes null; the rules make these optional, so absent means null (interface INDEX).
const absentOrNull = { optional: true, nullable: true } as const;

@Input('Exactly one of percentOff and amountsOff.')
export class CreateCouponBody {
  @Text({ min: 1, max: 255, pattern: slugPattern }) id: string;

  @ListOf(FlatPrice, {
    minItems: 1,
    maxItems: currencyCodes.length,
    ...absentOrNull,
    description: 'Each currency once, above 0.',
  })
  amountsOff?: FlatPrice[] | null;

  @Text({ max: 255, ...absentOrNull }) description?: string | null;

  @Int({
    min: 1,
    max: 1200,
    ...absentOrNull,
    description: 'From the day that it is given; null lasts for ever.',
  })
  durationInMonths?: number | null;

  @StringMap(absentOrNull) metadata?: Record<string, string> | null;
  @Text({ min: 1, max: 40 }) name: string;
  @Num({ min: 1, max: 100, ...absentOrNull, description: 'A whole number.' }) percentOff?: number | null;
}

@Input('What it takes off and for how long never changes.')
export class UpdateCouponBody {
  @Text({ max: 255, ...absentOrNull }) description?: string | null;

  @StringMap({ ...absentOrNull, description: 'Merged; a key with an empty text is removed.' })
  metadata?: Record<string, string> | null;

  @Text({ min: 1, max: 40, optional: true }) name?: string;
}

export class ListCouponsQuery extends ListQuery {
  @ListOf({ min: 1, max: 255 }, queried) id?: string[];
  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;
  @ListOf(CouponStatusEnum, queried) status?: CouponStatus[];
  @ListOf(CouponTypeEnum, queried) type?: CouponType[];
}
