import { slugPattern } from '#libs/kernel/ids';
import { Input } from '#libs/shape/classes';
import { Int, ListOf, OneOf } from '#libs/shape/decorators';
import {
  CreateEntitlementsBody,
  OrderEntitlementsBody,
  SetFeatureGroupBody,
} from '#modules/catalog/package-entitlements';
import { ListPackagesQuery, PackageStatusEnum, type PackageStatus } from '#modules/catalog/package-versions';
import { CreatePackageBody, UpdatePackageBody } from '#modules/catalog/packages';

// More than a database integer holds is more than anybody subscribes to.
const quantity = { min: 1, max: 2 ** 31 - 1, optional: true, nullable: true } as const;

/** Spec: path parameter of createAddonEntitlements; other references are looked up as they are. */
const addonIdPattern = slugPattern;

@Input()
export class CreateAddonBody extends CreatePackageBody {
  @Int({ ...quantity, description: 'Null is unlimited.' }) maxQuantity?: number | null;
}

@Input()
export class UpdateAddonBody extends UpdatePackageBody {
  @ListOf(
    { min: 1, max: 255 },
    {
      optional: true,
      nullable: true,
      maxItems: 1000,
      description: 'Addons that must be on the subscription too. Replaces the whole list.',
    },
  )
  dependencies?: string[] | null;

  @Int({ ...quantity, description: 'Null is unlimited.' }) maxQuantity?: number | null;

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
