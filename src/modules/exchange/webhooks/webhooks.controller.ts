import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import { WebhookReplaysService } from './webhook-replays.service';
import { WebhookTrialsService } from './webhook-trials.service';
import {
  CreateWebhookBody,
  ListWebhookDeliveriesQuery,
  ListWebhooksQuery,
  ReplayWebhookBody,
  RotateWebhookSecretBody,
  UpdateWebhookBody,
} from './webhooks.inputs';
import { WebhooksService } from './webhooks.service';

@ApiTags('Webhooks')
@Controller('api/v1/webhooks')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly trials: WebhookTrialsService,
    private readonly deliveries: WebhookDeliveriesService,
    private readonly replays: WebhookReplaysService,
  ) {}

  @Endpoint.post('', WebhooksService, 'create')
  create(@Body() body: CreateWebhookBody) {
    return this.webhooks.create(body);
  }

  @Endpoint.get('', WebhooksService, 'list')
  list(@Query() query: ListWebhooksQuery) {
    return this.webhooks.list(query);
  }

  @Endpoint.get(':id', WebhooksService, 'get')
  get(@PathId('id') id: string) {
    return this.webhooks.get(id);
  }

  @Endpoint.patch(':id', WebhooksService, 'update')
  update(@PathId('id') id: string, @Body() body: UpdateWebhookBody) {
    return this.webhooks.update(id, body);
  }

  @Endpoint.delete(':id', WebhooksService, 'delete')
  delete(@PathId('id') id: string) {
    return this.webhooks.delete(id);
  }

  @Endpoint.post(':id/rotate-secret', WebhooksService, 'rotateSecret')
  rotateSecret(@PathId('id') id: string, @Body() body: RotateWebhookSecretBody) {
    return this.webhooks.rotateSecret(id, body);
  }

  @Endpoint.post(':id/test', WebhookTrialsService, 'test')
  test(@PathId('id') id: string) {
    return this.trials.test(id);
  }

  @Endpoint.post(':id/replay', WebhookReplaysService, 'start')
  replay(@PathId('id') id: string, @Body() body: ReplayWebhookBody) {
    return this.replays.start(id, body);
  }

  @Endpoint.get(':id/deliveries', WebhookDeliveriesService, 'list')
  listDeliveries(@PathId('id') id: string, @Query() query: ListWebhookDeliveriesQuery) {
    return this.deliveries.list(id, query);
  }

  @Endpoint.post(':id/deliveries/:deliveryId/replay', WebhookDeliveriesService, 'replay')
  replayDelivery(@PathId('id') id: string, @PathId('deliveryId') deliveryId: string) {
    return this.deliveries.replay(id, deliveryId);
  }
}
