import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { MachineClock } from '#libs/kernel/clock';
import { addDays } from '#libs/kernel/period';
import { Upkeep } from '#libs/messaging/extensions';
import { Metrics } from '#libs/telemetry/metrics';
import { beforeAll, DueDeliveries, type Receiver } from './due-deliveries.reader';

const keptDays = 30;
/** In one statement: others write meanwhile. */
const batch = 5000;
const visits = 200;

/** What is told of messages, and what becomes of old ones. Domain: access-and-events W3 */
@Injectable()
export class WebhookUpkeep implements OnApplicationBootstrap {
  constructor(
    private readonly due: DueDeliveries,
    private readonly clock: MachineClock,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.metrics.webhooks.setGauge(() => this.lateSeconds());
  }

  @Upkeep('forget-webhook-deliveries', '13 * * * *')
  async forgetOld(): Promise<void> {
    const old = addDays(this.clock.now(), -keptDays);
    while ((await this.due.forgetOlderThan(old, batch)) === batch) continue;
    await this.walk(async (receivers) => {
      while ((await this.due.forgetOrphansOf(receivers, batch)) === batch) continue;
    });
  }

  /** How long ago the first message should have been tried, of receivers that can be reached. */
  private async lateSeconds(): Promise<number> {
    let late = 0;
    await this.walk(async (receivers) => {
      late = Math.max(late, await this.due.lateSeconds(receivers, this.clock.now()));
    });
    return late;
  }

  private async walk(visit: (receivers: readonly Receiver[]) => Promise<void>): Promise<void> {
    for (let after: Receiver | undefined = beforeAll; after;) {
      const receivers: Receiver[] = await this.due.receivers(after, visits);
      if (receivers.length > 0) await visit(receivers);
      after = receivers.length < visits ? undefined : receivers.at(-1);
    }
  }
}
