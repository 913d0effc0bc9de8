import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/env';
import { MachineClock } from '#libs/kernel/clock';
import { Upkeep } from '#libs/messaging/extensions';
import { Metrics } from '#libs/telemetry/metrics';
import { daysLeft, daysToMake, daysToRetire, endOfMade } from './domain/event-days';
import { emptiedAt } from './domain/once-generations';
import { EventDaysRepository } from './event-days.repository';

/**
 * Keeps a partition for each day that events may fall into, lets go of those whose time is over, and empties the generation of keys that
 * comes next. Processes take turns step by step; an event for which nothing is made yet lies in the default partition meanwhile. ADR-0063
 */
@Injectable()
export class EventDays {
  private readonly retentionDays: number;

  constructor(
    private readonly repository: EventDaysRepository,
    private readonly clock: MachineClock,
    { eventsRetentionDays }: Environment,
    metrics: Metrics,
  ) {
    this.retentionDays = eventsRetentionDays;
    metrics.setEventDaysGauges(async () => ({
      daysLeft: daysLeft(this.clock.now(), await this.repository.all()),
      strayRows: await this.repository.strayRowsBefore(endOfMade(this.clock.now())),
    }));
  }

  /**
   * What is done stays done. A step that met others for too long does not hold up the next ones.
   * @throws the first fault of a step, so that the work is repeated
   */
  @Upkeep('keep-event-days')
  async keep(): Promise<void> {
    const now = this.clock.now();
    const faults: unknown[] = [];
    const attempt = (step: Promise<void>) => step.catch((error: unknown) => faults.push(error));
    const [there, stray] = [await this.repository.all(), await this.repository.strayBefore(endOfMade(now))];
    const days = daysToMake(now, there, stray);
    // Those first, and at once: what lies in the default partition is read through for every step.
    const moved = days.filter((day) => stray.includes(day));
    if (moved.length > 0) await attempt(this.repository.make(moved));
    for (const day of days) if (!moved.includes(day)) await attempt(this.repository.make([day]));
    const all = await this.repository.all();
    for (const day of daysToRetire(now, this.retentionDays, all)) await attempt(this.repository.retire(day));
    const emptied = emptiedAt(now);
    if (emptied !== undefined) await attempt(this.repository.emptyOnce(emptied));
    if (faults.length > 0) throw faults[0];
  }
}
