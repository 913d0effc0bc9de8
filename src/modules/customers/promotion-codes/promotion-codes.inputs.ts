import { FlatPrice } from '#libs/business/shapes/money';
import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { Bool, Int, ListOf, Nested, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { CreatedAtFilter, ListQuery, queried } from '#libs/shape/list-query';
import type { PromotionCodeStatus } from './domain/promotion-code';
import { PromotionCodeStatusEnum } from './promotion-codes.views';

const clearable = { optional: true, nullable: true } as const;
const reference = { min: 1, max: 255 } as const;
const most = 2 ** 31 - 1;

@Input()
export class CreatePromotionCodeBody {
  @Text({ ...reference, pattern: slugPattern, description: 'The code itself. Letter case does not matter.' })
  id: string;

  @Text(reference) couponId: string;

  @Text({ ...reference, ...clearable, description: 'Only this one may redeem it.' })
  customerId?: string | null;

  @Timestamp({ ...clearable, description: 'Never, when absent.' }) expiresAt?: Date | null;
  @Bool({ optional: true, description: 'Default false.' }) firstPurchaseOnly?: boolean;

  @Int({ min: 1, max: most, ...clearable, description: 'Any number, when absent.' })
  maxRedemptions?: number | null;

  @StringMap(clearable) metadata?: Record<string, string> | null;

  @Nested(FlatPrice, { ...clearable, description: 'The order must reach it, before the discount.' })
  minimumAmount?: FlatPrice | null;
}

@Input('What is absent stays, null clears. The code, its coupon and its customer never change.')
export class UpdatePromotionCodeBody {
  @Timestamp(clearable) expiresAt?: Date | null;
  @Bool({ optional: true }) firstPurchaseOnly?: boolean;

  @Int({ min: 1, max: most, ...clearable, description: 'Not below timesRedeemed.' })
  maxRedemptions?: number | null;

  @StringMap({ ...clearable, description: 'Merged; a key with an empty text is removed.' })
  metadata?: Record<string, string> | null;

  @Nested(FlatPrice, clearable) minimumAmount?: FlatPrice | null;
}

@Input('The purchase that the code is typed for.')
export class ValidatePromotionCodeBody {
  @Text({ ...reference, ...clearable, description: 'Absent for a buyer who is no customer yet.' })
  customerId?: string | null;

  @Nested(FlatPrice, { ...clearable, description: 'Before the discount. Absent, it reaches no minimum.' })
  subTotal?: FlatPrice | null;
}

export class ListPromotionCodesQuery extends ListQuery {
  @ListOf(reference, { ...queried, description: 'In any letter case.' }) id?: string[];
  @ListOf(reference, queried) couponId?: string[];
  @ListOf(reference, queried) customerId?: string[];
  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;
  @ListOf(PromotionCodeStatusEnum, queried) status?: PromotionCodeStatus[];
}
