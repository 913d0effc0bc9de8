import { CreatedAtFilter, ListQuery, queried } from '#libs/shape/list-query';
import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { Bool, ListOf, Nested, OneOf, StringMap, Text } from '#libs/shape/decorators';
import { ProductSetting, ProductStatusEnum, UsageResetCutoffEnum } from './products.views';
import type { ProductStatus, UsageResetCutoff } from './domain/product';

@Input()
export class CreateProductBody {
  @Text({ min: 1, max: 255, pattern: slugPattern }) id: string;
  @Text({ min: 1, max: 255 }) displayName: string;
  @Text({ max: 255, optional: true, nullable: true }) description?: string | null;
  @StringMap({ optional: true, nullable: true }) metadata?: Record<string, string> | null;
  @Bool({ optional: true, description: 'Default false.' }) multipleSubscriptions?: boolean;
}

@Input('Whether metered usage restarts when a subscription is changed.')
export class UsageResetCutoffRule {
  @OneOf(UsageResetCutoffEnum) behavior: UsageResetCutoff;
}

@Input()
export class UpdateProductBody {
  @Text({ min: 1, max: 255, optional: true }) displayName?: string;
  @Text({ max: 255, optional: true, nullable: true }) description?: string | null;

  @StringMap({ optional: true, nullable: true, description: 'Merged; a key with an empty text is removed.' })
  metadata?: Record<string, string> | null;

  @Bool({ optional: true }) multipleSubscriptions?: boolean;
  @Nested(ProductSetting, { optional: true }) productSettings?: ProductSetting;
  @Nested(UsageResetCutoffRule, { optional: true }) usageResetCutoffRule?: UsageResetCutoffRule;
}

@Input('What is absent is taken from the original.')
export class DuplicateProductBody {
  @Text({ min: 1, max: 255, pattern: slugPattern, description: 'Id of the copy.' }) targetId: string;
  @Text({ min: 1, max: 255, optional: true }) displayName?: string;
  @Text({ max: 255, optional: true, nullable: true }) description?: string | null;
}

export class ListProductsQuery extends ListQuery {
  @ListOf({ min: 1, max: 255 }, queried) id?: string[];
  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;
  @ListOf(ProductStatusEnum, queried) status?: ProductStatus[];
}
