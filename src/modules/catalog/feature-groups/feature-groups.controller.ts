import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { IdReference } from '#libs/shape/id-reference';
import {
  CreateFeatureGroupBody,
  ListFeatureGroupsQuery,
  UpdateFeatureGroupBody,
} from './feature-groups.inputs';
import { FeatureGroupsService } from './feature-groups.service';
import { FeatureGroup } from './feature-groups.views';

@ApiTags('Feature groups')
@Controller('api/v1/feature-groups')
export class FeatureGroupsController {
  constructor(private readonly groups: FeatureGroupsService) {}

  @Endpoint.post('', serves(FeatureGroupsService, 'create'), one(FeatureGroup), {
    summary: 'Create a feature group.',
  })
  create(@Body() body: CreateFeatureGroupBody) {
    return this.groups.create(body);
  }

  @Endpoint.get('', serves(FeatureGroupsService, 'list'), page(FeatureGroup), {
    summary: 'List feature groups, newest first.',
  })
  list(@Query() query: ListFeatureGroupsQuery) {
    return this.groups.list(query);
  }

  @Endpoint.get(':id', serves(FeatureGroupsService, 'get'), one(FeatureGroup), {
    summary: 'Get a feature group.',
  })
  get(@PathId('id') id: string) {
    return this.groups.get(id);
  }

  @Endpoint.patch(':id', serves(FeatureGroupsService, 'update'), one(FeatureGroup), {
    summary: 'Change a feature group.',
  })
  update(@PathId('id') id: string, @Body() body: UpdateFeatureGroupBody) {
    return this.groups.update(id, body);
  }

  @Endpoint.post(':id/archive', serves(FeatureGroupsService, 'archive'), one(FeatureGroup), {
    summary: 'Archive a feature group; packages that took it keep it.',
  })
  archive(@PathId('id') id: string) {
    return this.groups.archive(id);
  }

  @Endpoint.post(':id/unarchive', serves(FeatureGroupsService, 'unarchive'), one(FeatureGroup), {
    summary: 'Bring an archived feature group back.',
  })
  unarchive(@PathId('id') id: string) {
    return this.groups.unarchive(id);
  }

  @Endpoint.delete(':id', serves(FeatureGroupsService, 'delete'), one(IdReference), {
    summary: 'Delete a feature group that no package holds.',
  })
  delete(@PathId('id') id: string) {
    return this.groups.delete(id);
  }
}
