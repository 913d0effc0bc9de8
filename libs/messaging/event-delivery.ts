import { Injectable } from '@nestjs/common';
import { runInContext, systemPrincipal, workerContext } from '#libs/context/request-context';
import { DatabaseFaults } from '#libs/persistence/database-faults';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import { AwaitedDeliveries } from './awaited-deliveries';
import type { RecordedEvent } from './event';
import { ExtensionRegistry } from './extension-registry';
import { RecordedEvents } from './recorded-events';

/** Hands an event to each of its handlers once: what a handler writes commits together with the note that it has run. */
@Injectable()
export class EventDelivery {
  constructor(
    private readonly recorded: RecordedEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly registry: ExtensionRegistry,
    private readonly metrics: Metrics,
    private readonly faults: DatabaseFaults,
    private readonly awaited: AwaitedDeliveries,
  ) {}

  /** @throws the first handler's failure, after the others have had their turn: the job library then tries again */
  async deliver(environmentId: string, uid: string): Promise<void> {
    const context = workerContext(uid, systemPrincipal('worker', environmentId), 'handleEvent');
    await runInContext(context, async () => {
      const event = (await this.recorded.findAll([uid])).get(uid);
      if (event) await this.handAround(event);
      await this.awaited.settle(environmentId, uid);
    });
  }

  private async handAround(event: RecordedEvent): Promise<void> {
    const { environmentId, uid } = event;
    const handlers = this.registry.of('event', event.type);
    const outcomes = await Promise.allSettled(
      handlers.map((handler) =>
        this.unitOfWork.run(async () => {
          if (await this.awaited.begin(environmentId, uid, handler.where)) await handler.run(event);
        }),
      ),
    );
    for (const [index, { where }] of handlers.entries()) {
      const outcome = outcomes[index];
      if (outcome?.status === 'rejected') this.faults.note(outcome.reason, where);
      if (outcome?.status === 'fulfilled') this.metrics.outboxHandled(where);
      else this.metrics.outboxFailed(where);
    }
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
