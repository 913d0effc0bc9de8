import { Args, Resolver } from '@nestjs/graphql';
import { WriteField } from '#libs/graphql/fields';
import { one, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { Contract } from '#modules/billing/contracts';
import { AmendContractBillingBody } from './contract-billing.inputs';
import { ContractBillingTotals } from './contract-billing.views';
import { PublicationService } from './publication.service';

const totals = one(ContractBillingTotals);

@Resolver(() => ContractBillingTotals)
export class PublicationResolver {
  constructor(private readonly publication: PublicationService) {}

  @WriteField(serves(PublicationService, 'publish'), one(Contract), {
    summary: 'Publish the billing of a contract: all its invoices are made as drafts.',
  })
  publishContractBilling(@IdArg('id') id: string) {
    return this.publication.publish(id);
  }

  @WriteField(serves(PublicationService, 'amend'), totals, {
    summary: 'Change the billing of a published contract, which stays published.',
  })
  amendContractBilling(@IdArg('id') id: string, @Args('input') input: AmendContractBillingBody) {
    return this.publication.amend(id, input);
  }

  @WriteField(serves(PublicationService, 'reopen'), totals, {
    summary: 'Take the billing of a published contract back to the draft.',
  })
  reopenContractBilling(@IdArg('id') id: string) {
    return this.publication.reopen(id);
  }

  @WriteField(serves(PublicationService, 'cancel'), totals, {
    summary: 'End the billing of a contract for good; what was sent stays.',
  })
  cancelContractBilling(@IdArg('id') id: string) {
    return this.publication.cancel(id);
  }
}
