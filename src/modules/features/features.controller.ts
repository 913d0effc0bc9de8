import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { CreateFeatureBody, ListFeaturesQuery, UpdateFeatureBody } from './features.inputs';
import { FeaturesService } from './features.service';
import { Feature } from './features.views';

@ApiTags('Features')
@Controller('api/v1/features')
export class FeaturesController {
  constructor(private readonly features: FeaturesService) {}

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
}
