import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { ListOf, Nested, OneOf, StringMap, Text } from '#libs/shape/decorators';
import {
  CreateEntitlementsBody,
  OrderEntitlementsBody,
  SetFeatureGroupBody,
} from '#modules/catalog/package-entitlements';
import { UpdatePlanCharge } from '#modules/catalog/package-prices';
import {
  ListPackagesQuery,
  PackageStatusEnum,
  PricingTypeEnum,
  type PackageStatus,
  type PricingType,
} from '#modules/catalog/package-versions';
import { DefaultTrialConfig } from './plans.views';

const reference = { min: 1, max: 255 } as const;

@Input()
export class CreatePlanBody {
  @Text({ ...reference, pattern: slugPattern }) id: string;
  @Text(reference) displayName: string;
  @Text(reference) productId: string;
  @Text({ max: 255, optional: true, nullable: true }) billingId?: string | null;

  @Nested(DefaultTrialConfig, { optional: true, nullable: true, description: 'Not of a FREE plan.' })
  defaultTrialConfig?: DefaultTrialConfig | null;

  @Text({ max: 255, optional: true, nullable: true }) description?: string | null;
  @StringMap({ optional: true }) metadata?: Record<string, string>;

  @Text({ ...reference, optional: true, nullable: true, description: 'The plan that it inherits from.' })
  parentPlanId?: string | null;

  @OneOf(PricingTypeEnum, { optional: true, nullable: true, description: 'Needed before publishing.' })
  pricingType?: PricingType | null;

  @OneOf(PackageStatusEnum, { optional: true, description: 'DRAFT, or PUBLISHED at once; default DRAFT.' })
  status?: PackageStatus;
}

@Input()
export class UpdatePlanBody {
  @Text({ max: 255, optional: true, nullable: true }) billingId?: string | null;

  @Nested(UpdatePlanCharge, { optional: true, nullable: true, description: 'Null asks for nothing.' })
  charges?: UpdatePlanCharge | null;

  @ListOf(reference, {
    optional: true,
    nullable: true,
    maxItems: 1000,
    description: 'Replaces the whole list.',
  })
  compatibleAddonIds?: string[] | null;

  @Nested(DefaultTrialConfig, { optional: true, nullable: true, description: 'Not of a FREE plan.' })
  defaultTrialConfig?: DefaultTrialConfig | null;

  @Text({ max: 255, optional: true, nullable: true }) description?: string | null;
  @Text({ ...reference, optional: true }) displayName?: string;

  @StringMap({ optional: true, description: 'Merged; a key with an empty text is removed.' })
  metadata?: Record<string, string>;

  @Text({ ...reference, optional: true, nullable: true }) parentPlanId?: string | null;
}

export class ListPlansQuery extends ListPackagesQuery {}

@Input()
export class CreatePlanEntitlementsBody extends CreateEntitlementsBody {}

@Input()
export class OrderPlanEntitlementsBody extends OrderEntitlementsBody {}

@Input()
export class SetPlanFeatureGroupBody extends SetFeatureGroupBody {}

export const packageDoors = { create: CreatePlanBody, update: UpdatePlanBody, list: ListPlansQuery };
export const entitlementDoors = {
  owner: 'planId',
  create: CreatePlanEntitlementsBody,
  order: OrderPlanEntitlementsBody,
};
export const featureGroupDoors = { owner: 'planId', set: SetPlanFeatureGroupBody };
