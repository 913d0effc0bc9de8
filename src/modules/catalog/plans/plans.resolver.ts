import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { asArguments } from '#libs/shape/classes';
import { IdReference } from '#libs/shape/id-reference';
import { PublishPackageBody, PublishTask, VersionQuery } from '#modules/catalog/packages';
import { CreatePlanBody, ListPlansQuery, UpdatePlanBody } from './plans.inputs';
import { PlansService } from './plans.service';
import { Plan } from './plans.views';

const ListArgs = connectionArgs(ListPlansQuery);
const SelectionArgs = asArguments(VersionQuery);

@Resolver(() => Plan)
export class PlansResolver {
  constructor(private readonly plans: PlansService) {}

  @WriteField(serves(PlansService, 'create'), one(Plan), { summary: 'Create a plan.' })
  create(@Args('input') input: CreatePlanBody) {
    return this.plans.create(input);
  }

  @ReadField(serves(PlansService, 'list'), page(Plan), { summary: 'List plans, newest first.' })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.plans.list(listQueryOf<ListPlansQuery>(args));
  }

  @ReadField(serves(PlansService, 'get'), one(Plan), { summary: 'Get a plan.' })
  get(@IdArg('id') id: string, @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>) {
    return this.plans.get(id, selection);
  }

  @WriteField(serves(PlansService, 'update'), one(Plan), { summary: 'Change a plan or its draft.' })
  update(@IdArg('id') id: string, @Args('input') input: UpdatePlanBody) {
    return this.plans.update(id, input);
  }

  @WriteField(serves(PlansService, 'archive'), one(Plan), { summary: 'Archive a plan.' })
  archive(@IdArg('id') id: string) {
    return this.plans.archive(id);
  }

  @WriteField(serves(PlansService, 'unarchive'), one(Plan), {
    summary: 'Bring an archived plan back.',
  })
  unarchive(@IdArg('id') id: string) {
    return this.plans.unarchive(id);
  }

  @WriteField(serves(PlansService, 'createDraft'), one(Plan), {
    summary: 'Start the next version of a plan.',
  })
  createDraft(@IdArg('id') id: string) {
    return this.plans.createDraft(id);
  }

  @WriteField(serves(PlansService, 'discardDraft'), one(IdReference), {
    summary: 'Discard the draft of a plan.',
  })
  discardDraft(@IdArg('id') id: string) {
    return this.plans.discardDraft(id);
  }

  @WriteField(serves(PlansService, 'publish'), one(PublishTask), {
    summary: 'Make the draft of a plan its live version.',
  })
  publish(@IdArg('id') id: string, @Args('input') input: PublishPackageBody) {
    return this.plans.publish(id, input);
  }
}
