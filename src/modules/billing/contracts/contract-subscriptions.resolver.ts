import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { WriteField } from '#libs/graphql/fields';
import { ContractSubscriptionsService } from './contract-subscriptions.service';
import { AttachContractSubscriptionsBody } from './contracts.inputs';
import { Contract } from './contracts.views';

@Resolver(() => Contract)
export class ContractSubscriptionsResolver {
  constructor(private readonly subscriptions: ContractSubscriptionsService) {}

  @WriteField(ContractSubscriptionsService, 'attach')
  attach(@IdArg('id') id: string, @Args('input') input: AttachContractSubscriptionsBody) {
    return this.subscriptions.attach(id, input);
  }

  @WriteField(ContractSubscriptionsService, 'detach')
  detach(@IdArg('id') id: string, @IdArg('subscriptionId') subscriptionId: string) {
    return this.subscriptions.detach(id, subscriptionId);
  }
}
