import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { WriteField } from '#libs/graphql/fields';
import { DelegateSubscriptionBody } from './subscription-delegation.inputs';
import { SubscriptionDelegationService } from './subscription-delegation.service';

@Resolver()
export class SubscriptionDelegationResolver {
  constructor(private readonly delegations: SubscriptionDelegationService) {}

  @WriteField(SubscriptionDelegationService, 'delegate')
  delegate(@IdArg('id') id: string, @Args('input') input: DelegateSubscriptionBody) {
    return this.delegations.delegate(id, input);
  }
}
