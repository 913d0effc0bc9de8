import { enumShape } from '#libs/shape/enum-shape';
import { Input } from '#libs/shape/classes';
import { Int, ListOf, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { ListQuery, queried } from '#libs/shape/list-query';
import type { WebhookStatus } from './domain/webhook';
import type { DeliveryState } from './domain/webhook-delivery';
import { DeliveryStateEnum, WebhookStatusEnum } from './webhooks.views';

const name = { min: 1, max: 255 } as const;
const endpoint = {
  min: 1,
  max: 2048,
  description: 'Where messages are posted: https, at a public address.',
} as const;
const pattern = { min: 1, max: 255 } as const;
const eventTypes = {
  minItems: 1,
  maxItems: 100,
  description: 'Types such as invoice.paid, all of a noun as invoice.*, or * for every type.',
} as const;

@Input('A receiver of events.')
export class CreateWebhookBody {
  @Text(name) name: string;
  @Text(endpoint) endpoint: string;
  @ListOf(pattern, eventTypes) eventTypes: string[];
  @OneOf(WebhookStatusEnum, { optional: true, description: 'ACTIVE at once unless it is said.' })
  status?: WebhookStatus;
}

@Input('What is absent stays.')
export class UpdateWebhookBody {
  @Text({ ...name, optional: true }) name?: string;
  @Text({ ...endpoint, optional: true }) endpoint?: string;
  @ListOf(pattern, { ...eventTypes, optional: true }) eventTypes?: string[];
  @OneOf(WebhookStatusEnum, {
    optional: true,
    description: 'INACTIVE hears of no new events; what waits for it is sent when it is ACTIVE again.',
  })
  status?: WebhookStatus;
}

const hoursOfAYear = 8784;

@Input('A new secret in the place of the present one.')
export class RotateWebhookSecretBody {
  @Int({
    min: 0,
    max: hoursOfAYear,
    optional: true,
    description:
      'Hours for which the present secret signs beside the new one; 24 unless it is said, 0 ends it now.',
  })
  graceHours?: number;
}

export type ReplayedDeliveries = 'UNDELIVERED' | 'ALL';
const ReplayedDeliveriesEnum = enumShape<ReplayedDeliveries>('ReplayedDeliveries', ['UNDELIVERED', 'ALL']);

@Input('Which events are sent once more: those that were recorded within a span, by the time of the machine.')
export class ReplayWebhookBody {
  @Timestamp({ description: 'The first instant. Events are kept for 30 days.' }) from: Date;
  @Timestamp({ optional: true, description: 'Up to this instant; up to now unless it is said.' }) to?: Date;
  @OneOf(ReplayedDeliveriesEnum, {
    optional: true,
    description:
      'UNDELIVERED, unless it is said: what failed, and what the webhook missed while it was INACTIVE or not there. ALL: what it has taken, too.',
  })
  deliveries?: ReplayedDeliveries;
}

export class ListWebhooksQuery extends ListQuery {
  @ListOf(WebhookStatusEnum, queried) status?: WebhookStatus[];
}

export class ListWebhookDeliveriesQuery extends ListQuery {
  @ListOf(DeliveryStateEnum, queried) state?: DeliveryState[];
  @ListOf(pattern, queried) type?: string[];
}
