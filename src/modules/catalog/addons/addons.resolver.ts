import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { IdArg } from '#libs/http/reference';
import { asArguments } from '#libs/shape/classes';
import { PublishPackageBody, VersionQuery } from '#modules/catalog/packages';
import { CreateAddonBody, ListAddonsQuery, UpdateAddonBody } from './addons.inputs';
import { AddonsService } from './addons.service';
import { Addon } from './addons.views';

const ListArgs = connectionArgs(ListAddonsQuery);
const SelectionArgs = asArguments(VersionQuery);

@Resolver(() => Addon)
export class AddonsResolver {
  constructor(private readonly addons: AddonsService) {}

  @WriteField(AddonsService, 'create')
  create(@Args('input') input: CreateAddonBody) {
    return this.addons.create(input);
  }

  @ReadField(AddonsService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.addons.list(listQueryOf<ListAddonsQuery>(args));
  }

  @ReadField(AddonsService, 'get')
  get(@IdArg('id') id: string, @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>) {
    return this.addons.get(id, selection);
  }

  @WriteField(AddonsService, 'update')
  update(@IdArg('id') id: string, @Args('input') input: UpdateAddonBody) {
    return this.addons.update(id, input);
  }

  @WriteField(AddonsService, 'archive')
  archive(@IdArg('id') id: string) {
    return this.addons.archive(id);
  }

  @WriteField(AddonsService, 'unarchive')
  unarchive(@IdArg('id') id: string) {
    return this.addons.unarchive(id);
  }

  @WriteField(AddonsService, 'createDraft')
  createDraft(@IdArg('id') id: string) {
    return this.addons.createDraft(id);
  }

  @WriteField(AddonsService, 'discardDraft')
  discardDraft(@IdArg('id') id: string) {
    return this.addons.discardDraft(id);
  }

  @WriteField(AddonsService, 'publish')
  publish(@IdArg('id') id: string, @Args('input') input: PublishPackageBody) {
    return this.addons.publish(id, input);
  }
}
