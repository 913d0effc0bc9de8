import { Shared, View } from '#libs/shape/classes';
import { Bool, Int, ListOf, Nested, Num, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import { OverageBillingPeriodEnum, type OverageBillingPeriod } from '#modules/catalog/charges';
import { Entitlement } from '#modules/catalog/package-entitlements';
import {
  PackageStatusEnum,
  PricingTypeEnum,
  type DefaultTrial,
  type PackageStatus,
  type PricingType,
  type TrialEndBehavior,
  type TrialUnit,
} from '#modules/catalog/package-versions';
import { changedAt, type PackageAtVersion } from '#modules/catalog/packages';

const TrialUnitEnum = enumShape<TrialUnit>('TrialUnit', ['DAY', 'MONTH']);
const TrialEndBehaviorEnum = enumShape<TrialEndBehavior>('DefaultTrialEndBehavior', [
  'CONVERT_TO_PAID',
  'CANCEL_SUBSCRIPTION',
]);

@Shared('The most that usage may be worth during the trial.')
export class TrialBudget {
  @Bool({ description: 'Whether more is reported and not denied.' }) hasSoftLimit: boolean;
  @Num({ min: 0 }) limit: number;
}

@Shared('The trial that new subscriptions start with.')
export class DefaultTrialConfig {
  @Num({ description: 'A whole number of units.' }) duration: number;
  @OneOf(TrialUnitEnum) units: TrialUnit;
  @Nested(TrialBudget, { optional: true, nullable: true }) budget?: TrialBudget | null;

  @OneOf(TrialEndBehaviorEnum, {
    optional: true,
    nullable: true,
    description: 'Default CANCEL_SUBSCRIPTION.',
  })
  trialEndBehavior?: TrialEndBehavior | null;

  static from({ duration, units, trialEndBehavior, budget }: DefaultTrial): DefaultTrialConfig {
    const told = budget && { limit: Number(budget.limit), hasSoftLimit: budget.hasSoftLimit };
    return { duration, units, trialEndBehavior, budget: told };
  }
}

@View('A package that subscriptions are based on.')
export class Plan {
  @Text() id: string;
  @Text({ nullable: true }) billingId: string | null;
  @ListOf({}, { nullable: true }) compatibleAddonIds: string[] | null;
  @Timestamp() createdAt: Date;
  @Nested(DefaultTrialConfig, { nullable: true }) defaultTrialConfig: DefaultTrialConfig | null;
  @Text({ nullable: true }) description: string | null;
  @Text() displayName: string;

  @ListOf(Entitlement, { description: 'Its own, not the inherited ones, in display order.' })
  entitlements: Entitlement[];

  @Bool({ nullable: true }) isLatest: boolean | null;
  @StringMap() metadata: Record<string, string>;

  @OneOf(OverageBillingPeriodEnum, {
    nullable: true,
    description: 'When overage is billed; null is ON_SUBSCRIPTION_RENEWAL. An addition.',
  })
  overageBillingPeriod: OverageBillingPeriod | null;

  @Text({ nullable: true }) parentPlanId: string | null;
  @OneOf(PricingTypeEnum, { nullable: true }) pricingType: PricingType | null;
  @Text() productId: string;
  @OneOf(PackageStatusEnum) status: PackageStatus;

  @Timestamp({ description: 'Of the version or of what all versions share, whichever changed later.' })
  updatedAt: Date;

  @Int({ max: 32_767 }) versionNumber: number;

  static from(told: PackageAtVersion): Plan {
    const { id, billingId, createdAt, description, displayName, metadata, productId } = told.package;
    const { isLatest, overageBillingPeriod, parentPlanId, pricingType, status, versionNumber } = told.version;
    const trial = told.version.defaultTrialConfig;
    const compatibleAddonIds = told.version.compatibleAddons?.map((addon) => addon.id) ?? null;
    const shared = { id, billingId, createdAt, description, displayName, metadata, productId };
    const version = { isLatest, parentPlanId, pricingType, status, versionNumber, compatibleAddonIds };
    const entitlements = told.entitlements.map(Entitlement.from);
    const defaultTrialConfig = trial && DefaultTrialConfig.from(trial);
    const terms = { ...version, defaultTrialConfig, overageBillingPeriod };
    return { ...shared, ...terms, entitlements, updatedAt: changedAt(told) };
  }
}
