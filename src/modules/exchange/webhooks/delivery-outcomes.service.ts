import { Injectable } from '@nestjs/common';
import { MachineClock } from '#libs/kernel/clock';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import { isGivenUp, type Webhook } from './domain/webhook';
import type { AttemptOutcome, WebhookDelivery } from './domain/webhook-delivery';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import { WebhookHealths } from './webhook-health.repository';
import { WebhooksService } from './webhooks.service';

/** Writes down what became of an attempt, and what follows from it for the webhook. Domain: access-and-events W3 */
@Injectable()
export class DeliveryOutcomes {
  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly healths: WebhookHealths,
    private readonly webhooks: WebhooksService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: MachineClock,
    private readonly metrics: Metrics,
  ) {}

  /** Nothing of it, where the message is in other hands by now. @param lease under which the attempt was made */
  async note(
    delivery: WebhookDelivery,
    webhook: Webhook,
    lease: string,
    outcome: AttemptOutcome,
  ): Promise<void> {
    const now = this.clock.now();
    delivery.note(outcome, now, Math.random());
    const isSuccess = outcome.error === null;
    await this.unitOfWork.run(async () => {
      if (!(await this.deliveries.settle(delivery, lease))) return;
      // That the message is at fault says nothing of its receiver.
      if (!outcome.isFinal) await this.healths.note(webhook.uid, isSuccess, now);
    });
    this.metrics.webhooks.attempted(
      isSuccess ? 'delivered' : delivery.state === 'FAILED' ? 'given_up' : 'failed',
    );
    if (!isSuccess) await this.stopWhereGivenUp(webhook.uid, now);
  }

  private async stopWhereGivenUp(webhookUid: string, now: Date): Promise<void> {
    const health = (await this.healths.findByUids([webhookUid])).get(webhookUid);
    if (!health || !isGivenUp(health.failingSince, now)) return;
    await this.unitOfWork.run(() => this.webhooks.stop(webhookUid));
    this.metrics.webhooks.stopped();
  }
}
