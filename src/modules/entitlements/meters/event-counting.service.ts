import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '#libs/changes/change-feed';
import { currentEnvironmentId } from '#libs/context/request-context';
import { noteVersion } from '#libs/context/standing';
import { Clock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { Gathering } from '#libs/persistence/gathering';
import { isCutOff, UnitOfWork } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import { Within } from '#libs/use-cases/use-case';
import { CountedEvents } from './counted-events.service';
import { batchOf, type EventBatch } from './domain/event-batch';
import type { FedEvent } from './domain/fed-event';
import { laneOf, lanes } from './domain/lanes';
import { onceGenerations } from './domain/once-generations';
import {
  EventCountingRepository,
  isOtherWindow,
  type CountedEvents as Counted,
  type MovedCounter,
} from './event-counting.repository';
import { ReachedMeters } from './reached-meters.service';

/** Events that are written together at most: whoever hears of more customers in one change drops those of the whole environment. */
const largestGroup = 1000;

type Stored = Omit<Counted, 'moved' | 'fresh'>;

/**
 * Keeps events and counts them in one commit, what comes at once together. An environment's customers share a few lanes, a customer's events
 * one: so counters of a process are never written by two statements at once, and what it knows of them is in the order of its commits.
 * ADR-0063
 */
@Injectable()
export class EventCounting {
  private readonly lanes = new Gathering<readonly FedEvent[], Stored>(
    (_lane, requests) => this.storeTogether(requests),
    { most: largestGroup, sizeOf: (events) => events.length },
  );

  constructor(
    private readonly repository: EventCountingRepository,
    private readonly reached: ReachedMeters,
    private readonly counted: CountedEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: ChangeFeed,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {
    metrics.setEventGroupsWaitingGauge(() => this.lanes.length);
  }

  /**
   * Each event once, however often it is told; what it counts is seen by the next check. After a refusal or a fault some may be stored:
   * told again, they count once.
   */
  @Within()
  async store(events: readonly FedEvent[]): Promise<void> {
    const environmentId = currentEnvironmentId();
    const outcomes = this.unitOfWork.isOpen
      ? [await this.storeWithOthers(events)]
      : await Promise.all(
          byLane(events).map(([lane, own]) => this.lanes.ask(`${environmentId}/${lane}`, own)),
        );
    for (const { version } of outcomes) noteVersion(version);
  }

  /** In the unit of work that is open. */
  private async storeWithOthers(events: readonly FedEvent[]): Promise<Stored> {
    const stored = await this.counting(batchOf(events), newUid(), { isLocking: true });
    this.unitOfWork.afterCommit(() => this.measure(events.length, stored));
    return stored;
  }

  private async storeTogether(requests: readonly (readonly FedEvent[])[]): Promise<Stored[]> {
    const events = requests.flat();
    const batch = batchOf(events);
    const { moved, revision, fresh: _, ...stored } = await this.attempted(batch);
    this.measure(events.length, stored);
    // What was spent of a budget is in no counter: of that memory hears by a poll.
    if (!batch.heads.some(({ spending }) => spending))
      this.counted.tell({ environmentId: currentEnvironmentId(), revision, counters: moved.map(metered) });
    await this.changes.acknowledging();
    return requests.map(() => stored);
  }

  /** A connection that breaks in the middle of a write leaves open whether it was committed: written again, nothing counts twice. */
  private async attempted(batch: EventBatch): Promise<Counted & { revision: string }> {
    try {
      return await this.write(batch);
    } catch (error) {
      if (!isOtherWindow(error) && !isCutOff(error)) throw error;
      return this.write(batch, { isLocking: true });
    }
  }

  /** Under a revision of its own: of an attempt that was cut off and committed, memory must hear by a poll. */
  private write(batch: EventBatch, { isLocking = false } = {}): Promise<Counted & { revision: string }> {
    const revision = newUid();
    return this.unitOfWork.run(async () => ({
      ...(await this.counting(batch, revision, { isLocking })),
      revision,
    }));
  }

  private async counting(
    batch: EventBatch,
    revision: string,
    { isLocking }: { isLocking: boolean },
  ): Promise<Counted> {
    const held = await this.reached.hold(batch);
    if (isLocking) await this.repository.turn(batch.heads, revision);
    const now = this.clock.now();
    const counted = await this.repository.count(batch, onceGenerations(now), revision, now);
    await this.reached.tell(counted.moved, counted.version);
    await this.reached.keep(held, batch, counted, now);
    return counted;
  }

  private measure(told: number, { stored, fed, late }: Stored): void {
    this.metrics.eventsTold('counted', fed);
    this.metrics.eventsTold('late', late);
    this.metrics.eventsTold('unattributed', stored - fed - late);
    this.metrics.eventsTold('repeated', told - stored);
  }
}

const metered = ({ head, usage, lastEventAt }: MovedCounter) => ({
  key: head.key,
  meterUid: head.meterUid,
  window: head.window,
  total: usage,
  lastEventAt,
});

function byLane(events: readonly FedEvent[]): [lane: number, own: FedEvent[]][] {
  const own = Array.from({ length: lanes }, (): FedEvent[] => []);
  for (const event of events) (own[laneOf(event.customerId)] as FedEvent[]).push(event);
  return [...own.entries()].filter(([, some]) => some.length > 0);
}
