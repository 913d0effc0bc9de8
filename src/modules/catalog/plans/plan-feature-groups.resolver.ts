import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { IdArg } from '#libs/http/reference';
import { asArguments } from '#libs/shape/classes';
import { PackageFeatureGroup, VersionQuery } from '#modules/catalog/packages';
import { PlanFeatureGroupsService } from './plan-feature-groups.service';
import { SetPlanFeatureGroupBody } from './plans.inputs';

const SelectionArgs = asArguments(VersionQuery);

@Resolver(() => PackageFeatureGroup)
export class PlanFeatureGroupsResolver {
  constructor(private readonly groups: PlanFeatureGroupsService) {}

  @ReadField(PlanFeatureGroupsService, 'list')
  list(
    @IdArg('planId') planId: string,
    @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>,
  ) {
    return this.groups.list(planId, selection);
  }

  @WriteField(PlanFeatureGroupsService, 'set')
  set(
    @IdArg('planId') planId: string,
    @IdArg('id') id: string,
    @Args('input') input: SetPlanFeatureGroupBody,
  ) {
    return this.groups.set(planId, id, input);
  }

  @WriteField(PlanFeatureGroupsService, 'remove')
  remove(@IdArg('planId') planId: string, @IdArg('id') id: string) {
    return this.groups.remove(planId, id);
  }
}
