import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import { columnsOf, selectedColumns, type ExportModel, type ExportRow } from './domain/export-model';
import type { SnapshotSource } from './domain/manifest';

export interface Snapshot {
  takenAt: string;
  source: SnapshotSource;
  /** Of the activity log. */
  activityHead: { seq: number; hash: string } | null;
}

const batchSize = 1000;

/**
 * What takes longer than a request may, and waits for its destination between two statements. Rows come in the order of an index: where
 * PostgreSQL knew too little of a table as its plan was made, it would sort all that is left for every thousand of them, and the plan serves as
 * long as the transaction.
 */
const patience = `select set_config('statement_timeout', '600000', true), set_config('idle_in_transaction_session_timeout', '300000', true),
                         set_config('enable_sort', 'off', true)`;

// Held until the transaction ends, by whatever way: no two processes write to a destination at once.
const lock = `select pg_try_advisory_xact_lock(hashtextextended('data-export ' || $1::text || ' ' || $2::text, 0)) as "isOurs"`;

// The timeline tells a database that was put back to an earlier state, whose transactions bear numbers anew.
const taking = `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt",
       pg_current_snapshot()::text as snapshot, pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
       pg_snapshot_xmax(pg_current_snapshot())::text as next,
       (select system_identifier::text from pg_control_system()) || '/' ||
       (select d.oid::text from pg_database d where d.datname = current_database()) || '/' ||
       left(pg_walfile_name(pg_current_wal_lsn()), 8) as database`;

/** @reads activity_chain of platform/activity */
const head = `select c.seq::float8 as seq, encode(c.head, 'hex') as hash from activity_chain c where c.environment_id = $1`;

// The number of the transaction that made a row has 32 bits: how far it lies behind the snapshot, as far as these tell. One that lies further
// behind is read once more than need be, and none is missed. Numbers within a transaction are above its own, so an open one hides none.
const isSince = '(($3::bigint - t.xmin::text::bigint) & 4294967295) <= $4::bigint';

interface Taken extends Record<string, string> {
  takenAt: string;
  snapshot: string;
  horizon: string;
  next: string;
  database: string;
}

/** Rows of an environment as one snapshot has them: everything here is asked within one transaction that reads at once. ADR-0129 */
@Injectable()
export class ExportRows {
  constructor(private readonly database: Database) {}

  /** @returns undefined where another process writes to the destination */
  async take(destinationUid: string): Promise<Snapshot | undefined> {
    await this.database.query(patience);
    const environmentId = currentEnvironmentId();
    const [held] = await this.database.query<{ isOurs: boolean }>(lock, [environmentId, destinationUid]);
    const [taken] = await this.database.query<Taken>(taking);
    if (!held?.isOurs || !taken) return undefined;
    const [activityHead = null] = await this.database.query<{ seq: number; hash: string }>(head, [
      environmentId,
    ]);
    const { takenAt, snapshot, horizon, database } = taken;
    return { takenAt, source: { database, snapshot, horizon }, activityHead };
  }

  /**
   * In the order of their keys, some at a time.
   * @param since a horizon: only rows that are in force since
   */
  async *rows(model: ExportModel, since?: string): AsyncGenerator<ExportRow[]> {
    const names = columnsOf(model).map(({ name }) => name);
    const text = `select ${selectedColumns(model)} ${model.from} and ${model.key.past} ${since === undefined ? '' : `and ${isSince}`}
                  order by ${model.key.order} limit ${batchSize}`;
    const bounds = since === undefined ? [] : await this.boundsOf(since);
    for (let after = model.key.start; ;) {
      type Row = Record<string, string | null>;
      const found = await this.database.query<Row>(text, [currentEnvironmentId(), after, ...bounds]);
      const rows = found.map((row) => names.map((name) => row[name] ?? null));
      if (rows.length > 0) yield rows;
      const last = rows.at(-1)?.[0];
      if (rows.length < batchSize || !last) return;
      after = last;
    }
  }

  async count(model: ExportModel): Promise<number> {
    const text = `select count(*)::float8 as count ${model.from}`;
    return (await this.database.query<{ count: number }>(text, [currentEnvironmentId()]))[0]?.count ?? 0;
  }

  /** The lock is held as long as the transaction is there. @throws where it is gone */
  async requireHeld(): Promise<void> {
    await this.database.query(patience);
  }

  private async boundsOf(since: string): Promise<[string, string]> {
    const [taken] = await this.database.query<Taken>(taking);
    const next = BigInt(taken?.next ?? 0);
    return [next.toString(), (next - BigInt(since)).toString()];
  }
}
