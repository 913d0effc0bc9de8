import { Injectable } from '@nestjs/common';
import { takes } from '#libs/business/values/meter-filter';
import type { Meter } from '#libs/business/values/meter';
import { Clock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { addMs } from '#libs/kernel/period';
import { Within } from '#libs/use-cases/use-case';
import { counterId } from '#modules/entitlements/metering';
import type { AttributedCounter } from './domain/fed-event';
import type { EventChunk } from './domain/event-chunk';
import { takenOf, type Taken } from './domain/meter-tally';
import { RecountedDay, type FeedingCounter } from './domain/recounted-day';
import { EventCountingRepository } from './event-counting.repository';
import { ReachedMeters } from './reached-meters.service';
import { RecountReader, type ChunkPlace, type CountedBefore, type KeptEvent } from './recount.reader';
import { RecountRepository, type EventMark } from './recount.repository';

/** A meter that is in force. */
export interface RecountedMeter {
  uid: string;
  featureUid: string;
  definition: Meter;
}

/** Who is counted: asked of each customer and resource once. */
export interface RecountQuestion {
  customerId: string;
  resourceId: string | null;
  /** Of the first event that asks. */
  at: Date;
}

/** The counter of an event as entitlements say now; undefined where nobody is entitled. */
export type CounterOf = (question: RecountQuestion) => FeedingCounter | undefined;

/** What of one transaction is known before the counters are held. */
interface Recount {
  chunk: EventChunk;
  meter: RecountedMeter;
  counterOf: CounterOf;
  /** Those that will be locked, by their id. */
  heads: ReadonlyMap<string, AttributedCounter>;
  /** Who has counted on the day. */
  before: readonly CountedBefore[];
}

/** What the events of a chunk come to, as far as they are read. */
interface Walk {
  day: RecountedDay;
  /** Counted by the meter. */
  events: number;
  /** Counted or not. */
  read: number;
  /** Those who came after this are remembered, for later ones are looked for among them. */
  since: Date;
  late: Set<string>;
  /** Events that no counter has: who holds one may be unknown until all are locked. */
  cleared: EventMark[];
}

/** Longer than an event is under way between its arrival and its commit, with what clocks differ. Where it is not, all is read again. */
const underWayMs = 60_000;

/**
 * Counts days anew from the events that are kept. They are read and marked first, while others count; then counters are locked, and the
 * few events read that came in between. One that arrives after that waits for the counter and is counted on top; one that was counted before is
 * among those that are read. ADR-0063
 */
@Injectable()
export class Recounting {
  constructor(
    private readonly reader: RecountReader,
    private readonly repository: RecountRepository,
    private readonly counting: EventCountingRepository,
    private readonly reached: ReachedMeters,
    private readonly clock: Clock,
  ) {}

  /** The meter of a feature, if it has one, held until the end of the unit of work. */
  @Within()
  async lockMeter(featureUid: string): Promise<RecountedMeter | undefined> {
    const meter = await this.repository.lockMeter(featureUid);
    return meter && { ...meter, featureUid };
  }

  /** How many chunks there are, about. */
  @Within()
  chunks(): Promise<number> {
    return this.reader.chunks();
  }

  /** Days ascend, and customers within a day. */
  @Within()
  next(after: ChunkPlace | null, limit: number): Promise<EventChunk[]> {
    return this.reader.next(after, limit);
  }

  /**
   * In the transaction of the caller. What nobody is entitled to any more stays where it was counted.
   * @param attribute where events are counted
   * @returns how many events are counted by the meter
   */
  @Within()
  async recount(
    chunk: EventChunk,
    meter: RecountedMeter,
    attribute: (questions: readonly RecountQuestion[]) => Promise<CounterOf>,
  ): Promise<number> {
    const questions = await this.questionsOf(chunk, meter);
    const counterOf = await attribute(questions);
    const before = await this.reader.counted(chunk, meter.uid, meter.featureUid);
    const heads = headsOf(meter, before, questions, counterOf);
    if (heads.size === 0) return 0;
    const recount = { chunk, meter, counterOf, heads, before };
    const ahead = this.newWalk(heads);
    await this.walk(recount, ahead);
    const revision = newUid();
    const locked = [...heads.values()];
    await this.counting.turn(locked, revision);
    const { day, events } = await this.complete(recount, ahead);
    await this.repository.replace(chunk, meter.uid, locked, day);
    const { moved, version } = await this.repository.settle(locked, day, revision);
    await this.reached.tell(moved, version);
    return events;
  }

  private async questionsOf(chunk: EventChunk, meter: RecountedMeter): Promise<RecountQuestion[]> {
    const questions = new Map<string, RecountQuestion>();
    await this.reader.each(chunk, meter.uid, (page) => {
      for (const { customerId, resourceId, at, ...event } of page) {
        const key = JSON.stringify([customerId, resourceId]);
        if (!questions.has(key) && takenBy(meter.definition, event))
          questions.set(key, { customerId, resourceId, at });
      }
    });
    return [...questions.values()];
  }

  private newWalk(heads: Recount['heads']): Walk {
    const since = addMs(this.clock.now(), -underWayMs);
    return { day: new RecountedDay(heads), events: 0, read: 0, since, late: new Set(), cleared: [] };
  }

  /** Under the lock: what came while the events were read. Events are never deleted, so where their number agrees, none is missing. */
  private async complete(recount: Recount, ahead: Walk): Promise<Walk> {
    const { chunk, meter, heads } = recount;
    const before = await this.reader.counted(chunk, meter.uid, meter.featureUid);
    if (namesOf(before) === namesOf(recount.before)) {
      await this.walk(recount, ahead, ahead.since);
      if (ahead.read === (await this.reader.count(chunk))) {
        await this.repository.mark(meter.uid, ahead.cleared);
        return ahead;
      }
    }
    const again = this.newWalk(heads);
    await this.walk({ ...recount, before }, again);
    await this.repository.mark(meter.uid, again.cleared);
    return again;
  }

  /** @param since only those that came then or later, and are not in the walk yet */
  private async walk({ chunk, meter, counterOf, heads, before }: Recount, walk: Walk, since?: Date) {
    const stays = stayingIn(chunk, meter, before);
    const take = async (page: KeptEvent[]) => {
      const marks: EventMark[] = [];
      for (const event of page) {
        if (event.receivedAt >= walk.since) {
          const place = `${event.at.getTime()} ${event.key}`;
          if (walk.late.has(place)) continue;
          walk.late.add(place);
        }
        walk.read++;
        const taken = takenBy(meter.definition, event);
        const counter = taken && (counterOf(event) ?? stays(event));
        // Of a counter that is not held, the event came after the counters were asked for: it is counted already.
        if (counter && !heads.has(counter.counter.id)) continue;
        if (counter && walk.day.add(event.at, counter, taken)) walk.events++;
        const isOwn = counter?.counter.key.resourceKey === '';
        const isResources = counter !== undefined && !isOwn;
        if (isOwn !== event.isFed || isResources !== event.isFedResource)
          (counter ? marks : walk.cleared).push({ at: event.at, key: event.key, isOwn, isResources });
      }
      await this.repository.mark(meter.uid, marks);
    };
    await this.reader.each(chunk, meter.uid, take, since);
  }
}

const namesOf = (counters: readonly CountedBefore[]): string =>
  JSON.stringify(counters.map(({ customerUid, resourceKey }) => `${customerUid} ${resourceKey}`).sort());

function takenBy(
  meter: Meter,
  { name, dimensions }: Pick<KeptEvent, 'name' | 'dimensions'>,
): Taken | undefined {
  const event = { eventName: name, dimensions: dimensions ?? {} };
  if (!takes(meter, event)) return undefined;
  const taken = takenOf(meter.aggregation, event);
  return typeof taken === 'string' ? undefined : taken;
}

/** Those that have counted on the day and those that will, in one order for everybody. */
function headsOf(
  { uid: meterUid, featureUid, definition: { aggregation } }: RecountedMeter,
  before: readonly CountedBefore[],
  questions: readonly RecountQuestion[],
  counterOf: CounterOf,
): Map<string, AttributedCounter> {
  const heads = new Map<string, AttributedCounter>();
  for (const { customerUid, resourceKey, window } of before) {
    const key = { customerUid, resourceKey, featureUid };
    const id = counterId(key);
    heads.set(id, { id, key, meterUid, aggregation, window, isGauge: false, watched: null });
  }
  for (const question of questions) {
    const counter = counterOf(question)?.counter;
    if (counter) heads.set(counter.id, counter);
  }
  return new Map([...heads].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Where an event was counted that nobody is entitled to any more: its day is no window of a rule that is known, so it is one. */
function stayingIn(
  { from: start, until: end }: EventChunk,
  { uid: meterUid, featureUid, definition: { aggregation } }: RecountedMeter,
  before: readonly CountedBefore[],
): (event: KeptEvent) => FeedingCounter | undefined {
  const idOf = (customerId: string, resourceId: string | null) => JSON.stringify([customerId, resourceId]);
  const known = new Map(before.map((each) => [idOf(each.customerId, each.resourceId), each]));
  return ({ customerId, resourceId, isFed, isFedResource }) => {
    if (!isFed && !isFedResource) return undefined;
    const counter = known.get(idOf(customerId, isFed ? null : resourceId));
    if (!counter) return undefined;
    const { customerUid, resourceKey, window } = counter;
    const key = { customerUid, resourceKey, featureUid };
    const staying = { id: counterId(key), key, meterUid, aggregation, window, isGauge: false, watched: null };
    return { counter: staying, window: { start, end } };
  };
}
