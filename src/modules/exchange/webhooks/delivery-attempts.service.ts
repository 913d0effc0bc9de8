import { Injectable } from '@nestjs/common';
import { runAsSystem } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { RecordedEvents } from '#libs/messaging/recorded-events';
import { DeliveryOutcomes } from './delivery-outcomes.service';
import { messageOf } from './domain/message';
import type { Webhook } from './domain/webhook';
import type { AttemptOutcome } from './domain/webhook-delivery';
import type { ClaimedDelivery } from './due-deliveries.reader';
import { MessagePost } from './message-post.service';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import { WebhooksRepository } from './webhooks.repository';

const actor = 'webhooks';

const forgotten: AttemptOutcome = {
  ...{ status: null, error: 'the event is not kept any more' },
  isFinal: true,
};

/** One attempt at a message, from its claim to what became of it. Domain: access-and-events W3 */
@Injectable()
export class DeliveryAttempts {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly events: RecordedEvents,
    private readonly messages: MessagePost,
    private readonly outcomes: DeliveryOutcomes,
    private readonly clock: MachineClock,
  ) {}

  /** In the environment of the message. @param stopped ends it; then anybody may try it at once */
  make(claimed: ClaimedDelivery, stopped: AbortSignal): Promise<void> {
    return runAsSystem(actor, claimed.environmentId, async () => {
      try {
        await this.attempt(claimed, stopped);
      } catch (error) {
        if (!stopped.aborted) throw error;
        await this.deliveries.giveBack(claimed.uid, claimed.lease, this.clock.now());
      }
    });
  }

  private async attempt(
    { uid, webhookUid, eventUid, lease }: ClaimedDelivery,
    stopped: AbortSignal,
  ): Promise<void> {
    const [webhooks, deliveries] = await Promise.all([
      this.webhooks.findByUids([webhookUid]),
      this.deliveries.findByUids([uid]),
    ]);
    const [webhook, delivery] = [webhooks.get(webhookUid), deliveries.get(uid)];
    // Deleted since it was claimed.
    if (!webhook || !delivery) return;
    const outcome = webhook.isActive ? await this.bring(eventUid, webhook, stopped) : undefined;
    if (outcome) await this.outcomes.note(delivery, webhook, lease, outcome);
  }

  private async bring(eventUid: string, webhook: Webhook, stopped: AbortSignal): Promise<AttemptOutcome> {
    const event = (await this.events.findAll([eventUid])).get(eventUid);
    return event ? this.messages.bring(messageOf(event), webhook, stopped) : forgotten;
  }
}
