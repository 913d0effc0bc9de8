import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
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
import { Webhook } from './webhooks.views';

const ListArgs = connectionArgs(ListWebhooksQuery);
const DeliveryArgs = connectionArgs(ListWebhookDeliveriesQuery);

@Resolver(() => Webhook)
export class WebhooksResolver {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly trials: WebhookTrialsService,
    private readonly deliveries: WebhookDeliveriesService,
    private readonly replays: WebhookReplaysService,
  ) {}

  @WriteField(WebhooksService, 'create')
  createWebhook(@Args('input') input: CreateWebhookBody) {
    return this.webhooks.create(input);
  }

  @ReadField(WebhooksService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.webhooks.list(listQueryOf<ListWebhooksQuery>(args));
  }

  @ReadField(WebhooksService, 'get')
  get(@IdArg('id') id: string) {
    return this.webhooks.get(id);
  }

  @WriteField(WebhooksService, 'update')
  updateWebhook(@IdArg('id') id: string, @Args('input') input: UpdateWebhookBody) {
    return this.webhooks.update(id, input);
  }

  @WriteField(WebhooksService, 'delete')
  deleteWebhook(@IdArg('id') id: string) {
    return this.webhooks.delete(id);
  }

  @WriteField(WebhooksService, 'rotateSecret')
  rotateWebhookSecret(
    @IdArg('id') id: string,
    @Args('input', { nullable: true, defaultValue: {} }) input: RotateWebhookSecretBody,
  ) {
    return this.webhooks.rotateSecret(id, input);
  }

  @WriteField(WebhookTrialsService, 'test')
  testWebhook(@IdArg('id') id: string) {
    return this.trials.test(id);
  }

  @WriteField(WebhookReplaysService, 'start')
  replayWebhook(@IdArg('id') id: string, @Args('input') input: ReplayWebhookBody) {
    return this.replays.start(id, input);
  }

  @ReadField(WebhookDeliveriesService, 'list')
  listDeliveries(@IdArg('id') id: string, @AllArgs(DeliveryArgs) args: InstanceType<typeof DeliveryArgs>) {
    return this.deliveries.list(id, listQueryOf<ListWebhookDeliveriesQuery>(args));
  }

  @WriteField(WebhookDeliveriesService, 'replay')
  replayWebhookDelivery(@IdArg('id') id: string, @IdArg('deliveryId') deliveryId: string) {
    return this.deliveries.replay(id, deliveryId);
  }
}
