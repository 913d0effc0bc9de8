import { View } from '#libs/shape/classes';
import { Bool, Int, ListOf, Nested, Num, OneOf, StringMap, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import {
  changedAt,
  Entitlement,
  PackageStatusEnum,
  PricingTypeEnum,
  type PackageAtVersion,
  type PackageStatus,
  type PricingType,
} from '#modules/packages';

const TrialUnitEnum = enumShape('TrialUnit', ['DAY', 'MONTH']);
const TrialEndBehaviorEnum = enumShape('DefaultTrialEndBehavior', ['CONVERT_TO_PAID', 'CANCEL_SUBSCRIPTION']);

@View()
class TrialBudget {
  @Bool()
  hasSoftLimit: boolean;

  @Num()
  limit: number;
}

@View('The trial that new subscriptions start with. Null in this release.')
class DefaultTrialConfig {
  @Num()
  duration: number;

  @OneOf(TrialUnitEnum)
  units: string;

  @Nested(TrialBudget, { optional: true, nullable: true })
  budget?: TrialBudget | null;

  @OneOf(TrialEndBehaviorEnum, { optional: true, nullable: true })
  trialEndBehavior?: string | null;
}

@View('A package that subscriptions are based on.')
export class Plan {
  @Text()
  id: string;

  @Text({ nullable: true })
  billingId: string | null;

  @ListOf({}, { nullable: true })
  compatibleAddonIds: string[] | null;

  @Timestamp()
  createdAt: Date;

  @Nested(DefaultTrialConfig, { nullable: true })
  defaultTrialConfig: DefaultTrialConfig | null;

  @Text({ nullable: true })
  description: string | null;

  @Text()
  displayName: string;

  @ListOf(Entitlement, { description: 'Its own, not the inherited ones, in display order.' })
  entitlements: Entitlement[];

  @Bool({ nullable: true })
  isLatest: boolean | null;

  @StringMap()
  metadata: Record<string, string>;

  @Text({ nullable: true })
  parentPlanId: string | null;

  @OneOf(PricingTypeEnum, { nullable: true })
  pricingType: PricingType | null;

  @Text()
  productId: string;

  @OneOf(PackageStatusEnum)
  status: PackageStatus;

  @Timestamp({ description: 'Of the version or of what all versions share, whichever changed later.' })
  updatedAt: Date;

  @Int({ max: 32_767 })
  versionNumber: number;

  static from(told: PackageAtVersion): Plan {
    const { id, billingId, createdAt, description, displayName, metadata, productId } = told.package;
    const { isLatest, parentPlanId, pricingType, status, versionNumber } = told.version;
    const compatibleAddonIds = told.version.compatibleAddons?.map((addon) => addon.id) ?? null;
    const shared = { id, billingId, createdAt, description, displayName, metadata, productId };
    const version = { isLatest, parentPlanId, pricingType, status, versionNumber, compatibleAddonIds };
    const entitlements = told.entitlements.map(Entitlement.from);
    return { ...shared, ...version, entitlements, defaultTrialConfig: null, updatedAt: changedAt(told) };
  }
}
