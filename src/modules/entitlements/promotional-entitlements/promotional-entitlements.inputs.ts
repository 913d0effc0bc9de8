import type { ResetPeriod } from '#libs/business/values/reset-configuration';
import { Input } from '#libs/shape/classes';
import { Bool, Int, ListOf, Nested, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { CreatedAtFilter, ListQuery, queried } from '#libs/shape/list-query';
import { RefusesKey } from '#libs/shape/refused-keys';
import {
  MonthlyResetPeriodConfiguration,
  ResetPeriodEnum,
  WeeklyResetPeriodConfiguration,
  YearlyResetPeriodConfiguration,
} from '#modules/catalog/features';
import type { PromotionStatus } from './domain/promotional-entitlement';
import type { PromotionalPeriod } from './domain/promotional-period';
import { PeriodEnum, PromotionalEntitlementStatusEnum } from './promotional-entitlements.views';

const absent = { optional: true, nullable: true } as const;

/** How many one request may grant. */
const maxGrants = 100;

@Input('A feature for a while, or for good. What is absent is null.')
@RefusesKey('featureGroupIds', {
  code: 'UnsupportedParameter',
  message: 'not built in this release (granting feature groups); grant each of their features',
})
export class PromotionalEntitlementGrant {
  @Text({ min: 1, max: 255, description: 'Id of the feature.' }) featureId: string;
  @OneOf(PeriodEnum, { description: 'From now on.' }) period: PromotionalPeriod;

  @Timestamp({ ...absent, description: 'With period custom, which needs it.' })
  customEndDate?: Date | null;

  @Int({ min: 0, ...absent }) usageLimit?: number | null;
  @Bool(absent) hasUnlimitedUsage?: boolean | null;
  @Bool(absent) hasSoftLimit?: boolean | null;
  @ListOf({ max: 255 }, { ...absent, maxItems: 1000 }) enumValues?: string[] | null;
  @OneOf(ResetPeriodEnum, absent) resetPeriod?: ResetPeriod | null;

  @Nested(YearlyResetPeriodConfiguration, absent)
  yearlyResetPeriodConfiguration?: YearlyResetPeriodConfiguration | null;

  @Nested(MonthlyResetPeriodConfiguration, absent)
  monthlyResetPeriodConfiguration?: MonthlyResetPeriodConfiguration | null;

  @Nested(WeeklyResetPeriodConfiguration, absent)
  weeklyResetPeriodConfiguration?: WeeklyResetPeriodConfiguration | null;

  @Bool({ ...absent, description: 'Kept and told; default true.' }) isVisible?: boolean | null;
}

@Input()
export class GrantPromotionalEntitlementsBody {
  @ListOf(PromotionalEntitlementGrant, { maxItems: maxGrants, description: 'All or none.' })
  promotionalEntitlements: PromotionalEntitlementGrant[];
}

export class ListPromotionalEntitlementsQuery extends ListQuery {
  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;
  @ListOf(PromotionalEntitlementStatusEnum, queried) status?: PromotionStatus[];
}
