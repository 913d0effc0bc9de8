import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { Int, ListOf, Nested, OneOf, StringMap, Text } from '#libs/shape/decorators';
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

const reference = { min: 1, max: 255 } as const;
// More than a database integer holds is more than anybody subscribes to.
const quantity = { min: 1, max: 2 ** 31 - 1, optional: true, nullable: true } as const;

/** Spec: path parameter of createAddonEntitlements; other references are looked up as they are. */
const addonIdPattern = slugPattern;

@Input()
export class CreateAddonBody {
  @Text({ ...reference, pattern: slugPattern }) id: string;
  @Text(reference) displayName: string;
  @Text(reference) productId: string;
  @Text({ max: 255, optional: true, nullable: true }) billingId?: string | null;
  @Text({ max: 255, optional: true, nullable: true }) description?: string | null;
  @Int({ ...quantity, description: 'Null is unlimited.' }) maxQuantity?: number | null;
  @StringMap({ optional: true }) metadata?: Record<string, string>;

  @OneOf(PricingTypeEnum, { optional: true, nullable: true, description: 'Needed before publishing.' })
  pricingType?: PricingType | null;

  @OneOf(PackageStatusEnum, { optional: true, description: 'DRAFT, or PUBLISHED at once; default DRAFT.' })
  status?: PackageStatus;
}

@Input()
export class UpdateAddonBody {
  @Text({ max: 255, optional: true, nullable: true }) billingId?: string | null;

  @Nested(UpdatePlanCharge, { optional: true, nullable: true, description: 'Null asks for nothing.' })
  charges?: UpdatePlanCharge | null;

  @ListOf(reference, {
    optional: true,
    nullable: true,
    maxItems: 1000,
    description: 'Addons that must be on the subscription too. Replaces the whole list.',
  })
  dependencies?: string[] | null;

  @Text({ max: 255, optional: true, nullable: true }) description?: string | null;
  @Text({ ...reference, optional: true }) displayName?: string;
  @Int({ ...quantity, description: 'Null is unlimited.' }) maxQuantity?: number | null;

  @StringMap({ optional: true, description: 'Merged; a key with an empty text is removed.' })
  metadata?: Record<string, string>;

  @OneOf(PackageStatusEnum, { optional: true, description: 'The present one; other routes change it.' })
  status?: PackageStatus;
}

export class ListAddonsQuery extends ListPackagesQuery {}

@Input()
export class CreateAddonEntitlementsBody extends CreateEntitlementsBody {}

@Input()
export class OrderAddonEntitlementsBody extends OrderEntitlementsBody {}

@Input()
export class SetAddonFeatureGroupBody extends SetFeatureGroupBody {}

export const packageDoors = { create: CreateAddonBody, update: UpdateAddonBody, list: ListAddonsQuery };
export const entitlementDoors = {
  owner: 'addonId',
  pattern: addonIdPattern,
  create: CreateAddonEntitlementsBody,
  order: OrderAddonEntitlementsBody,
};
export const featureGroupDoors = { owner: 'addonId', set: SetAddonFeatureGroupBody };
