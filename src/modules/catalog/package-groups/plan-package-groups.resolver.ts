import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, serves, wholeList } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { asArguments } from '#libs/shape/classes';
import { VersionQuery } from '#modules/catalog/packages';
import { SetPlanPackageGroupBody } from './package-groups.inputs';
import { PlanPackageGroup } from './package-groups.views';
import { PlanPackageGroupsService } from './plan-package-groups.service';

const SelectionArgs = asArguments(VersionQuery);

@Resolver(() => PlanPackageGroup)
export class PlanPackageGroupsResolver {
  constructor(private readonly groups: PlanPackageGroupsService) {}

  @ReadField(serves(PlanPackageGroupsService, 'list'), wholeList(PlanPackageGroup), {
    summary: 'List the package groups of a plan.',
  })
  list(
    @IdArg('planId') planId: string,
    @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>,
  ) {
    return this.groups.list(planId, selection);
  }

  @WriteField(serves(PlanPackageGroupsService, 'set'), one(PlanPackageGroup), {
    summary: 'Offer a package group with the draft of a plan.',
  })
  set(
    @IdArg('planId') planId: string,
    @IdArg('id') id: string,
    @Args('input') input: SetPlanPackageGroupBody,
  ) {
    return this.groups.set(planId, id, input);
  }

  @WriteField(serves(PlanPackageGroupsService, 'remove'), one(PlanPackageGroup), {
    summary: 'Take a package group off the draft of a plan.',
  })
  remove(@IdArg('planId') planId: string, @IdArg('id') id: string) {
    return this.groups.remove(planId, id);
  }
}
