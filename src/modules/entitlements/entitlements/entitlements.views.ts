import { Bool, ListOf, Nested, Num, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { viewVariants } from '#libs/shape/view-variants';
import type { ReadBalance, ToldCurrency } from '#modules/entitlements/credits';
import { View } from '#libs/shape/classes';
import { enumShape } from '#libs/shape/enum-shape';
import {
  FeatureStatusEnum,
  FeatureTypeEnum,
  ResetPeriodEnum,
  type FeatureStatus,
  type FeatureType,
} from '#modules/catalog/features';
import type { ResetPeriod } from '#modules/entitlements/metering';
import { EntitlementKindEnum } from '#modules/catalog/package-entitlements';
import type { AccessDeniedReason } from './domain/check-decision';
import { creditValidUntil } from './domain/credit-answer';
import type { FeatureAnswer } from './domain/feature-answer';

export const AccessDeniedReasonEnum = enumShape<AccessDeniedReason>('AccessDeniedReason', [
  'FeatureNotFound',
  'CustomerNotFound',
  'CustomerIsArchived',
  'CustomerResourceNotFound',
  'NoActiveSubscription',
  'NoFeatureEntitlementInSubscription',
  'RequestedUsageExceedingLimit',
  'RequestedValuesMismatch',
  'BudgetExceeded',
  'Unknown',
  'FeatureTypeMismatch',
  'Revoked',
  'InsufficientCredits',
  'EntitlementNotFound',
]);

@View('What a check says of the feature it asked about.')
export class EntitlementFeatureFeature {
  @Text() id: string;
  @Text() displayName: string;
  @OneOf(FeatureStatusEnum) featureStatus: FeatureStatus;
  @OneOf(FeatureTypeEnum) featureType: FeatureType;
}

@View('May this customer use this feature, now? Numbers that do not apply are left out.')
export class CustomerEntitlementFeature {
  @OneOf(AccessDeniedReasonEnum, { nullable: true, description: 'The first reason that holds.' })
  accessDeniedReason: AccessDeniedReason | null;

  @Bool() isGranted: boolean;
  @OneOf(EntitlementKindEnum, { only: 'FEATURE' }) type: 'FEATURE';
  @Num({ optional: true, description: 'Sold units in the running window.' }) currentUsage?: number;
  @Timestamp({ optional: true }) entitlementUpdatedAt?: Date;
  @Nested(EntitlementFeatureFeature, { optional: true }) feature?: EntitlementFeatureFeature;
  @Bool({ optional: true }) hasUnlimitedUsage?: boolean;
  @OneOf(ResetPeriodEnum, { optional: true, nullable: true }) resetPeriod?: ResetPeriod | null;
  @Num({ optional: true, nullable: true }) usageLimit?: number | null;
  @Timestamp({ optional: true }) usagePeriodAnchor?: Date;
  @Timestamp({ optional: true }) usagePeriodEnd?: Date;
  @Timestamp({ optional: true }) usagePeriodStart?: Date;

  @Timestamp({
    optional: true,
    description: 'The earliest instant at which the answer can change by itself.',
  })
  validUntil?: Date;

  static from(answer: FeatureAnswer): CustomerEntitlementFeature {
    const { accessDeniedReason, isGranted, feature, isArchived, entitlementUpdatedAt } = answer;
    const limits = limitsOf(answer);
    // JSON leaves out what is undefined. Each by its name: to spread them costs more than all else here.
    return {
      type: 'FEATURE',
      isGranted,
      accessDeniedReason,
      feature: feature ? featureOf(feature) : undefined,
      hasUnlimitedUsage: limits?.hasUnlimitedUsage,
      usageLimit: limits?.usageLimit,
      currentUsage: limits?.currentUsage,
      resetPeriod: limits?.resetPeriod,
      usagePeriodAnchor: limits?.usagePeriodAnchor,
      usagePeriodStart: limits?.usagePeriodStart,
      usagePeriodEnd: limits?.usagePeriodEnd,
      entitlementUpdatedAt: isArchived ? undefined : entitlementUpdatedAt,
      validUntil: answer.validUntil ?? undefined,
    };
  }
}

@View('The custom currency that a check asks about.')
export class Currency {
  @Text() currencyId: string;
  @Text() displayName: string;
  @Text({ optional: true, nullable: true }) description?: string | null;
  @StringMap({ optional: true, nullable: true }) metadata?: Record<string, string> | null;
  @Text({ optional: true, nullable: true }) unitPlural?: string | null;
  @Text({ optional: true, nullable: true }) unitSingular?: string | null;
}

@View('May this customer use credits of this currency, now?')
export class CustomerEntitlementCredit {
  @OneOf(AccessDeniedReasonEnum, { nullable: true, description: 'The first reason that holds.' })
  accessDeniedReason: AccessDeniedReason | null;

  @Nested(Currency) currency: Currency;
  @Num({
    looseInGraphql: true,
    description: 'Credits of all running grants that were used, and what is owed.',
  })
  currentUsage: number;
  @Bool() isGranted: boolean;
  @OneOf(EntitlementKindEnum, { only: 'CREDIT' }) type: 'CREDIT';
  @Num({ looseInGraphql: true, description: 'Credits of all running grants.' }) usageLimit: number;
  @Timestamp() usageUpdatedAt: Date;
  @Timestamp({ optional: true }) entitlementUpdatedAt?: Date;
  @Timestamp({ optional: true, description: 'End of the running recurring grant.' }) usagePeriodEnd?: Date;

  @Timestamp({
    optional: true,
    description: 'The earliest instant at which the answer can change by itself.',
  })
  validUntil?: Date;

  /** @param currencyId as it was asked for. Domain: entitlements-usage Q1, Q9 */
  static from(
    read: ReadBalance,
    currencyId: string,
    accessDeniedReason: AccessDeniedReason | null,
    now: Date,
  ): CustomerEntitlementCredit {
    const { currency, wallet } = read;
    return {
      type: 'CREDIT',
      isGranted: accessDeniedReason === null,
      accessDeniedReason,
      currency: currency ? currencyOf(currency) : { currencyId, displayName: currencyId },
      currentUsage: wallet?.used.toNumber() ?? 0,
      usageLimit: wallet?.granted.toNumber() ?? 0,
      usageUpdatedAt: wallet?.movedAt ?? now,
      usagePeriodEnd: wallet?.periodEnd ?? undefined,
      validUntil: creditValidUntil(read) ?? undefined,
    };
  }
}

/** What a customer is entitled to: a feature, or credits. */
export const CustomerEntitlement = viewVariants('CustomerEntitlement', {
  FEATURE: CustomerEntitlementFeature,
  CREDIT: CustomerEntitlementCredit,
});
export type CustomerEntitlement = CustomerEntitlementFeature | CustomerEntitlementCredit;

const currencyOf = ({ id, displayName, description, metadata, units }: ToldCurrency): Currency => ({
  currencyId: id,
  displayName,
  description,
  metadata,
  unitPlural: units?.plural ?? null,
  unitSingular: units?.singular ?? null,
});

type DeniedReason = 'CustomerNotFound' | 'NoActiveSubscription' | 'CustomerIsArchived';

export const CustomerEntitlementsDeniedReasonEnum = enumShape<DeniedReason>(
  'CustomerEntitlementsDeniedReason',
  ['CustomerNotFound', 'NoActiveSubscription', 'CustomerIsArchived'],
);

@View('Everything that a customer is entitled to.')
export class CustomerEntitlements {
  @OneOf(CustomerEntitlementsDeniedReasonEnum, { nullable: true })
  accessDeniedReason: DeniedReason | null;

  @ListOf(CustomerEntitlement) entitlements: CustomerEntitlement[];
}

const featureOf = ({ id, displayName, featureStatus, featureType }: EntitlementFeatureFeature) => ({
  id,
  displayName,
  featureStatus,
  featureType,
});

/** Numbers of a NUMBER feature only; a window only where usage is reset. Domain: entitlements-usage Q14 */
function limitsOf({
  feature,
  entitlement,
  window,
  currentUsage,
}: FeatureAnswer): Partial<CustomerEntitlementFeature> | undefined {
  if (!entitlement || feature?.featureType !== 'NUMBER') return undefined;
  const { grant, anchor } = entitlement;
  const { hasUnlimitedUsage, usageLimit, reset } = grant;
  const most = hasUnlimitedUsage ? null : usageLimit;
  if (feature.meterType === 'None') return { hasUnlimitedUsage, usageLimit: most, currentUsage };
  if (reset.period === null || !window?.end)
    return { hasUnlimitedUsage, usageLimit: most, currentUsage, resetPeriod: null };
  return {
    hasUnlimitedUsage,
    usageLimit: most,
    currentUsage,
    resetPeriod: reset.period,
    usagePeriodAnchor: anchor,
    usagePeriodStart: window.start,
    usagePeriodEnd: window.end,
  };
}
