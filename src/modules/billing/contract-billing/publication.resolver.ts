import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { WriteField } from '#libs/graphql/fields';
import { AmendContractBillingBody } from './contract-billing.inputs';
import { ContractBillingTotals } from './contract-billing.views';
import { PublicationService } from './publication.service';

@Resolver(() => ContractBillingTotals)
export class PublicationResolver {
  constructor(private readonly publication: PublicationService) {}

  @WriteField(PublicationService, 'publish')
  publishContractBilling(@IdArg('id') id: string) {
    return this.publication.publish(id);
  }

  @WriteField(PublicationService, 'amend')
  amendContractBilling(@IdArg('id') id: string, @Args('input') input: AmendContractBillingBody) {
    return this.publication.amend(id, input);
  }

  @WriteField(PublicationService, 'reopen')
  reopenContractBilling(@IdArg('id') id: string) {
    return this.publication.reopen(id);
  }

  @WriteField(PublicationService, 'cancel')
  cancelContractBilling(@IdArg('id') id: string) {
    return this.publication.cancel(id);
  }
}
