import { Args, Resolver } from '@nestjs/graphql';
import { WriteField } from '#libs/graphql/fields';
import { one, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { ContractSubscriptionsService } from './contract-subscriptions.service';
import { AttachContractSubscriptionsBody } from './contracts.inputs';
import { Contract } from './contracts.views';

@Resolver(() => Contract)
export class ContractSubscriptionsResolver {
  constructor(private readonly subscriptions: ContractSubscriptionsService) {}

  @WriteField(serves(ContractSubscriptionsService, 'attach'), one(Contract), {
    summary: 'Put subscriptions on a contract.',
  })
  attach(@IdArg('id') id: string, @Args('input') input: AttachContractSubscriptionsBody) {
    return this.subscriptions.attach(id, input);
  }

  @WriteField(serves(ContractSubscriptionsService, 'detach'), one(Contract), {
    summary: 'Take a subscription off a contract; it runs on.',
  })
  detach(@IdArg('id') id: string, @IdArg('subscriptionId') subscriptionId: string) {
    return this.subscriptions.detach(id, subscriptionId);
  }
}
