import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { Contract } from '#modules/billing/contracts';
import { AmendContractBillingBody } from './contract-billing.inputs';
import { ContractBillingTotals } from './contract-billing.views';
import { PublicationService } from './publication.service';

const totals = one(ContractBillingTotals);

@ApiTags('Contracts')
@Controller('api/v1/contracts/:id/billing')
export class PublicationController {
  constructor(private readonly publication: PublicationService) {}

  @Endpoint.post('publish', serves(PublicationService, 'publish'), one(Contract), {
    summary: 'Publish the billing of a contract: all its invoices are made as drafts.',
  })
  publish(@PathId('id') id: string) {
    return this.publication.publish(id);
  }

  @Endpoint.post('edit-active', serves(PublicationService, 'amend'), totals, {
    summary: 'Change the billing of a published contract, which stays published.',
  })
  amend(@PathId('id') id: string, @Body() body: AmendContractBillingBody) {
    return this.publication.amend(id, body);
  }

  @Endpoint.post('reopen', serves(PublicationService, 'reopen'), totals, {
    summary: 'Take the billing of a published contract back to the draft.',
  })
  reopen(@PathId('id') id: string) {
    return this.publication.reopen(id);
  }

  @Endpoint.post('cancel', serves(PublicationService, 'cancel'), totals, {
    summary: 'End the billing of a contract for good; what was sent stays.',
  })
  cancel(@PathId('id') id: string) {
    return this.publication.cancel(id);
  }
}
