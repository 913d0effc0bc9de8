import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { IdArg } from '#libs/http/reference';
import { asArguments } from '#libs/shape/classes';
import { PackageFeatureGroup, VersionQuery } from '#modules/catalog/packages';
import { AddonFeatureGroupsService } from './addon-feature-groups.service';
import { SetAddonFeatureGroupBody } from './addons.inputs';

const SelectionArgs = asArguments(VersionQuery);

@Resolver(() => PackageFeatureGroup)
export class AddonFeatureGroupsResolver {
  constructor(private readonly groups: AddonFeatureGroupsService) {}

  @ReadField(AddonFeatureGroupsService, 'list')
  list(
    @IdArg('addonId') addonId: string,
    @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>,
  ) {
    return this.groups.list(addonId, selection);
  }

  @WriteField(AddonFeatureGroupsService, 'set')
  set(
    @IdArg('addonId') addonId: string,
    @IdArg('id') id: string,
    @Args('input') input: SetAddonFeatureGroupBody,
  ) {
    return this.groups.set(addonId, id, input);
  }

  @WriteField(AddonFeatureGroupsService, 'remove')
  remove(@IdArg('addonId') addonId: string, @IdArg('id') id: string) {
    return this.groups.remove(addonId, id);
  }
}
