import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '#libs/http/endpoint';
import { EntityTypesService } from './entity-types.service';
import { ListEntityTypesQuery, UpsertEntityTypesBody } from './governance.inputs';

@ApiTags('Governance (beta)')
@Controller('api/v1-beta/entity-types')
export class EntityTypesController {
  constructor(private readonly types: EntityTypesService) {}

  @Endpoint.get('', EntityTypesService, 'list')
  list(@Query() query: ListEntityTypesQuery) {
    return this.types.list(query);
  }

  @Endpoint.put('', EntityTypesService, 'upsert')
  upsert(@Body() body: UpsertEntityTypesBody) {
    return this.types.upsert(body);
  }
}
