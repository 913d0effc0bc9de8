import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, viewUnion, WriteField } from '#libs/graphql/fields';
import { IdArg } from '#libs/http/reference';
import { asArguments } from '#libs/shape/classes';
import {
  EntitlementKindEnum,
  EntitlementPatch,
  packageEntitlementViews,
  VersionQuery,
  type EntitlementKind,
} from '#modules/catalog/packages';
import { AddonEntitlementsService } from './addon-entitlements.service';
import { addonIdPattern, CreateAddonEntitlementsBody, OrderAddonEntitlementsBody } from './addons.inputs';

const SelectionArgs = asArguments(VersionQuery);
const union = viewUnion('PackageEntitlement', packageEntitlementViews);

@Resolver()
export class AddonEntitlementsResolver {
  constructor(private readonly entitlements: AddonEntitlementsService) {}

  @WriteField(AddonEntitlementsService, 'create', { union })
  create(
    @IdArg('addonId', addonIdPattern) addonId: string,
    @Args('input') input: CreateAddonEntitlementsBody,
  ) {
    return this.entitlements.create(addonId, input);
  }

  @ReadField(AddonEntitlementsService, 'list', { union })
  list(
    @IdArg('addonId') addonId: string,
    @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>,
  ) {
    return this.entitlements.list(addonId, selection);
  }

  @WriteField(AddonEntitlementsService, 'order', { union })
  order(@IdArg('addonId') addonId: string, @Args('input') input: OrderAddonEntitlementsBody) {
    return this.entitlements.order(addonId, input);
  }

  @WriteField(AddonEntitlementsService, 'update', { union })
  update(@IdArg('addonId') addonId: string, @IdArg('id') id: string, @Args('input') input: EntitlementPatch) {
    return this.entitlements.update(addonId, id, input);
  }

  @WriteField(AddonEntitlementsService, 'delete', { union })
  delete(
    @IdArg('addonId') addonId: string,
    @IdArg('id') id: string,
    @Args('type', { type: () => EntitlementKindEnum.graphql, nullable: true }) type?: EntitlementKind,
  ) {
    return this.entitlements.delete(addonId, id, type);
  }
}
