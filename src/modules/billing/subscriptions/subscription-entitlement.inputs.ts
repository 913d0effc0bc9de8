import { Input } from '#libs/shape/classes';
import { Bool, Int, Nested, Num, OneOf, Text } from '#libs/shape/decorators';
import { Variants } from '#libs/shape/variants';
import {
  MonthlyResetPeriodConfiguration,
  ResetPeriodEnum,
  WeeklyResetPeriodConfiguration,
  YearlyResetPeriodConfiguration,
} from '#modules/catalog/features';
import type { ResetPeriod } from '#modules/entitlements/metering';
import {
  type CreditCadence,
  CreditCadenceEnum,
  EntitlementKindEnum,
} from '#modules/catalog/package-entitlements';

const reference = { min: 1, max: 255 } as const;
const configuration = { optional: true, nullable: true } as const;

@Input('The value of a feature for one subscription.')
export class SubscriptionEntitlementFeature {
  @OneOf(EntitlementKindEnum, { only: 'FEATURE', restOnly: true }) type: 'FEATURE';
  @Text(reference) id: string;
  @Bool({ optional: true }) hasSoftLimit?: boolean;
  @Bool({ optional: true }) hasUnlimitedUsage?: boolean;
  @Int({ min: 0, optional: true }) usageLimit?: number;
  @OneOf(ResetPeriodEnum, { optional: true }) resetPeriod?: ResetPeriod;

  @Nested(YearlyResetPeriodConfiguration, configuration)
  yearlyResetPeriodConfiguration?: YearlyResetPeriodConfiguration | null;

  @Nested(MonthlyResetPeriodConfiguration, configuration)
  monthlyResetPeriodConfiguration?: MonthlyResetPeriodConfiguration | null;

  @Nested(WeeklyResetPeriodConfiguration, configuration)
  weeklyResetPeriodConfiguration?: WeeklyResetPeriodConfiguration | null;
}

@Input('Credits of each month or year for one subscription.')
export class SubscriptionEntitlementCredit {
  @OneOf(EntitlementKindEnum, { only: 'CREDIT', restOnly: true }) type: 'CREDIT';
  @Text(reference) id: string;
  @Num({ min: 0 }) amount: number;
  @OneOf(CreditCadenceEnum) cadence: CreditCadence;
}

@Variants('SubscriptionEntitlementInput', {
  FEATURE: SubscriptionEntitlementFeature,
  CREDIT: SubscriptionEntitlementCredit,
})
export class SubscriptionEntitlement {
  readonly type: 'FEATURE' | 'CREDIT';
}
