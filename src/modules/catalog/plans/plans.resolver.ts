import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { IdArg } from '#libs/http/reference';
import { asArguments } from '#libs/shape/classes';
import { PublishPackageBody, VersionQuery } from '#modules/catalog/packages';
import { CreatePlanBody, ListPlansQuery, UpdatePlanBody } from './plans.inputs';
import { PlansService } from './plans.service';
import { Plan } from './plans.views';

const ListArgs = connectionArgs(ListPlansQuery);
const SelectionArgs = asArguments(VersionQuery);

@Resolver(() => Plan)
export class PlansResolver {
  constructor(private readonly plans: PlansService) {}

  @WriteField(PlansService, 'create')
  create(@Args('input') input: CreatePlanBody) {
    return this.plans.create(input);
  }

  @ReadField(PlansService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.plans.list(listQueryOf<ListPlansQuery>(args));
  }

  @ReadField(PlansService, 'get')
  get(@IdArg('id') id: string, @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>) {
    return this.plans.get(id, selection);
  }

  @WriteField(PlansService, 'update')
  update(@IdArg('id') id: string, @Args('input') input: UpdatePlanBody) {
    return this.plans.update(id, input);
  }

  @WriteField(PlansService, 'archive')
  archive(@IdArg('id') id: string) {
    return this.plans.archive(id);
  }

  @WriteField(PlansService, 'unarchive')
  unarchive(@IdArg('id') id: string) {
    return this.plans.unarchive(id);
  }

  @WriteField(PlansService, 'createDraft')
  createDraft(@IdArg('id') id: string) {
    return this.plans.createDraft(id);
  }

  @WriteField(PlansService, 'discardDraft')
  discardDraft(@IdArg('id') id: string) {
    return this.plans.discardDraft(id);
  }

  @WriteField(PlansService, 'publish')
  publish(@IdArg('id') id: string, @Args('input') input: PublishPackageBody) {
    return this.plans.publish(id, input);
  }
}
