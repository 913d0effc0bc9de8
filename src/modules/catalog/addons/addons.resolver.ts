import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { asArguments } from '#libs/shape/classes';
import { IdReference } from '#libs/shape/id-reference';
import { PublishPackageBody, PublishTask, VersionQuery } from '#modules/catalog/packages';
import { CreateAddonBody, ListAddonsQuery, UpdateAddonBody } from './addons.inputs';
import { AddonsService } from './addons.service';
import { Addon } from './addons.views';

const ListArgs = connectionArgs(ListAddonsQuery);
const SelectionArgs = asArguments(VersionQuery);

@Resolver(() => Addon)
export class AddonsResolver {
  constructor(private readonly addons: AddonsService) {}

  @WriteField(serves(AddonsService, 'create'), one(Addon), { summary: 'Create an addon.' })
  create(@Args('input') input: CreateAddonBody) {
    return this.addons.create(input);
  }

  @ReadField(serves(AddonsService, 'list'), page(Addon), { summary: 'List addons, newest first.' })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.addons.list(listQueryOf<ListAddonsQuery>(args));
  }

  @ReadField(serves(AddonsService, 'get'), one(Addon), { summary: 'Get an addon.' })
  get(@IdArg('id') id: string, @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>) {
    return this.addons.get(id, selection);
  }

  @WriteField(serves(AddonsService, 'update'), one(Addon), { summary: 'Change an addon or its draft.' })
  update(@IdArg('id') id: string, @Args('input') input: UpdateAddonBody) {
    return this.addons.update(id, input);
  }

  @WriteField(serves(AddonsService, 'archive'), one(Addon), { summary: 'Archive an addon.' })
  archive(@IdArg('id') id: string) {
    return this.addons.archive(id);
  }

  @WriteField(serves(AddonsService, 'unarchive'), one(Addon), {
    summary: 'Bring an archived addon back.',
  })
  unarchive(@IdArg('id') id: string) {
    return this.addons.unarchive(id);
  }

  @WriteField(serves(AddonsService, 'createDraft'), one(Addon), {
    summary: 'Start the next version of an addon.',
  })
  createDraft(@IdArg('id') id: string) {
    return this.addons.createDraft(id);
  }

  @WriteField(serves(AddonsService, 'discardDraft'), one(IdReference), {
    summary: 'Discard the draft of an addon.',
  })
  discardDraft(@IdArg('id') id: string) {
    return this.addons.discardDraft(id);
  }

  @WriteField(serves(AddonsService, 'publish'), one(PublishTask), {
    summary: 'Make the draft of an addon its live version.',
  })
  publish(@IdArg('id') id: string, @Args('input') input: PublishPackageBody) {
    return this.addons.publish(id, input);
  }
}
