import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import {
  CreateFeatureGroupBody,
  ListFeatureGroupsQuery,
  UpdateFeatureGroupBody,
} from './feature-groups.inputs';
import { FeatureGroupsService } from './feature-groups.service';

@ApiTags('Feature groups')
@Controller('api/v1/feature-groups')
export class FeatureGroupsController {
  constructor(private readonly groups: FeatureGroupsService) {}

  @Endpoint.post('', FeatureGroupsService, 'create')
  create(@Body() body: CreateFeatureGroupBody) {
    return this.groups.create(body);
  }

  @Endpoint.get('', FeatureGroupsService, 'list')
  list(@Query() query: ListFeatureGroupsQuery) {
    return this.groups.list(query);
  }

  @Endpoint.get(':id', FeatureGroupsService, 'get')
  get(@PathId('id') id: string) {
    return this.groups.get(id);
  }

  @Endpoint.patch(':id', FeatureGroupsService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateFeatureGroupBody) {
    return this.groups.update(id, body);
  }

  @Endpoint.post(':id/archive', FeatureGroupsService, 'archive')
  archive(@PathId('id') id: string) {
    return this.groups.archive(id);
  }

  @Endpoint.post(':id/unarchive', FeatureGroupsService, 'unarchive')
  unarchive(@PathId('id') id: string) {
    return this.groups.unarchive(id);
  }

  @Endpoint.delete(':id', FeatureGroupsService, 'delete')
  delete(@PathId('id') id: string) {
    return this.groups.delete(id);
  }
}
