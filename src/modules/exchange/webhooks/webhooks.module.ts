import { Module } from '@nestjs/common';
import { Environment } from '#libs/config/env';
import { HostNames, SystemHostNames } from '#libs/outbound/host-names';
import { ReachableAddresses } from '#libs/outbound/reachable-addresses';
import { DeliveryAttempts } from './delivery-attempts.service';
import { DeliveryOutcomes } from './delivery-outcomes.service';
import { DeliveryRunner } from './delivery-runner.listener';
import { DueDeliveries } from './due-deliveries.reader';
import { EventFanOut } from './event-fan-out.listener';
import { MessagePost } from './message-post.service';
import { ReceiverAddresses } from './receiver-addresses.service';
import { ResealedWebhookSecretsService } from './resealed-webhook-secrets.service';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import { WebhookDeliveriesService } from './webhook-deliveries.service';
import { WebhookHealths } from './webhook-health.repository';
import { WebhookReplaysService } from './webhook-replays.service';
import { WebhookSecrets } from './webhook-secrets.service';
import { WebhookTrialsService } from './webhook-trials.service';
import { WebhookUpkeep } from './webhook-upkeep.service';
import { WebhooksController } from './webhooks.controller';
import { WebhooksRepository } from './webhooks.repository';
import { WebhooksResolver } from './webhooks.resolver';
import { WebhooksService } from './webhooks.service';

@Module({
  controllers: [WebhooksController],
  providers: [
    ...[DeliveryAttempts, DeliveryOutcomes, DeliveryRunner, DueDeliveries, EventFanOut, MessagePost],
    ...[ReceiverAddresses, WebhookDeliveriesRepository, WebhookDeliveriesService, WebhookHealths],
    ...[
      ResealedWebhookSecretsService,
      WebhookReplaysService,
      WebhookSecrets,
      WebhookTrialsService,
      WebhookUpkeep,
    ],
    ...[WebhooksRepository, WebhooksResolver, WebhooksService],
    {
      provide: HostNames,
      inject: [Environment],
      useFactory: ({ webhookPrivateHosts }: Environment): HostNames =>
        new SystemHostNames(new ReachableAddresses(webhookPrivateHosts)),
    },
  ],
  exports: [ResealedWebhookSecretsService],
})
export class WebhooksModule {}
