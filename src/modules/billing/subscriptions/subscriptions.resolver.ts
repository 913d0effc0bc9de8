import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import {
  CancelSubscriptionBody,
  CreateSubscriptionBody,
  ListSubscriptionsQuery,
} from './subscriptions.inputs';
import { SubscriptionEndingService } from './subscription-ending.service';
import { SubscriptionsService } from './subscriptions.service';
import { Subscription } from './subscriptions.views';

const ListArgs = connectionArgs(ListSubscriptionsQuery);

@Resolver(() => Subscription)
export class SubscriptionsResolver {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly ending: SubscriptionEndingService,
  ) {}

  @WriteField(SubscriptionsService, 'create')
  create(@Args('input') input: CreateSubscriptionBody) {
    return this.subscriptions.create(input);
  }

  @ReadField(SubscriptionsService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.subscriptions.list(listQueryOf<ListSubscriptionsQuery>(args));
  }

  @ReadField(SubscriptionsService, 'get')
  get(@IdArg('id') id: string) {
    return this.subscriptions.get(id);
  }

  @WriteField(SubscriptionEndingService, 'cancel')
  cancel(
    @IdArg('id') id: string,
    @Args('input', { nullable: true, defaultValue: {} }) input: CancelSubscriptionBody,
  ) {
    return this.ending.cancel(id, input);
  }
}
