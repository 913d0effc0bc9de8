import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import {
  CancelSubscriptionBody,
  CreateSubscriptionBody,
  ListSubscriptionsQuery,
} from './subscriptions.inputs';
import { SubscriptionEndingService } from './subscription-ending.service';
import { SubscriptionsService } from './subscriptions.service';

@ApiTags('Subscriptions')
@Controller('api/v1/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly ending: SubscriptionEndingService,
  ) {}

  @Endpoint.post('', SubscriptionsService, 'create')
  create(@Body() body: CreateSubscriptionBody) {
    return this.subscriptions.create(body);
  }

  @Endpoint.get('', SubscriptionsService, 'list')
  list(@Query() query: ListSubscriptionsQuery) {
    return this.subscriptions.list(query);
  }

  @Endpoint.get(':id', SubscriptionsService, 'get')
  get(@PathId('id') id: string) {
    return this.subscriptions.get(id);
  }

  @Endpoint.post(':id/cancel', SubscriptionEndingService, 'cancel')
  cancel(@PathId('id') id: string, @Body() body: CancelSubscriptionBody) {
    return this.ending.cancel(id, body);
  }
}
