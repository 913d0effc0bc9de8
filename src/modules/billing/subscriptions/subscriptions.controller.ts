import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import {
  CancelSubscriptionBody,
  CreateSubscriptionBody,
  ListSubscriptionsQuery,
} from './subscriptions.inputs';
import { SubscriptionsService } from './subscriptions.service';
import { Subscription, SubscriptionProvisionResult } from './subscriptions.views';

const serve = {
  create: serves(SubscriptionsService, 'create'),
  list: serves(SubscriptionsService, 'list'),
  get: serves(SubscriptionsService, 'get'),
  cancel: serves(SubscriptionsService, 'cancel'),
};

@ApiTags('Subscriptions')
@Controller('api/v1/subscriptions')
export class SubscriptionsController {
  constructor(private readonly subscriptions: SubscriptionsService) {}

  @Endpoint.post('', serve.create, one(SubscriptionProvisionResult), {
    summary: 'Subscribe a customer to a plan.',
  })
  create(@Body() body: CreateSubscriptionBody) {
    return this.subscriptions.create(body);
  }

  @Endpoint.get('', serve.list, page(Subscription), { summary: 'List subscriptions, newest first.' })
  list(@Query() query: ListSubscriptionsQuery) {
    return this.subscriptions.list(query);
  }

  @Endpoint.get(':id', serve.get, one(Subscription), { summary: 'Get a subscription with its overrides.' })
  get(@PathId('id') id: string) {
    return this.subscriptions.get(id);
  }

  @Endpoint.post(':id/cancel', serve.cancel, one(Subscription), { summary: 'End a subscription at once.' })
  cancel(@PathId('id') id: string, @Body() body: CancelSubscriptionBody) {
    return this.subscriptions.cancel(id, body);
  }
}
