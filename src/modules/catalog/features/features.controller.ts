import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { IdReference } from '#libs/shape/id-reference';
import { FeatureLifeService } from './feature-life.service';
import { CreateFeatureBody, ListFeaturesQuery, UpdateFeatureBody } from './features.inputs';
import { FeaturesService } from './features.service';
import { Feature } from './features.views';

@ApiTags('Features')
@Controller('api/v1/features')
export class FeaturesController {
  constructor(
    private readonly features: FeaturesService,
    private readonly life: FeatureLifeService,
  ) {}

  @Endpoint.post('', serves(FeaturesService, 'create'), one(Feature), { summary: 'Create a feature.' })
  create(@Body() body: CreateFeatureBody) {
    return this.features.create(body);
  }

  @Endpoint.get('', serves(FeaturesService, 'list'), page(Feature), {
    summary: 'List features, newest first.',
  })
  list(@Query() query: ListFeaturesQuery) {
    return this.features.list(query);
  }

  @Endpoint.get(':id', serves(FeaturesService, 'get'), one(Feature), { summary: 'Get a feature.' })
  get(@PathId('id') id: string) {
    return this.features.get(id);
  }

  @Endpoint.patch(':id', serves(FeaturesService, 'update'), one(Feature), { summary: 'Change a feature.' })
  update(@PathId('id') id: string, @Body() body: UpdateFeatureBody) {
    return this.features.update(id, body);
  }

  @Endpoint.post(':id/archive', serves(FeatureLifeService, 'archive'), one(Feature), {
    summary: 'Archive a feature that nothing on sale uses; who has it keeps it.',
  })
  archive(@PathId('id') id: string) {
    return this.life.archive(id);
  }

  @Endpoint.post(':id/unarchive', serves(FeatureLifeService, 'unarchive'), one(Feature), {
    summary: 'Bring an archived feature back.',
  })
  unarchive(@PathId('id') id: string) {
    return this.life.unarchive(id);
  }

  @Endpoint.delete(':id', serves(FeatureLifeService, 'delete'), one(IdReference), {
    summary: 'Delete a feature that nothing ever referred to.',
  })
  delete(@PathId('id') id: string) {
    return this.life.delete(id);
  }
}
