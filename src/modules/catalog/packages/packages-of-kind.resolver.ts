import { Inject, type Type } from '@nestjs/common';
import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { Takes } from '#libs/doors/takes';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf, type RelayPaging } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { asArguments } from '#libs/shape/classes';
import type { ListQuery } from '#libs/shape/list-query';
import { VersionQuery, type ListPackagesQuery, type PackageStatus } from '#modules/catalog/package-versions';
import type { PackageDoors } from './packages-of-kind.inputs';
import type { PackagesOfKind } from './packages-of-kind.service';
import { PublishPackageBody } from './packages.inputs';

const SelectionArgs = asArguments(VersionQuery);

/** The same operations as those of PackagesController. */
export function PackagesResolver<
  View extends object,
  CreateBody extends { status?: PackageStatus },
  UpdateBody extends object,
>(Service: Type<PackagesOfKind<View, CreateBody, UpdateBody>>, doors: PackageDoors<CreateBody, UpdateBody>) {
  const ListArgs = connectionArgs(doors.list);

  @Resolver({ isAbstract: true })
  class PackagesResolver {
    @Inject(Service) readonly packages: PackagesOfKind<View, CreateBody, UpdateBody>;

    @WriteField(Service, 'create')
    @Takes(doors.create)
    create(@Args('input') input: CreateBody) {
      return this.packages.create(input);
    }

    @ReadField(Service, 'list')
    list(@AllArgs(ListArgs) args: Omit<ListPackagesQuery, keyof ListQuery> & RelayPaging) {
      return this.packages.list(listQueryOf<ListPackagesQuery>(args));
    }

    @ReadField(Service, 'get')
    get(@IdArg('id') id: string, @AllArgs(SelectionArgs) selection: InstanceType<typeof SelectionArgs>) {
      return this.packages.get(id, selection);
    }

    @WriteField(Service, 'update')
    @Takes(String, doors.update)
    update(@IdArg('id') id: string, @Args('input') input: UpdateBody) {
      return this.packages.update(id, input);
    }

    @WriteField(Service, 'archive')
    archive(@IdArg('id') id: string) {
      return this.packages.archive(id);
    }

    @WriteField(Service, 'unarchive')
    unarchive(@IdArg('id') id: string) {
      return this.packages.unarchive(id);
    }

    @WriteField(Service, 'createDraft')
    createDraft(@IdArg('id') id: string) {
      return this.packages.createDraft(id);
    }

    @WriteField(Service, 'discardDraft')
    discardDraft(@IdArg('id') id: string) {
      return this.packages.discardDraft(id);
    }

    @WriteField(Service, 'publish')
    publish(@IdArg('id') id: string, @Args('input') input: PublishPackageBody) {
      return this.packages.publish(id, input);
    }
  }
  return PackagesResolver;
}
