import { Input } from '#libs/shape/classes';
import { ListOf, Nested, Text } from '#libs/shape/decorators';
import {
  CreateEntitlementsBody,
  OrderEntitlementsBody,
  SetFeatureGroupBody,
} from '#modules/catalog/package-entitlements';
import { ListPackagesQuery } from '#modules/catalog/package-versions';
import { CreatePackageBody, UpdatePackageBody } from '#modules/catalog/packages';
import { DefaultTrialConfig } from './plans.views';

const reference = { min: 1, max: 255 } as const;

@Input()
export class CreatePlanBody extends CreatePackageBody {
  @Nested(DefaultTrialConfig, { optional: true, nullable: true, description: 'Not of a FREE plan.' })
  defaultTrialConfig?: DefaultTrialConfig | null;

  @Text({ ...reference, optional: true, nullable: true, description: 'The plan that it inherits from.' })
  parentPlanId?: string | null;
}

@Input()
export class UpdatePlanBody extends UpdatePackageBody {
  @ListOf(reference, {
    optional: true,
    nullable: true,
    maxItems: 1000,
    description: 'Replaces the whole list.',
  })
  compatibleAddonIds?: string[] | null;

  @Nested(DefaultTrialConfig, { optional: true, nullable: true, description: 'Not of a FREE plan.' })
  defaultTrialConfig?: DefaultTrialConfig | null;

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
