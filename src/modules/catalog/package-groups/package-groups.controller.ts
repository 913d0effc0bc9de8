import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import {
  CreatePackageGroupBody,
  ListPackageGroupsQuery,
  UpdatePackageGroupBody,
} from './package-groups.inputs';
import { PackageGroupsService } from './package-groups.service';

@ApiTags('Package groups')
@Controller('api/v1/package-groups')
export class PackageGroupsController {
  constructor(private readonly groups: PackageGroupsService) {}

  @Endpoint.post('', PackageGroupsService, 'create')
  create(@Body() body: CreatePackageGroupBody) {
    return this.groups.create(body);
  }

  @Endpoint.get('', PackageGroupsService, 'list')
  list(@Query() query: ListPackageGroupsQuery) {
    return this.groups.list(query);
  }

  @Endpoint.get(':id', PackageGroupsService, 'get')
  get(@PathId('id') id: string) {
    return this.groups.get(id);
  }

  @Endpoint.patch(':id', PackageGroupsService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdatePackageGroupBody) {
    return this.groups.update(id, body);
  }

  @Endpoint.post(':id/archive', PackageGroupsService, 'archive')
  archive(@PathId('id') id: string) {
    return this.groups.archive(id);
  }

  @Endpoint.post(':id/unarchive', PackageGroupsService, 'unarchive')
  unarchive(@PathId('id') id: string) {
    return this.groups.unarchive(id);
  }

  @Endpoint.delete(':id', PackageGroupsService, 'delete')
  delete(@PathId('id') id: string) {
    return this.groups.delete(id);
  }
}
