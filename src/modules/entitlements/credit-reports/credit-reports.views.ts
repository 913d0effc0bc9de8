import { CurrencyEnum } from '#libs/business/shapes/money';
import type { CurrencyCode } from '#libs/business/values/currency';
import { View } from '#libs/shape/classes';
import { ListOf, Nested, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { GrantTypeEnum, type GrantType } from '#modules/entitlements/credits';
import { KeyValueTag } from '#modules/entitlements/usage';
import type { CreditSeries } from './domain/credit-series';
import { toldMoney, type Revenue } from './domain/granted-revenue';

@View('Where the pages beside this one begin.')
export class ReportPagination {
  @Text({ nullable: true }) next: string | null;
  @Text({ nullable: true }) prev: string | null;
}

@View('A custom currency and how amounts of it are called.')
export class UsedCreditCurrency {
  @Text() currencyId: string;
  @Text() displayName: string;
  @Text({ nullable: true }) plural: string | null;
  @Text({ nullable: true }) singular: string | null;
  @Text({ nullable: true }) symbol: string | null;
}

@View('Credits that were consumed in a span of time.')
export class CreditUsagePoint {
  @Num({ description: 'Different events. Those of several points or series are not to be added up.' })
  eventCount: number;

  @Timestamp({ description: 'Begin of the hour, day, week or month, in UTC.' }) timestamp: Date;
  @Num() value: number;
}

@View('Consumption over time, of all that has the same feature and tags.')
export class CreditUsageSeries {
  @Num({ description: 'Different events.' }) eventCount: number;
  @Text({ nullable: true, description: 'Null: not asked for, or consumed by a call of its own.' })
  featureId: string | null;
  @Text({ nullable: true, description: 'As it is called now.' }) featureName: string | null;
  @ListOf(CreditUsagePoint) points: CreditUsagePoint[];
  @ListOf(KeyValueTag) tags: KeyValueTag[];
  @Num() totalCredits: number;
}

@View('Consumption of the credits of a customer over time.')
export class CreditUsage {
  @Nested(UsedCreditCurrency, { nullable: true, description: 'Null: the customer has no wallet.' })
  currency: UsedCreditCurrency | null;

  @Nested(ReportPagination) pagination: ReportPagination;
  @ListOf(CreditUsageSeries) series: CreditSeries[];
}

@View('What credits were worth, in whole units of a currency of money.')
export class CreditRevenueAmounts {
  @OneOf(CurrencyEnum) currency: CurrencyCode;
  @Num({ description: 'Of what was left at the end of the span.' }) deferred: number;
  @Num({ description: 'Of what was consumed in the span.' }) recognized: number;
  @Num({ description: 'Of what expired in the span.' }) breakage: number;

  static from(currency: CurrencyCode, { deferred, recognized, breakage }: Revenue): CreditRevenueAmounts {
    return {
      currency,
      ...{ deferred: toldMoney(deferred), recognized: toldMoney(recognized) },
      breakage: toldMoney(breakage),
    };
  }
}

@View('What the credits of one grant were worth.')
export class CreditGrantRevenue extends CreditRevenueAmounts {
  @Text() creditGrantId: string;
  @Text({ description: 'Id of the custom currency.' }) creditCurrencyId: string;
  @Text() displayName: string;
  @OneOf(GrantTypeEnum) grantType: GrantType;
  @Text({ nullable: true }) resourceId: string | null;
}

@View('What the credits of a customer were worth.')
export class CreditRevenue {
  @ListOf(CreditGrantRevenue, { description: 'Those that were made last come first.' })
  grants: CreditGrantRevenue[];

  @Nested(ReportPagination) pagination: ReportPagination;
  @Timestamp({ nullable: true, description: 'Null: from the first grant on.' }) startDate: Date | null;
  @Timestamp({ description: 'What happened before it is told.' }) endDate: Date;
  @ListOf(CreditRevenueAmounts, { description: 'Of all grants, one for each currency of money.' })
  totals: CreditRevenueAmounts[];
}
