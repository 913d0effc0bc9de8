import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { CreateIntegrationBody, ListIntegrationsQuery, UpdateIntegrationBody } from './integrations.inputs';
import { IntegrationsService } from './integrations.service';

@ApiTags('Integrations')
@Controller('api/v1/integrations')
export class IntegrationsController {
  constructor(private readonly integrations: IntegrationsService) {}

  @Endpoint.post('', IntegrationsService, 'create')
  create(@Body() body: CreateIntegrationBody) {
    return this.integrations.create(body);
  }

  @Endpoint.get('', IntegrationsService, 'list')
  list(@Query() query: ListIntegrationsQuery) {
    return this.integrations.list(query);
  }

  @Endpoint.get(':id', IntegrationsService, 'get')
  get(@PathId('id') id: string) {
    return this.integrations.get(id);
  }

  @Endpoint.patch(':id', IntegrationsService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateIntegrationBody) {
    return this.integrations.update(id, body);
  }

  @Endpoint.delete(':id', IntegrationsService, 'delete')
  delete(@PathId('id') id: string) {
    return this.integrations.delete(id);
  }
}
