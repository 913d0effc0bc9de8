import { View } from '#libs/shape/classes';
import { Bool, Int, ListOf, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import type { Webhook as StoredWebhook, WebhookStatus } from './domain/webhook';
import type {
  AttemptOutcome,
  DeliveryState,
  WebhookDelivery as StoredDelivery,
} from './domain/webhook-delivery';
import type { WebhookHealth } from './domain/webhook-health';

export const WebhookStatusEnum = enumShape<WebhookStatus>('WebhookStatus', ['ACTIVE', 'INACTIVE']);
export const DeliveryStateEnum = enumShape<DeliveryState>('WebhookDeliveryState', [
  'PENDING',
  'DELIVERED',
  'FAILED',
]);

/** What the activity log tells of a webhook: how it goes with it is no change of it. */
export const pictureOf = (stored: StoredWebhook) => {
  const { id, name, endpoint, eventTypes, status, lastFour, formerEndsAt, stoppedAt } = stored;
  const { createdAt, updatedAt } = stored;
  return { id, name, endpoint, eventTypes, status, lastFour, formerEndsAt, stoppedAt, createdAt, updatedAt };
};

@View('A receiver of events.')
export class Webhook {
  @Text() id: string;
  @Text() name: string;
  @Text() endpoint: string;
  @ListOf({}) eventTypes: string[];
  @OneOf(WebhookStatusEnum) status: WebhookStatus;
  @Text({ description: 'The last four characters of the secret.' }) lastFour: string;
  @Timestamp({
    nullable: true,
    description: 'As long as the secret from before signs too. Null: one secret signs.',
  })
  formerEndsAt: Date | null;

  @Timestamp({
    nullable: true,
    description:
      'When the service made it INACTIVE, because nothing had reached it for five days. Null: it did not.',
  })
  stoppedAt: Date | null;

  @Timestamp({
    nullable: true,
    description: 'Since when nothing has reached it. Null: the last attempt did, or there was none.',
  })
  failingSince: Date | null;

  @Timestamp({ nullable: true, description: 'To the minute.' }) lastSuccessAt: Date | null;
  @Timestamp() createdAt: Date;
  @Timestamp() updatedAt: Date;

  @Text({
    optional: true,
    nullable: true,
    description:
      'By which messages are verified. Shown once, when it is made; null when that request is repeated.',
  })
  secret?: string | null;

  static from(stored: StoredWebhook, health: WebhookHealth | undefined, secret?: string): Webhook {
    const { failingSince = null, lastSuccessAt = null } = health ?? {};
    const told = { ...pictureOf(stored), failingSince, lastSuccessAt };
    return secret === undefined ? told : { ...told, secret };
  }
}

@View('One message for one webhook.')
export class WebhookDelivery {
  @Text() id: string;
  @Text() webhookId: string;
  @Text({ description: 'The same at each attempt and replay: by it a receiver knows what it has had.' })
  messageId: string;

  @Text() type: string;
  @OneOf(DeliveryStateEnum) state: DeliveryState;
  @Int({ description: 'Since the first one, or since it was replayed.' }) attempts: number;
  @Timestamp({ nullable: true }) nextAttemptAt: Date | null;
  @Timestamp({ nullable: true }) lastAttemptAt: Date | null;
  @Int({ nullable: true, description: 'Status of the last answer. Null: there was none.' })
  lastStatus: number | null;

  @Text({ nullable: true, description: 'Why the last attempt was no success.' }) lastError: string | null;
  @Timestamp() createdAt: Date;

  static from(stored: StoredDelivery, webhookId: string): WebhookDelivery {
    const { uid: id, eventUid: messageId, type, state, attempts, dueAt: nextAttemptAt } = stored;
    const { lastAttemptAt, lastStatus, lastError, createdAt } = stored;
    return {
      ...{ id, webhookId, messageId, type, state, attempts, nextAttemptAt, lastAttemptAt },
      ...{ lastStatus, lastError, createdAt },
    };
  }
}

@View('What became of a test message.')
export class WebhookTrial {
  @Text() messageId: string;
  @Bool() isDelivered: boolean;
  @Int({ nullable: true, description: 'Status of the answer. Null: there was none.' }) status: number | null;
  @Text({ nullable: true, description: 'Why it was no success.' }) error: string | null;

  static from(messageId: string, { status, error }: AttemptOutcome): WebhookTrial {
    return { messageId, isDelivered: error === null, status, error };
  }
}

@View('A task that sends events once more.')
export class StartedReplay {
  @Text() taskId: string;
}

@View('Of secrets that were sealed anew.')
export class ResealedWebhookSecrets {
  @Int() resealed: number;
}
