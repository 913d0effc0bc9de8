import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { Aggregation } from '#libs/business/values/meter';
import { never, type CounterKey, type UsageWindow } from '#modules/entitlements/metering';
import { CountedEventsReader, type CountedEvent } from './counted-events.reader';
import type { Digest } from '#libs/kernel/digest';
import {
  noTally,
  readTally,
  takenOf,
  withEvent,
  type MeterTally,
  type StoredTally,
} from './domain/meter-tally';
import { fold } from './event-counting.statements';
import { headColumns, resourceKeysOf } from './event-columns.record';

/** A window of a counter, by the meter that counts it. */
export interface AskedFold {
  key: CounterKey;
  meterUid: string;
  aggregation: Aggregation;
  window: UsageWindow;
}

interface FoldRow extends StoredTally {
  buckets: number;
  /** Beginnings and ends in milliseconds. */
  parts: [number, number][];
}

/**
 * What windows amount to, summed from their days. Of a day that the window cuts, and of values that are counted once, the events
 * themselves are asked. ADR-0063
 */
@Injectable()
export class MeterFoldsReader {
  constructor(
    private readonly database: Database,
    private readonly events: CountedEventsReader,
  ) {}

  /** In the order of the questions. */
  async of(asked: readonly AskedFold[]): Promise<MeterTally[]> {
    const rows = await this.fold(asked);
    const tallies: MeterTally[] = [];
    for (const [place, row] of rows.entries())
      tallies.push(await this.tallyOf(asked[place] as AskedFold, row));
    return tallies;
  }

  /** Of a UNIQUE meter: each value with the first instant at which it was met. */
  async values(asked: AskedFold): Promise<Map<Digest, Date>> {
    const [row] = await this.fold([asked]);
    return row ? this.valuesOf(asked, row) : new Map<Digest, Date>();
  }

  private async fold(asked: readonly AskedFold[]): Promise<FoldRow[]> {
    if (asked.length === 0) return [];
    const values = [currentEnvironmentId(), ...headColumns(asked), resourceKeysOf(asked)];
    return this.database.query<FoldRow>(fold, values);
  }

  private async tallyOf(asked: AskedFold, row: FoldRow): Promise<MeterTally> {
    if (asked.aggregation.function === 'UNIQUE')
      return { ...noTally, n: (await this.valuesOf(asked, row)).size };
    let tally = readTally(row);
    for (const [from, until] of row.parts) {
      const part = { start: new Date(from), end: new Date(until) };
      await this.eachIn(
        asked,
        part,
        (event) => (tally = withEvent(tally, takenOf(asked.aggregation, event))),
      );
    }
    return tally;
  }

  private async valuesOf(asked: AskedFold, { buckets }: FoldRow): Promise<Map<Digest, Date>> {
    const values = new Map<Digest, Date>();
    if (buckets === 0) return values;
    await this.eachIn(asked, asked.window, (event) => {
      const taken = takenOf(asked.aggregation, event);
      if (typeof taken !== 'string' && taken.value !== null && !values.has(taken.value))
        values.set(taken.value, event.at);
    });
    return values;
  }

  private eachIn(
    { key, meterUid }: AskedFold,
    { start: from, end }: UsageWindow,
    take: (event: CountedEvent) => void,
  ): Promise<void> {
    const { customerUid, resourceKey } = key;
    return this.events.each({ customerUid, resourceKey, meterUid, from, until: end ?? never }, take);
  }
}
