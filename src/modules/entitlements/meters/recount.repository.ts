import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { digests, instants, texts, uids } from '#libs/persistence/array-columns';
import { Database } from '#libs/persistence/database';
import type { Meter } from '#libs/business/values/meter';
import { never } from '#modules/entitlements/metering';
import type { AttributedCounter } from './domain/fed-event';
import { noTally, usageOf, type MeterTally } from './domain/meter-tally';
import { endOfWindow, type RecountedBucket, type RecountedDay, type MetValue } from './domain/recounted-day';
import type { EventChunk } from './domain/event-chunk';
import type { MovedCounter } from './event-counting.repository';
import { MeterFoldsReader } from './meter-folds.reader';
import {
  countValues,
  forget,
  forgetValues,
  keep,
  keepValues,
  lockMeter,
  mark,
  settle,
} from './recount.statements';

/** By which counters of the meter an event is counted from now on. */
export interface EventMark {
  at: Date;
  /** As PostgreSQL spells it. */
  key: string;
  isOwn: boolean;
  isResources: boolean;
}

interface SettledRow {
  place: number;
  told: number;
  lastEventAt: Date;
  version: number;
}

/** Days of counters, counted anew by who holds the counters. ADR-0063 */
@Injectable()
export class RecountRepository {
  constructor(
    private readonly database: Database,
    private readonly folds: MeterFoldsReader,
  ) {}

  /** The meter in force, held until the end of the unit of work. */
  async lockMeter(featureUid: string): Promise<{ uid: string; definition: Meter } | undefined> {
    const values = [currentEnvironmentId(), featureUid];
    return (await this.database.query<{ uid: string; definition: Meter }>(lockMeter, values))[0];
  }

  /** In the place of all that the counters have of the day. */
  async replace(
    { from, until }: EventChunk,
    meterUid: string,
    heads: readonly AttributedCounter[],
    day: RecountedDay,
  ): Promise<void> {
    const counters = [heads.map(({ key }) => key.customerUid), heads.map(({ key }) => key.resourceKey)];
    const values = [currentEnvironmentId(), from, until, ...counters, meterUid];
    await this.database.query(forget, values);
    await this.database.query(forgetValues, values);
    await this.keep(meterUid, day.buckets);
    await this.keepValues(meterUid, day.values);
  }

  async mark(meterUid: string, marks: readonly EventMark[]): Promise<void> {
    if (marks.length === 0) return;
    await this.database.query(mark, [
      ...[currentEnvironmentId(), meterUid],
      marks.map(({ at }) => at),
      uids(marks.map(({ key }) => key)),
      marks.map(({ isOwn }) => isOwn),
      marks.map(({ isResources }) => isResources),
    ]);
  }

  /** The tally of the window in force, of counters of one feature. @returns with the place of the write in the order of changes */
  async settle(
    heads: readonly AttributedCounter[],
    day: RecountedDay,
    revision: string,
  ): Promise<{ moved: MovedCounter[]; version: number }> {
    const featureUid = heads[0]?.key.featureUid;
    const tallies = await this.talliesOf(heads);
    const rows = await this.database.query<SettledRow>(settle, [
      ...[currentEnvironmentId(), featureUid, revision],
      heads.map(({ key }) => key.customerUid),
      heads.map(({ key }) => key.resourceKey),
      tallies.map(({ n }) => n),
      tallies.map(({ total }) => total.toFixed()),
      tallies.map(({ low }) => low?.toFixed() ?? null),
      tallies.map(({ high }) => high?.toFixed() ?? null),
      heads.map((head) => day.lastAtOf(head)),
    ]);
    const moved = rows.map(({ place, told, lastEventAt }) => {
      const head = heads[place - 1] as AttributedCounter;
      const usage = usageOf(head.aggregation.function, tallies[place - 1] as MeterTally);
      return { head, usage, told, lastEventAt };
    });
    return { moved, version: rows[0]?.version ?? 0 };
  }

  private async talliesOf(heads: readonly AttributedCounter[]): Promise<MeterTally[]> {
    const [first] = heads;
    if (first?.aggregation.function !== 'UNIQUE') return this.folds.of(heads);
    const rows = await this.database.query<{ n: number }>(countValues, [
      currentEnvironmentId(),
      heads.map(({ key }) => key.customerUid),
      heads.map(({ key }) => key.resourceKey),
      heads.map(({ window }) => window.start),
      heads.map(({ window }) => window.end ?? never),
      first.meterUid,
    ]);
    return rows.map(({ n }) => ({ ...noTally, n }));
  }

  private async keep(meterUid: string, buckets: readonly RecountedBucket[]): Promise<void> {
    if (buckets.length === 0) return;
    const tallies = buckets.map(({ tally }) => tally);
    await this.database.query(keep, [
      ...[currentEnvironmentId(), meterUid],
      buckets.map(({ head }) => head.key.customerUid),
      buckets.map(({ head }) => head.key.resourceKey),
      buckets.map(({ bucket }) => bucket.starts),
      buckets.map(({ bucket }) => bucket.ends),
      tallies.map(({ n }) => n),
      tallies.map(({ total }) => total.toFixed()),
      tallies.map(({ low }) => low?.toFixed() ?? null),
      tallies.map(({ high }) => high?.toFixed() ?? null),
    ]);
  }

  private async keepValues(meterUid: string, values: readonly MetValue[]): Promise<void> {
    if (values.length === 0) return;
    await this.database.query(keepValues, [
      ...[currentEnvironmentId(), meterUid],
      uids(values.map(({ head }) => head.key.customerUid)),
      texts(values.map(({ head }) => head.key.resourceKey || null)),
      instants(values.map(({ window }) => window.start)),
      instants(values.map(({ window }) => endOfWindow(window))),
      digests(values.map(({ value }) => value)),
      instants(values.map(({ firstAt }) => firstAt)),
    ]);
  }
}
