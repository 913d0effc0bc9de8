import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, viewUnion, WriteField } from '#libs/graphql/fields';
import { list, one, serves, wholeList } from '#libs/http/endpoint';
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
const views = Object.values(packageEntitlementViews);
const union = viewUnion('PackageEntitlement', packageEntitlementViews);

@Resolver()
export class AddonEntitlementsResolver {
  constructor(private readonly entitlements: AddonEntitlementsService) {}

  @WriteField(serves(AddonEntitlementsService, 'create'), list(...views), {
    summary: 'Create entitlements on the draft of an addon, all or none.',
    union,
  })
  create(
    @IdArg('addonId', addonIdPattern) addonId: string,
    @Args('input') input: CreateAddonEntitlementsBody,
  ) {
    return this.entitlements.create(addonId, input);
  }

  @ReadField(serves(AddonEntitlementsService, 'list'), wholeList(...views), {
    summary: 'List the entitlements of an addon in display order.',
    union,
  })
  list(
    @IdArg('addonId') addonId: string,
    @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>,
  ) {
    return this.entitlements.list(addonId, selection);
  }

  @WriteField(serves(AddonEntitlementsService, 'order'), list(...views), {
    summary: 'Put the entitlements on the draft of an addon in order.',
    union,
  })
  order(@IdArg('addonId') addonId: string, @Args('input') input: OrderAddonEntitlementsBody) {
    return this.entitlements.order(addonId, input);
  }

  @WriteField(serves(AddonEntitlementsService, 'update'), one(...views), {
    summary: 'Change an entitlement on the draft of an addon.',
    union,
  })
  update(@IdArg('addonId') addonId: string, @IdArg('id') id: string, @Args('input') input: EntitlementPatch) {
    return this.entitlements.update(addonId, id, input);
  }

  @WriteField(serves(AddonEntitlementsService, 'delete'), one(...views), {
    summary: 'Delete an entitlement from the draft of an addon.',
    union,
  })
  delete(
    @IdArg('addonId') addonId: string,
    @IdArg('id') id: string,
    @Args('type', { type: () => EntitlementKindEnum.graphql, nullable: true }) type?: EntitlementKind,
  ) {
    return this.entitlements.delete(addonId, id, type);
  }
}
