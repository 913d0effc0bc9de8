import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { AmendContractBillingBody } from './contract-billing.inputs';
import { PublicationService } from './publication.service';

@ApiTags('Contracts')
@Controller('api/v1/contracts/:id/billing')
export class PublicationController {
  constructor(private readonly publication: PublicationService) {}

  @Endpoint.post('publish', PublicationService, 'publish')
  publish(@PathId('id') id: string) {
    return this.publication.publish(id);
  }

  @Endpoint.post('edit-active', PublicationService, 'amend')
  amend(@PathId('id') id: string, @Body() body: AmendContractBillingBody) {
    return this.publication.amend(id, body);
  }

  @Endpoint.post('reopen', PublicationService, 'reopen')
  reopen(@PathId('id') id: string) {
    return this.publication.reopen(id);
  }

  @Endpoint.post('cancel', PublicationService, 'cancel')
  cancel(@PathId('id') id: string) {
    return this.publication.cancel(id);
  }
}
