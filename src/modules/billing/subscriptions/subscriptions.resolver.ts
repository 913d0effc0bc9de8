import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import {
  CancelSubscriptionBody,
  CreateSubscriptionBody,
  ListSubscriptionsQuery,
} from './subscriptions.inputs';
import { SubscriptionsService } from './subscriptions.service';
import { Subscription, SubscriptionProvisionResult } from './subscriptions.views';

const ListArgs = connectionArgs(ListSubscriptionsQuery);
const serve = {
  create: serves(SubscriptionsService, 'create'),
  list: serves(SubscriptionsService, 'list'),
  get: serves(SubscriptionsService, 'get'),
  cancel: serves(SubscriptionsService, 'cancel'),
};

@Resolver(() => Subscription)
export class SubscriptionsResolver {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @WriteField(serve.create, one(SubscriptionProvisionResult), { summary: 'Subscribe a customer to a plan.' })
  create(@Args('input') input: CreateSubscriptionBody) {
    return this.subscriptions.create(input);
  }

  @ReadField(serve.list, page(Subscription), { summary: 'List subscriptions, newest first.' })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.subscriptions.list(listQueryOf<ListSubscriptionsQuery>(args));
  }

  @ReadField(serve.get, one(Subscription), { summary: 'Get a subscription with its overrides.' })
  get(@IdArg('id') id: string) {
    return this.subscriptions.get(id);
  }

  @WriteField(serve.cancel, one(Subscription), { summary: 'End a subscription at once.' })
  cancel(
    @IdArg('id') id: string,
    @Args('input', { nullable: true, defaultValue: {} }) input: CancelSubscriptionBody,
  ) {
    return this.subscriptions.cancel(id, input);
  }
}
