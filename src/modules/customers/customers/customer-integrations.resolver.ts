import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import {
  LinkCustomerIntegrationBody,
  ListCustomerIntegrationsQuery,
  UpdateCustomerIntegrationBody,
} from './customer-integrations.inputs';
import { CustomerIntegrationsService } from './customer-integrations.service';
import { CustomerIntegration } from './customer-integrations.views';

const ListArgs = connectionArgs(ListCustomerIntegrationsQuery);

@Resolver(() => CustomerIntegration)
export class CustomerIntegrationsResolver {
  constructor(private readonly links: CustomerIntegrationsService) {}

  @WriteField(CustomerIntegrationsService, 'link')
  linkCustomerIntegration(
    @IdArg('customerId') customerId: string,
    @Args('input') input: LinkCustomerIntegrationBody,
  ) {
    return this.links.link(customerId, input);
  }

  @ReadField(CustomerIntegrationsService, 'list')
  list(@IdArg('customerId') customerId: string, @AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.links.list(customerId, listQueryOf<ListCustomerIntegrationsQuery>(args));
  }

  @ReadField(CustomerIntegrationsService, 'get')
  get(@IdArg('customerId') customerId: string, @IdArg('integrationId') integrationId: string) {
    return this.links.get(customerId, integrationId);
  }

  @WriteField(CustomerIntegrationsService, 'update')
  updateCustomerIntegration(
    @IdArg('customerId') customerId: string,
    @IdArg('integrationId') integrationId: string,
    @Args('input') input: UpdateCustomerIntegrationBody,
  ) {
    return this.links.update(customerId, integrationId, input);
  }

  @WriteField(CustomerIntegrationsService, 'unlink')
  unlinkCustomerIntegration(
    @IdArg('customerId') customerId: string,
    @IdArg('integrationId') integrationId: string,
  ) {
    return this.links.unlink(customerId, integrationId);
  }
}
