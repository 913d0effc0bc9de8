import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, list, one, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import {
  CreateLegalEntityBody,
  ListLegalEntitiesQuery,
  UpdateLegalEntityBody,
} from './legal-entities.inputs';
import { LegalEntitiesService } from './legal-entities.service';
import { LegalEntity } from './legal-entities.views';

@ApiTags('Contracts')
@Controller('api/v1/contracts/legal-entities')
export class LegalEntitiesController {
  constructor(private readonly entities: LegalEntitiesService) {}

  @Endpoint.post('', serves(LegalEntitiesService, 'create'), one(LegalEntity), {
    summary: 'Create a legal entity; the first is the default.',
  })
  create(@Body() body: CreateLegalEntityBody) {
    return this.entities.create(body);
  }

  @Endpoint.get('', serves(LegalEntitiesService, 'list'), list(LegalEntity), {
    summary: 'List legal entities with their payment accounts, all at once, newest first.',
  })
  list(@Query() query: ListLegalEntitiesQuery) {
    return this.entities.list(query);
  }

  @Endpoint.get(':id', serves(LegalEntitiesService, 'get'), one(LegalEntity), {
    summary: 'Get a legal entity with all its payment accounts.',
  })
  get(@PathId('id') id: string) {
    return this.entities.get(id);
  }

  @Endpoint.patch(':id', serves(LegalEntitiesService, 'update'), one(LegalEntity), {
    summary: 'Change a legal entity, or make it the default.',
  })
  update(@PathId('id') id: string, @Body() body: UpdateLegalEntityBody) {
    return this.entities.update(id, body);
  }

  @Endpoint.post(':id/archive', serves(LegalEntitiesService, 'archive'), one(LegalEntity), {
    summary: 'Archive a legal entity; what it was chosen for keeps it.',
  })
  archive(@PathId('id') id: string) {
    return this.entities.archive(id);
  }

  @Endpoint.post(':id/unarchive', serves(LegalEntitiesService, 'unarchive'), one(LegalEntity), {
    summary: 'Bring an archived legal entity back.',
  })
  unarchive(@PathId('id') id: string) {
    return this.entities.unarchive(id);
  }
}
