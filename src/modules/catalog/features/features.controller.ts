import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { FeatureLifeService } from './feature-life.service';
import { CreateFeatureBody, ListFeaturesQuery, UpdateFeatureBody } from './features.inputs';
import { FeaturesService } from './features.service';

@ApiTags('Features')
@Controller('api/v1/features')
export class FeaturesController {
  constructor(
    private readonly features: FeaturesService,
    private readonly life: FeatureLifeService,
  ) {}

  @Endpoint.post('', FeaturesService, 'create')
  create(@Body() body: CreateFeatureBody) {
    return this.features.create(body);
  }

  @Endpoint.get('', FeaturesService, 'list')
  list(@Query() query: ListFeaturesQuery) {
    return this.features.list(query);
  }

  @Endpoint.get(':id', FeaturesService, 'get')
  get(@PathId('id') id: string) {
    return this.features.get(id);
  }

  @Endpoint.patch(':id', FeaturesService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateFeatureBody) {
    return this.features.update(id, body);
  }

  @Endpoint.post(':id/archive', FeatureLifeService, 'archive')
  archive(@PathId('id') id: string) {
    return this.life.archive(id);
  }

  @Endpoint.post(':id/unarchive', FeatureLifeService, 'unarchive')
  unarchive(@PathId('id') id: string) {
    return this.life.unarchive(id);
  }

  @Endpoint.delete(':id', FeatureLifeService, 'delete')
  delete(@PathId('id') id: string) {
    return this.life.delete(id);
  }
}
