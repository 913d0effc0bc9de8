import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import {
  CreatePackageGroupBody,
  ListPackageGroupsQuery,
  UpdatePackageGroupBody,
} from './package-groups.inputs';
import { PackageGroupsService } from './package-groups.service';
import { PackageGroup } from './package-groups.views';

const ListArgs = connectionArgs(ListPackageGroupsQuery);

@Resolver(() => PackageGroup)
export class PackageGroupsResolver {
  constructor(private readonly groups: PackageGroupsService) {}

  @WriteField(PackageGroupsService, 'create')
  create(@Args('input') input: CreatePackageGroupBody) {
    return this.groups.create(input);
  }

  @ReadField(PackageGroupsService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.groups.list(listQueryOf<ListPackageGroupsQuery>(args));
  }

  @ReadField(PackageGroupsService, 'get')
  get(@IdArg('id') id: string) {
    return this.groups.get(id);
  }

  @WriteField(PackageGroupsService, 'update')
  update(@IdArg('id') id: string, @Args('input') input: UpdatePackageGroupBody) {
    return this.groups.update(id, input);
  }

  @WriteField(PackageGroupsService, 'archive')
  archive(@IdArg('id') id: string) {
    return this.groups.archive(id);
  }

  @WriteField(PackageGroupsService, 'unarchive')
  unarchive(@IdArg('id') id: string) {
    return this.groups.unarchive(id);
  }

  @WriteField(PackageGroupsService, 'delete')
  delete(@IdArg('id') id: string) {
    return this.groups.delete(id);
  }
}
