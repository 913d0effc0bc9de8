import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, serves, wholeList } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { asArguments } from '#libs/shape/classes';
import { PackageFeatureGroup, VersionQuery } from '#modules/catalog/packages';
import { PlanFeatureGroupsService } from './plan-feature-groups.service';
import { SetPlanFeatureGroupBody } from './plans.inputs';

const SelectionArgs = asArguments(VersionQuery);

@Resolver(() => PackageFeatureGroup)
export class PlanFeatureGroupsResolver {
  constructor(private readonly groups: PlanFeatureGroupsService) {}

  @ReadField(serves(PlanFeatureGroupsService, 'list'), wholeList(PackageFeatureGroup), {
    summary: 'List the feature groups of a plan.',
  })
  list(
    @IdArg('planId') planId: string,
    @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>,
  ) {
    return this.groups.list(planId, selection);
  }

  @WriteField(serves(PlanFeatureGroupsService, 'set'), one(PackageFeatureGroup), {
    summary: 'Put a feature group on the draft of a plan.',
  })
  set(
    @IdArg('planId') planId: string,
    @IdArg('id') id: string,
    @Args('input') input: SetPlanFeatureGroupBody,
  ) {
    return this.groups.set(planId, id, input);
  }

  @WriteField(serves(PlanFeatureGroupsService, 'remove'), one(PackageFeatureGroup), {
    summary: 'Take a feature group off the draft of a plan.',
  })
  remove(@IdArg('planId') planId: string, @IdArg('id') id: string) {
    return this.groups.remove(planId, id);
  }
}
