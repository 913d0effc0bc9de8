import { Injectable } from '@nestjs/common';
import { MachineClock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { Journal } from '#libs/messaging/journal';
import { one, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { DeliveryRunner } from './delivery-runner.listener';
import type { Webhook } from './domain/webhook';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import type { ListWebhookDeliveriesQuery } from './webhooks.inputs';
import { WebhooksRepository } from './webhooks.repository';
import { requireReadable } from './webhooks.service';
import { WebhookDelivery } from './webhooks.views';

/** What became of messages, and one of them once more. Domain: access-and-events W3 */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly runner: DeliveryRunner,
    private readonly journal: Journal,
    private readonly clock: MachineClock,
  ) {}

  /** @throws WebhookNotFound */
  @UseCase('listWebhookDeliveries', {
    needs: 'webhooks:read',
    answers: page(WebhookDelivery),
    summary: 'List the messages for a webhook, newest first. They are kept for 30 days. An addition.',
  })
  async list(webhookId: string, query: ListWebhookDeliveriesQuery): Promise<Page<WebhookDelivery>> {
    const { uid } = await this.webhooks.getOrThrow(webhookId);
    const filter = { states: query.state, types: query.type };
    const page = await this.deliveries.list(pageRequestOf(query), uid, filter);
    return mapPage(page, (delivery) => WebhookDelivery.from(delivery, webhookId));
  }

  /** At once, whatever became of it before. @throws WebhookNotFound, WebhookDeliveryNotFound, IdentityForbidden, IntegrityViolation */
  @UseCase('replayWebhookDelivery', {
    needs: 'webhooks:write',
    answers: one(WebhookDelivery),
    summary: 'Send one message once more, under the same id. An addition.',
  })
  async replay(webhookId: string, id: string): Promise<WebhookDelivery> {
    const webhook = await this.webhooks.getOrThrow(webhookId);
    const delivery = await this.deliveries.lockOrThrow(webhook.uid, id);
    requireReceiving(webhook);
    const now = this.clock.now();
    delivery.again(now);
    await this.deliveries.save(delivery, now);
    const told = { type: 'webhook.message_replayed', entityType: 'WEBHOOK', entityId: webhookId } as const;
    this.journal.record({ ...told, before: null, after: { deliveryId: id } });
    this.runner.wakeByCommit();
    return WebhookDelivery.from(delivery, webhookId);
  }
}

/** @throws IdentityForbidden, IntegrityViolation */
export function requireReceiving({ id, eventTypes, isActive }: Webhook): void {
  requireReadable(eventTypes);
  if (isActive) return;
  throw new DomainError(
    'IntegrityViolation',
    `webhook ${id} is INACTIVE and is sent nothing; set its status to ACTIVE first`,
  );
}
