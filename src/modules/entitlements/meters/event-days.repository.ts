import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';
import { eventDaysTurn } from '#libs/persistence/environment-moves';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import type { Day, EventDay } from './domain/event-days';
import type { OncePartition } from './domain/once-generations';

/** While an environment moves, rows of its events come in by replication, which knows of no step, so none is done until it is over (ADR-0130). */
const allowed = 'where not exists (select from environment_move)';
const steps = {
  prepare: `select prepare_event_day($1::date) ${allowed}`,
  copy: `select c.* from copy_event_day($1::date, $2::uuid, $3::timestamptz, $4::uuid, $5::int) c ${allowed}`,
  attach: `select attach_event_days($1::date[]) ${allowed}`,
  detach: `select detach_event_day($1::date) ${allowed}`,
  drop: `select drop_event_day($1::date) ${allowed}`,
  emptyOnce: `select empty_event_once($1::smallint) ${allowed}`,
};

/** Where the copy of a day has come to. */
interface CopiedPlace {
  environment_id: string;
  at: Date;
  key: string;
}

/** Rows that are copied in one transaction. */
const copiedAtOnce = 5000;
/** More than these need not be counted to be too many. */
const mostStray = 10_001;

/** Partitions of raw events, of all tenants. What a step does is said in the migration ExpandEventDays. */
@Injectable()
export class EventDaysRepository {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Oldest first. */
  async all(): Promise<EventDay[]> {
    const rows = await this.database.query<{ day: Day; is_attached: boolean }>(
      'select d.day::text as day, d.is_attached from event_days() d order by 1',
    );
    return rows.map(({ day, is_attached: isAttached }) => ({ day, isAttached }));
  }

  /** Days before an instant, of rows that lie in no partition of theirs. */
  async strayBefore(end: Date): Promise<Day[]> {
    const rows = await this.database.queryEverywhere<{ day: Day }>(
      `select distinct (o.at at time zone 'UTC')::date::text as day from raw_event_other o where o.at < $1 order by 1`,
      [end],
    );
    return rows.map(({ day }) => day);
  }

  /** How many rows those are, up to ten thousand. */
  async strayRowsBefore(end: Date): Promise<number> {
    const [row] = await this.database.queryEverywhere<{ rows: number }>(
      'select count(*)::int as rows from (select from raw_event_other o where o.at < $1 limit $2) o',
      [end, mostStray],
    );
    return row?.rows ?? 0;
  }

  /** In small steps, each a transaction of its own: repeated after a fault it goes on with what is there. */
  async make(days: readonly Day[]): Promise<void> {
    for (const day of days) {
      await this.step(steps.prepare, [day]);
      await this.copy(day);
    }
    await this.step(steps.attach, [days]);
  }

  /** First no query sees it, then it is gone. */
  async retire(day: Day): Promise<void> {
    await this.step(steps.detach, [day]);
    await this.step(steps.drop, [day]);
  }

  async emptyOnce(partition: OncePartition): Promise<void> {
    await this.step(steps.emptyOnce, [partition]);
  }

  private async copy(day: Day): Promise<void> {
    for (let reached: CopiedPlace | undefined; ;) {
      const place = [reached?.environment_id, reached?.at, reached?.key].map((each) => each ?? null);
      [reached] = await this.step<CopiedPlace>(steps.copy, [day, ...place, copiedAtOnce]);
      if (!reached) return;
    }
  }

  private step<R extends object>(text: string, values: unknown[]): Promise<(R & Record<string, unknown>)[]> {
    return this.unitOfWork.run(async () => {
      await this.database.query(eventDaysTurn);
      return this.database.query<R & Record<string, unknown>>(text, values);
    });
  }
}
