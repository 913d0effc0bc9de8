import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { IdReference } from '#libs/shape/id-reference';
import {
  CreatePackageGroupBody,
  ListPackageGroupsQuery,
  UpdatePackageGroupBody,
} from './package-groups.inputs';
import { PackageGroupsService } from './package-groups.service';
import { PackageGroup } from './package-groups.views';

@ApiTags('Package groups')
@Controller('api/v1/package-groups')
export class PackageGroupsController {
  constructor(private readonly groups: PackageGroupsService) {}

  @Endpoint.post('', serves(PackageGroupsService, 'create'), one(PackageGroup), {
    summary: 'Create a package group.',
  })
  create(@Body() body: CreatePackageGroupBody) {
    return this.groups.create(body);
  }

  @Endpoint.get('', serves(PackageGroupsService, 'list'), page(PackageGroup), {
    summary: 'List package groups, newest first.',
  })
  list(@Query() query: ListPackageGroupsQuery) {
    return this.groups.list(query);
  }

  @Endpoint.get(':id', serves(PackageGroupsService, 'get'), one(PackageGroup), {
    summary: 'Get a package group.',
  })
  get(@PathId('id') id: string) {
    return this.groups.get(id);
  }

  @Endpoint.patch(':id', serves(PackageGroupsService, 'update'), one(PackageGroup), {
    summary: 'Change a package group.',
  })
  update(@PathId('id') id: string, @Body() body: UpdatePackageGroupBody) {
    return this.groups.update(id, body);
  }

  @Endpoint.post(':id/archive', serves(PackageGroupsService, 'archive'), one(PackageGroup), {
    summary: 'Archive a package group.',
  })
  archive(@PathId('id') id: string) {
    return this.groups.archive(id);
  }

  @Endpoint.post(':id/unarchive', serves(PackageGroupsService, 'unarchive'), one(PackageGroup), {
    summary: 'Bring an archived package group back.',
  })
  unarchive(@PathId('id') id: string) {
    return this.groups.unarchive(id);
  }

  @Endpoint.delete(':id', serves(PackageGroupsService, 'delete'), one(IdReference), {
    summary: 'Delete a package group that no plan ever offered.',
  })
  delete(@PathId('id') id: string) {
    return this.groups.delete(id);
  }
}
