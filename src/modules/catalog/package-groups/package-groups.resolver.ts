import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { IdReference } from '#libs/shape/id-reference';
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

  @WriteField(serves(PackageGroupsService, 'create'), one(PackageGroup), {
    summary: 'Create a package group.',
  })
  create(@Args('input') input: CreatePackageGroupBody) {
    return this.groups.create(input);
  }

  @ReadField(serves(PackageGroupsService, 'list'), page(PackageGroup), {
    summary: 'List package groups, newest first.',
  })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.groups.list(listQueryOf<ListPackageGroupsQuery>(args));
  }

  @ReadField(serves(PackageGroupsService, 'get'), one(PackageGroup), { summary: 'Get a package group.' })
  get(@IdArg('id') id: string) {
    return this.groups.get(id);
  }

  @WriteField(serves(PackageGroupsService, 'update'), one(PackageGroup), {
    summary: 'Change a package group.',
  })
  update(@IdArg('id') id: string, @Args('input') input: UpdatePackageGroupBody) {
    return this.groups.update(id, input);
  }

  @WriteField(serves(PackageGroupsService, 'archive'), one(PackageGroup), {
    summary: 'Archive a package group.',
  })
  archive(@IdArg('id') id: string) {
    return this.groups.archive(id);
  }

  @WriteField(serves(PackageGroupsService, 'unarchive'), one(PackageGroup), {
    summary: 'Bring an archived package group back.',
  })
  unarchive(@IdArg('id') id: string) {
    return this.groups.unarchive(id);
  }

  @WriteField(serves(PackageGroupsService, 'delete'), one(IdReference), {
    summary: 'Delete a package group that no plan ever offered.',
  })
  delete(@IdArg('id') id: string) {
    return this.groups.delete(id);
  }
}
