import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Decimal } from '#libs/kernel/decimal';
import { Database } from '#libs/persistence/database';
import { CountedEventsReader } from './counted-events.reader';
import {
  exactUsageOf,
  noTally,
  readTally,
  takenOf,
  withEvent,
  type MeterTally,
  type StoredTally,
} from './domain/meter-tally';
import { partsOf, type KnownMeter, type MeteredPeriod, type MeterPart } from './domain/metered-period';
import { foldAll, meters, valuesOfAll } from './metered-periods.statements';

/** What events come to in a period, in reported units. */
export interface PeriodUsage {
  /** Whether anything was counted. */
  isAny: boolean;
  /** Exact, with 9 fractional digits. */
  usage: Decimal;
  isMetered: boolean;
  isWhole: boolean;
}

interface FoldRow extends StoredTally {
  buckets: number;
  /** Resources, beginnings and ends in milliseconds. */
  cut: [string, number, number][];
}

/** What customers used, all their resources together or one of them: for bills. Domain: contracts-billing I9 */
@Injectable()
export class MeteredPeriodsReader {
  constructor(
    private readonly database: Database,
    private readonly events: CountedEventsReader,
  ) {}

  /** In the order of the periods. */
  async of(customerUid: string, periods: readonly MeteredPeriod[]): Promise<PeriodUsage[]> {
    const known = await this.metersOf(periods);
    const divided = periods.map((period) => partsOf(period, known));
    const tallies = await this.talliesOf(
      customerUid,
      divided.flatMap(({ parts }) => parts),
    );
    let next = 0;
    return divided.map(({ parts, isMetered, isWhole }) => {
      let [isAny, usage] = [false, new Decimal(0)];
      for (const { meter } of parts) {
        const tally = tallies[next++] as MeterTally;
        isAny ||= tally.n > 0;
        usage = usage.plus(exactUsageOf(meter.aggregation.function, tally));
      }
      return { isAny, usage, isMetered, isWhole };
    });
  }

  private metersOf(periods: readonly MeteredPeriod[]): Promise<KnownMeter[]> {
    const features = [...new Set(periods.map(({ featureUid }) => featureUid))];
    return this.database.query<KnownMeter>(meters, [currentEnvironmentId(), features]);
  }

  private async talliesOf(customerUid: string, parts: readonly MeterPart[]): Promise<MeterTally[]> {
    if (parts.length === 0) return [];
    const rows = await this.database.query<FoldRow>(foldAll, [
      ...[currentEnvironmentId(), customerUid],
      parts.map(({ meter }) => meter.uid),
      parts.map(({ from }) => from),
      parts.map(({ until }) => until),
      parts.map(({ resourceKey = null }) => resourceKey),
    ]);
    const tallies: MeterTally[] = [];
    for (const [place, row] of rows.entries())
      tallies.push(await this.tallyOf(customerUid, parts[place] as MeterPart, row));
    return tallies;
  }

  private async tallyOf(customerUid: string, part: MeterPart, row: FoldRow): Promise<MeterTally> {
    const { uid: meterUid, aggregation } = part.meter;
    if (row.buckets === 0) return noTally;
    if (aggregation.function === 'UNIQUE')
      return { ...noTally, n: await this.countValues(customerUid, part) };
    let tally = readTally(row);
    for (const [resourceKey, from, until] of row.cut) {
      const asked = { customerUid, resourceKey, meterUid, from: new Date(from), until: new Date(until) };
      await this.events.each(asked, (event) => (tally = withEvent(tally, takenOf(aggregation, event))));
    }
    return tally;
  }

  /** As text, which is how `takenOf` tells them apart. */
  private async countValues(
    customerUid: string,
    { meter, resourceKey, from, until }: MeterPart,
  ): Promise<number> {
    const { uid, aggregation } = meter;
    if (resourceKey !== undefined) {
      const asked = { customerUid, resourceKey, meterUid: uid, from, until };
      const met = new Set<string>();
      await this.events.each(asked, (event) => {
        const taken = takenOf(aggregation, event);
        if (typeof taken !== 'string' && taken.value !== null) met.add(String(taken.value));
      });
      return met.size;
    }
    const values = [currentEnvironmentId(), customerUid, uid, from, until, aggregation.field ?? ''];
    const rows = await this.database.query<{ value: unknown }>(valuesOfAll, values);
    const met = rows.map(({ value }) => value).filter((value) => value !== null);
    return new Set(met.map(String)).size;
  }
}
