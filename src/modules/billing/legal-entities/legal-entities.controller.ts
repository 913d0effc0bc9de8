import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import {
  CreateLegalEntityBody,
  ListLegalEntitiesQuery,
  UpdateLegalEntityBody,
} from './legal-entities.inputs';
import { LegalEntitiesService } from './legal-entities.service';

@ApiTags('Contracts')
@Controller('api/v1/contracts/legal-entities')
export class LegalEntitiesController {
  constructor(private readonly entities: LegalEntitiesService) {}

  @Endpoint.post('', LegalEntitiesService, 'create')
  create(@Body() body: CreateLegalEntityBody) {
    return this.entities.create(body);
  }

  @Endpoint.get('', LegalEntitiesService, 'list')
  list(@Query() query: ListLegalEntitiesQuery) {
    return this.entities.list(query);
  }

  @Endpoint.get(':id', LegalEntitiesService, 'get')
  get(@PathId('id') id: string) {
    return this.entities.get(id);
  }

  @Endpoint.patch(':id', LegalEntitiesService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateLegalEntityBody) {
    return this.entities.update(id, body);
  }

  @Endpoint.post(':id/archive', LegalEntitiesService, 'archive')
  archive(@PathId('id') id: string) {
    return this.entities.archive(id);
  }

  @Endpoint.post(':id/unarchive', LegalEntitiesService, 'unarchive')
  unarchive(@PathId('id') id: string) {
    return this.entities.unarchive(id);
  }
}
