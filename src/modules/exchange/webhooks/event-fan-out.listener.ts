import { Injectable } from '@nestjs/common';
import { MachineClock } from '#libs/kernel/clock';
import type { RecordedEvent } from '#libs/messaging/event';
import { eventsWritten } from '#libs/messaging/event-audience';
import { Follows } from '#libs/messaging/extensions';
import { DeliveryRunner } from './delivery-runner.listener';
import { WebhookDelivery } from './domain/webhook-delivery';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import { WebhooksRepository } from './webhooks.repository';

/** A message for each webhook that hears an event, in the commit of its cause. Domain: access-and-events W7 */
@Injectable()
export class EventFanOut {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly runner: DeliveryRunner,
    private readonly clock: MachineClock,
  ) {}

  @Follows(eventsWritten)
  async spread({ events }: { events: readonly RecordedEvent[] }): Promise<void> {
    const byUid = new Map(events.map((event) => [event.uid, event]));
    const now = this.clock.now();
    const deliveries = (await this.webhooks.hearersOf(events)).map(({ webhookUid, eventUid }) =>
      WebhookDelivery.of(webhookUid, byUid.get(eventUid) as RecordedEvent, now),
    );
    if (deliveries.length === 0) return;
    await this.deliveries.insertAll(deliveries);
    this.runner.wakeByCommit();
  }
}
