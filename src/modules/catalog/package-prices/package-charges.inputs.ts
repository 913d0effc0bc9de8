import type { ResetPeriod } from '#libs/business/values/reset-configuration';
import { Input } from '#libs/shape/classes';
import { Bool, Int, ListOf, Nested, Num, OneOf, Text } from '#libs/shape/decorators';
import { ListQuery } from '#libs/shape/list-query';
import {
  ChargeMinimumSpend,
  OverageBillingPeriodEnum,
  OverageModel,
  PricingModel,
  type OverageBillingPeriod,
} from '#modules/catalog/charges';
import {
  MonthlyResetPeriodConfiguration,
  ResetPeriodEnum,
  WeeklyResetPeriodConfiguration,
  YearlyResetPeriodConfiguration,
} from '#modules/catalog/features';
import { type CreditCadence, CreditCadenceEnum } from '#modules/catalog/package-entitlements';
import {
  type PackageStatus,
  type PricingType,
  PackageStatusEnum,
  PricingTypeEnum,
} from '#modules/catalog/package-versions';

/** Above what a version may have, so that the rule of its price rows refuses in its own words. */
const prices = { optional: true, maxItems: 1000 } as const;
const configuration = { optional: true, nullable: true, description: 'A null is an absent one.' } as const;

@Input('The limit above which the overage begins, set on the draft; it becomes a soft one.')
export class OveragePricingModelEntitlement {
  @Text({ min: 1, max: 255 }) featureId: string;
  @Bool({ optional: true }) hasSoftLimit?: boolean;
  @Bool({ optional: true }) hasUnlimitedUsage?: boolean;

  @Nested(MonthlyResetPeriodConfiguration, configuration)
  monthlyResetPeriodConfiguration?: MonthlyResetPeriodConfiguration | null;

  @OneOf(ResetPeriodEnum, { optional: true }) resetPeriod?: ResetPeriod;
  @Num({ min: 0, optional: true }) usageLimit?: number;

  @Nested(WeeklyResetPeriodConfiguration, configuration)
  weeklyResetPeriodConfiguration?: WeeklyResetPeriodConfiguration | null;

  @Nested(YearlyResetPeriodConfiguration, configuration)
  yearlyResetPeriodConfiguration?: YearlyResetPeriodConfiguration | null;
}

@Input('The credits above which the overage begins, granted by the draft.')
export class CreditEntitlement {
  @Num({ min: 0 }) amount: number;
  @OneOf(CreditCadenceEnum) cadence: CreditCadence;
  @Text({ min: 1, max: 255 }) customCurrencyId: string;
}

@Input('What lies above a limit costs: of a feature, or of credits.')
export class OveragePricingModel extends OverageModel {
  @Nested(CreditEntitlement, { optional: true }) creditEntitlement?: CreditEntitlement;
  @Nested(OveragePricingModelEntitlement, { optional: true }) entitlement?: OveragePricingModelEntitlement;
}

@Input('The pricing type, and all price rows as soon as one of the lists is sent. Domain: catalog R1')
export class UpdatePlanCharge {
  @OneOf(PricingTypeEnum) pricingType: PricingType;

  @Text({ max: 255, optional: true, description: 'Of the price rows, at a billing provider.' })
  billingId?: string;

  @ListOf(ChargeMinimumSpend, { ...prices, nullable: true, description: 'Of a plan. Null is none.' })
  minimumSpend?: ChargeMinimumSpend[] | null;

  @OneOf(OverageBillingPeriodEnum, { optional: true, description: 'Default ON_SUBSCRIPTION_RENEWAL.' })
  overageBillingPeriod?: OverageBillingPeriod;

  @ListOf(OveragePricingModel, { ...prices, description: 'Of a plan.' })
  overagePricingModels?: OveragePricingModel[];

  @ListOf(PricingModel, prices) pricingModels?: PricingModel[];
}

/** Of the version that is told, or of the selected one. Domain: catalog L5 */
export class ListChargesQuery extends ListQuery {
  @Int({ min: 1, max: 32_767, optional: true, description: 'The version of this number. An addition.' })
  version?: number;

  @OneOf(PackageStatusEnum, { optional: true, description: 'The newest version in this state. An addition.' })
  status?: PackageStatus;

  @Text({
    min: 2,
    max: 2,
    optional: true,
    description:
      'A country code of ISO 3166-1: the rows on which a buyer there buys. Of all countries without it, which a publishable key may not ask for. An addition.',
  })
  billingCountryCode?: string;
}
