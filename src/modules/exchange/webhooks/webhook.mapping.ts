import {
  addressedMapping,
  instant,
  integer,
  jsonb,
  tenantMapping,
  text,
  uuid,
} from '#libs/persistence/mapping';
import { Webhook } from './domain/webhook';
import { WebhookDelivery } from './domain/webhook-delivery';
import { WebhookHealth } from './domain/webhook-health';

export const webhookMapping = addressedMapping(Webhook, 'webhook', {
  columns: {
    id: text(),
    name: text(),
    endpoint: text(),
    eventTypes: jsonb(),
    status: text(),
    sealedSecret: text(),
    lastFour: text(),
    formerSealedSecret: text(true),
    formerEndsAt: instant(true),
    stoppedAt: instant(true),
  },
  uniques: [{ name: 'uq_webhook_id', columns: ['id'] }],
});

export const webhookHealthMapping = tenantMapping(WebhookHealth, 'webhook_health', {
  columns: { failingSince: instant(true), lastSuccessAt: instant(true) },
});

/** Without a reference to its webhook: to delete one would take as long as it has messages. */
export const webhookDeliveryMapping = tenantMapping(WebhookDelivery, 'webhook_delivery', {
  columns: {
    webhookUid: uuid(),
    eventUid: uuid(),
    type: text(),
    state: text(),
    attempts: integer(),
    dueAt: instant(true),
    lease: uuid(true),
    lastStatus: integer(true),
    lastError: text(true),
    lastAttemptAt: instant(true),
  },
  uniques: [{ name: 'uq_webhook_delivery_event', columns: ['webhookUid', 'eventUid'] }],
  indices: [
    // The queue: from receiver to receiver, of each what is due first.
    {
      name: 'ix_webhook_delivery_pending',
      columns: ['webhookUid', 'dueAt', 'uid'],
      where: `"state" = 'PENDING'`,
    },
    { name: 'ix_webhook_delivery_webhook', columns: ['webhookUid', 'uid'] },
    { name: 'ix_webhook_delivery_failed', columns: ['webhookUid', 'uid'], where: `"state" = 'FAILED'` },
  ],
});
// What is to be forgotten is found across all tenants.
webhookDeliveryMapping.options.indices?.push({
  name: 'ix_webhook_delivery_created_at',
  columns: ['createdAt'],
});
