import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import {
  LinkCustomerIntegrationBody,
  ListCustomerIntegrationsQuery,
  UpdateCustomerIntegrationBody,
} from './customer-integrations.inputs';
import { CustomerIntegrationsService } from './customer-integrations.service';

@ApiTags('Customers')
@Controller('api/v1/customers/:id/integrations')
export class CustomerIntegrationsController {
  constructor(private readonly links: CustomerIntegrationsService) {}

  @Endpoint.post('', CustomerIntegrationsService, 'link')
  link(@PathId('id') id: string, @Body() body: LinkCustomerIntegrationBody) {
    return this.links.link(id, body);
  }

  @Endpoint.get('', CustomerIntegrationsService, 'list')
  list(@PathId('id') id: string, @Query() query: ListCustomerIntegrationsQuery) {
    return this.links.list(id, query);
  }

  @Endpoint.get(':integrationId', CustomerIntegrationsService, 'get')
  get(@PathId('id') id: string, @PathId('integrationId') integrationId: string) {
    return this.links.get(id, integrationId);
  }

  @Endpoint.patch(':integrationId', CustomerIntegrationsService, 'update')
  update(
    @PathId('id') id: string,
    @PathId('integrationId') integrationId: string,
    @Body() body: UpdateCustomerIntegrationBody,
  ) {
    return this.links.update(id, integrationId, body);
  }

  @Endpoint.delete(':integrationId', CustomerIntegrationsService, 'unlink')
  unlink(@PathId('id') id: string, @PathId('integrationId') integrationId: string) {
    return this.links.unlink(id, integrationId);
  }
}
