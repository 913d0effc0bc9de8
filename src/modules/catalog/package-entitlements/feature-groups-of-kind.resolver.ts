import { Inject, type Type } from '@nestjs/common';
import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { Takes } from '#libs/doors/takes';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { VersionQuery } from '#modules/catalog/package-versions';
import type { FeatureGroupDoors } from './entitlements-of-kind.inputs';
import type { FeatureGroupsOfKind } from './feature-groups-of-kind.service';
import type { SetFeatureGroupBody } from './package-feature-groups.inputs';

const SelectionArgs = asArguments(VersionQuery);

/** The same operations as those of FeatureGroupsController. */
export function FeatureGroupsResolver(Service: Type<FeatureGroupsOfKind>, doors: FeatureGroupDoors) {
  @Resolver({ isAbstract: true })
  class FeatureGroupsResolver {
    @Inject(Service) readonly groups: FeatureGroupsOfKind;

    @ReadField(Service, 'list')
    list(
      @IdArg(doors.owner) owner: string,
      @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>,
    ) {
      return this.groups.list(owner, selection);
    }

    @WriteField(Service, 'set')
    @Takes(String, String, doors.set)
    set(
      @IdArg(doors.owner) owner: string,
      @IdArg('id') id: string,
      @Args('input') input: SetFeatureGroupBody,
    ) {
      return this.groups.set(owner, id, input);
    }

    @WriteField(Service, 'remove')
    remove(@IdArg(doors.owner) owner: string, @IdArg('id') id: string) {
      return this.groups.remove(owner, id);
    }
  }
  return FeatureGroupsResolver;
}
