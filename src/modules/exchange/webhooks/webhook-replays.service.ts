import { Injectable } from '@nestjs/common';
import { MachineClock } from '#libs/kernel/clock';
import { badInput } from '#libs/kernel/errors/domain-error';
import { firstUidOf } from '#libs/kernel/ids';
import { addMs } from '#libs/kernel/period';
import { Journal } from '#libs/messaging/journal';
import { RecordedEvents, type EventSpan } from '#libs/messaging/recorded-events';
import { LongTask, type TaskKind, type TaskSubject } from '#libs/tasks/task-kinds';
import { Tasks } from '#libs/tasks/tasks';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { DeliveryRunner } from './delivery-runner.listener';
import { WebhookDelivery } from './domain/webhook-delivery';
import { requireReceiving } from './webhook-deliveries.service';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import type { ReplayedDeliveries, ReplayWebhookBody } from './webhooks.inputs';
import { WebhooksRepository } from './webhooks.repository';
import { StartedReplay } from './webhooks.views';

const kind = 'REPLAY_WEBHOOK';
const turnSize = 50;
/** More are not counted beforehand. */
const mostCounted = 10_000;

interface Payload {
  webhookId: string;
  which: ReplayedDeliveries;
  span: EventSpan;
}

interface Subject extends TaskSubject {
  type: string;
}

/** The events of a span once more, by a task: what failed, and what was missed. Domain: access-and-events W3 */
@Injectable()
@LongTask(kind, { entityType: 'WEBHOOK', resultsNeed: 'webhooks:read', turnSize })
export class WebhookReplaysService implements TaskKind<Payload, Subject> {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly events: RecordedEvents,
    private readonly tasks: Tasks,
    private readonly runner: DeliveryRunner,
    private readonly journal: Journal,
    private readonly clock: MachineClock,
  ) {}

  /** @throws WebhookNotFound, IdentityForbidden, IntegrityViolation; BadUserInput for a span that holds no instant */
  @UseCase('replayWebhook', {
    needs: 'webhooks:write',
    answers: one(StartedReplay),
    summary: 'Send the events of a span once more, by a task. An addition.',
  })
  async start(
    webhookId: string,
    { from, to, deliveries: which = 'UNDELIVERED' }: ReplayWebhookBody,
  ): Promise<StartedReplay> {
    const webhook = await this.webhooks.lockOrThrow(webhookId);
    requireReceiving(webhook);
    const now = this.clock.now();
    const until = to === undefined || to > now ? now : to;
    if (from >= until) throw badInput('from must be before to, and not in the future');
    const bounds = { after: firstUidOf(from), before: firstUidOf(addMs(until, 1)) };
    const payload: Payload = { webhookId, which, span: { ...bounds, patterns: webhook.eventTypes } };
    const total = await this.events.count(payload.span, mostCounted);
    const about = { kind, entityType: 'WEBHOOK', entityId: webhookId } as const;
    const taskId = await this.tasks.start({ ...about, payload, total });
    const told = { type: 'webhook.replay_started', entityType: 'WEBHOOK', entityId: webhookId } as const;
    this.journal.record({ ...told, before: null, after: { taskId, from, to: until, deliveries: which } });
    return { taskId };
  }

  /** None once the webhook is deleted or inactive. */
  async next({ webhookId, span }: Payload, after: string | null, limit: number): Promise<Subject[]> {
    if (!(await this.webhooks.find(webhookId))?.isActive) return [];
    const events = await this.events.next({ ...span, after: after ?? span.after }, limit);
    return events.map(({ uid, type }) => ({ key: uid, id: uid, type }));
  }

  left({ span }: Payload, after: string): Promise<number> {
    return this.events.count({ ...span, after }, mostCounted);
  }

  /** @param subject an event; of it this webhook has one message at most */
  async process({ webhookId, which }: Payload, { id: uid, type }: Subject): Promise<undefined> {
    const webhook = await this.webhooks.find(webhookId);
    if (!webhook) return;
    const now = this.clock.now();
    const delivery = await this.deliveries.lockOf(webhook.uid, uid);
    if (!delivery) await this.deliveries.begin([WebhookDelivery.of(webhook.uid, { uid, type }, now)]);
    else if (which === 'ALL' || delivery.state === 'FAILED') {
      delivery.again(now);
      await this.deliveries.save(delivery, now);
    } else return;
    this.runner.wakeByCommit();
  }
}
