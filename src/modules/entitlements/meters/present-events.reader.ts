import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import type { Aggregation } from '#libs/business/values/meter';
import { Database } from '#libs/persistence/database';
import { never, type CounterKey, type UsageWindow } from '#modules/entitlements/metering';
import { noTally, readTally, usageOf, type StoredTally } from './domain/meter-tally';
import { MeterFoldsReader, type AskedFold } from './meter-folds.reader';

/** What is counted, and the window that runs. */
export interface AskedPresence {
  key: CounterKey;
  window: UsageWindow;
}

interface CounterRow extends StoredTally {
  place: number;
  meterUid: string;
  aggregation: Aggregation;
  start: Date;
  end: Date;
  lastEventAt: Date | null;
}

/** Counters that count by the meter in force. Who has counted nothing by it has none. */
const present = `select k.place::int as place, m.uid as "meterUid", m.definition -> 'aggregation' as aggregation,
                c.window_start as "start", c.window_end as "end", c.last_event_at as "lastEventAt",
                c.n::float8 as n, c.total::text as total, c.low::text as low, c.high::text as high
           from unnest($2::uuid[], $3::text[], $4::uuid[]) with ordinality as k(customer_uid, resource_key, feature_uid, place)
           join meter_counter c on c.environment_id = $1 and c.customer_uid = k.customer_uid and c.resource_key = k.resource_key
                and c.feature_uid = k.feature_uid
           join meter m on m.environment_id = $1 and m.uid = c.meter_uid and m.until is null`;

/** Usage of many customers at once, from events. */
@Injectable()
export class PresentEventsReader {
  constructor(
    private readonly database: Database,
    private readonly folds: MeterFoldsReader,
  ) {}

  /** Reported units, in the order of the questions. */
  async of(asked: readonly AskedPresence[]): Promise<number[]> {
    const usage = asked.map(() => 0);
    if (asked.length === 0) return usage;
    const rows = await this.database.query<CounterRow>(present, [
      currentEnvironmentId(),
      asked.map(({ key }) => key.customerUid),
      asked.map(({ key }) => key.resourceKey),
      asked.map(({ key }) => key.featureUid),
    ]);
    const lacking: (AskedFold & { index: number })[] = [];
    for (const { place, meterUid, aggregation, ...counter } of rows) {
      const index = place - 1;
      const { key, window } = asked[index] as AskedPresence;
      if (isIn(counter, window)) usage[index] = usageOf(aggregation.function, readTally(counter));
      // Who has sent nothing since the window began has used nothing in it.
      else if (counter.lastEventAt && counter.lastEventAt >= window.start)
        lacking.push({ index, key, meterUid, aggregation, window });
    }
    const tallies = await this.folds.of(lacking);
    for (const [place, { index, aggregation }] of lacking.entries())
      usage[index] = usageOf(aggregation.function, tallies[place] ?? noTally);
    return usage;
  }
}

const isIn = ({ start, end }: Pick<CounterRow, 'start' | 'end'>, window: UsageWindow): boolean =>
  start.getTime() === window.start.getTime() && end.getTime() === (window.end ?? never).getTime();
