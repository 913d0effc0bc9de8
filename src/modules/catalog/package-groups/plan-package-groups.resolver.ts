import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import { VersionQuery } from '#modules/catalog/package-versions';
import { SetPlanPackageGroupBody } from './package-groups.inputs';
import { PlanPackageGroup } from './package-groups.views';
import { PlanPackageGroupsService } from './plan-package-groups.service';

const SelectionArgs = asArguments(VersionQuery);

@Resolver(() => PlanPackageGroup)
export class PlanPackageGroupsResolver {
  constructor(private readonly groups: PlanPackageGroupsService) {}

  @ReadField(PlanPackageGroupsService, 'list')
  list(
    @IdArg('planId') planId: string,
    @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>,
  ) {
    return this.groups.list(planId, selection);
  }

  @WriteField(PlanPackageGroupsService, 'set')
  set(
    @IdArg('planId') planId: string,
    @IdArg('id') id: string,
    @Args('input') input: SetPlanPackageGroupBody,
  ) {
    return this.groups.set(planId, id, input);
  }

  @WriteField(PlanPackageGroupsService, 'remove')
  remove(@IdArg('planId') planId: string, @IdArg('id') id: string) {
    return this.groups.remove(planId, id);
  }
}
