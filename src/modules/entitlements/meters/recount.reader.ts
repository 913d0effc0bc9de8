import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import type { Dimension } from '#libs/business/values/metered-event';
import { addMs, dayMs, startOfDay } from '#libs/kernel/period';
import { Database } from '#libs/persistence/database';
import { endOf, type UsageWindow } from '#modules/entitlements/metering';
import { chunkSize, type EventChunk } from './domain/event-chunk';
import { countChunk, counted, countKept, events, nextInstant, ranges } from './recount.statements';

/** As it is kept. */
export interface KeptEvent {
  at: Date;
  key: string;
  receivedAt: Date;
  customerId: string;
  resourceId: string | null;
  name: string;
  dimensions: Record<string, Dimension> | null;
  /** Counted by the meter: on the customer's level, on the resource's. */
  isFed: boolean;
  isFedResource: boolean;
}

/** A counter that has counted on a day. */
export interface CountedBefore {
  customerId: string;
  resourceId: string | null;
  customerUid: string;
  resourceKey: string;
  window: UsageWindow;
}

/** Where a walk over all events stands. */
export interface ChunkPlace {
  day: Date;
  customerId: string;
}

/** More are not counted for the sake of a figure. */
const mostCounted = 2_000_000;
const noKey = '00000000-0000-0000-0000-000000000000';

/** Events that are kept, day by day and customer by customer. */
@Injectable()
export class RecountReader {
  constructor(private readonly database: Database) {}

  /** About as many chunks are ahead; of very many events no less. */
  async chunks(): Promise<number> {
    const [row] = await this.database.query<{ events: number }>(countKept, [
      currentEnvironmentId(),
      mostCounted,
    ]);
    return Math.ceil((row?.events ?? 0) / chunkSize);
  }

  async next(after: ChunkPlace | null, limit: number): Promise<EventChunk[]> {
    const chunks: EventChunk[] = [];
    let { day, customerId } = after ?? { day: new Date(0), customerId: '' };
    if (after === null) day = (await this.dayFrom(day)) ?? day;
    while (chunks.length < limit) {
      const until = addMs(day, dayMs);
      const values = [currentEnvironmentId(), day, until, customerId, chunkSize, limit - chunks.length];
      for (const { last } of await this.database.query<{ last: string }>(ranges, values)) {
        chunks.push({ from: day, until, after: customerId, last });
        customerId = last;
      }
      if (chunks.length === limit) break;
      const next = await this.dayFrom(until);
      if (!next) break;
      [day, customerId] = [next, ''];
    }
    return chunks;
  }

  /** How many events a chunk has. */
  async count({ from, until, after, last }: EventChunk): Promise<number> {
    const values = [currentEnvironmentId(), from, until, after, last];
    return (await this.database.query<{ events: number }>(countChunk, values))[0]?.events ?? 0;
  }

  /** In the order of customers and instants, page by page. @param since only those that came then or later */
  async each(
    { from, until, after, last }: EventChunk,
    meterUid: string,
    take: (page: KeptEvent[]) => Promise<void> | void,
    since = new Date(0),
  ): Promise<void> {
    let place: [string, Date, string] = [after, until, noKey];
    let page: KeptEvent[];
    do {
      const asked = [currentEnvironmentId(), from, until, after, last, meterUid, since];
      const values = [...asked, ...place, chunkSize];
      page = await this.database.query<KeptEvent>(events, values);
      await take(page);
      const end = page.at(-1);
      if (end) place = [end.customerId, end.at, end.key];
    } while (page.length === chunkSize);
  }

  async counted(
    { from, until, after, last }: EventChunk,
    meterUid: string,
    featureUid: string,
  ): Promise<CountedBefore[]> {
    const values = [currentEnvironmentId(), from, until, after, last, meterUid, featureUid];
    const rows = await this.database.query<CountedBefore & { start: Date; end: Date }>(counted, values);
    return rows.map(({ start, end, ...counter }) => ({ ...counter, window: { start, end: endOf(end) } }));
  }

  private async dayFrom(at: Date): Promise<Date | undefined> {
    const [row] = await this.database.query<{ at: Date | null }>(nextInstant, [currentEnvironmentId(), at]);
    return row?.at ? startOfDay(row.at) : undefined;
  }
}
