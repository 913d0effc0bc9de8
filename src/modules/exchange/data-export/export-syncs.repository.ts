import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { ExportSync, SyncFailure, SyncState } from './domain/export-sync';
import { exportSyncMapping } from './export-destination.mapping';

/** How a sync stands from now on. */
export interface SyncEnd {
  state: SyncState;
  dueAt: Date | null;
  finishedAt: Date | null;
  failure: SyncFailure | null;
  rows: number;
}

/** By the clock of the database: those of two processes may differ. */
const term = `now() + interval '5 seconds'`;

@Injectable()
export class ExportSyncsRepository extends TenantTable<ExportSync> {
  constructor(persistence: Persistence) {
    super(persistence, exportSyncMapping);
  }

  /** The last of each destination, by its key. */
  async lastOf(destinationUids: readonly string[]): Promise<Map<string, ExportSync>> {
    const condition = `t.uid in (select l.uid from unnest($2::uuid[]) d(uid) cross join lateral (
      select s.uid from export_sync s where s.environment_id = $1 and s.destination_uid = d.uid order by s.uid desc limit 1) l)`;
    const found = await this.where(condition, [destinationUids]);
    return new Map(found.map((sync) => [sync.destinationUid, sync]));
  }

  /** Who works on it finds that it is not theirs any more. */
  async cancelOf(destinationUid: string, now: Date): Promise<void> {
    const text = `update export_sync t set state = 'CANCELLED', finished_at = $3, updated_at = $3, due_at = null, lease_owner = null,
                         lease_until = null
                   where ${this.own} and t.destination_uid = $2 and t.finished_at is null`;
    await this.ask(text, [destinationUid, now]);
  }

  /** Of syncs that ended before then nobody asks any more. */
  async forgetOf(destinationUid: string, before: Date): Promise<void> {
    await this.removeWhere('t.destination_uid = $2 and t.finished_at < $3', [destinationUid, before]);
  }

  /** Whether it is still ours: no other process has it, and nobody has cancelled it. */
  async renew(uid: string, lease: string, rows: number, now: Date): Promise<boolean> {
    const text = `update export_sync t set lease_until = ${term}, rows_transferred = $4, updated_at = $5
                   where ${this.own} and t.uid = $2 and t.lease_owner = $3 and t.finished_at is null returning t.uid`;
    return (await this.ask(text, [uid, lease, rows, now])).length > 0;
  }

  /** Unless it is in other hands by now. */
  async settle(uid: string, lease: string, end: SyncEnd, now: Date): Promise<void> {
    const { state, dueAt, finishedAt, failure, rows } = end;
    const text = `update export_sync t set state = $4, due_at = $5, finished_at = $6, blamed = $7, failure = $8, rows_transferred = $9,
                         attempts = t.attempts + case when $7::text is null then 0 else 1 end,
                         lease_owner = null, lease_until = null, updated_at = $10
                   where ${this.own} and t.uid = $2 and t.lease_owner = $3 and t.finished_at is null`;
    const told = [failure?.blamed ?? null, failure?.message ?? null, rows];
    await this.ask(text, [uid, lease, state, dueAt, finishedAt, ...told, now]);
  }

  /** For anybody, at once, as if it had not been taken: what broke off was no fault of the sync. */
  async giveBack(uid: string, lease: string): Promise<void> {
    const text = `update export_sync t set lease_owner = null, lease_until = null, takings = greatest(t.takings - 1, 0)
                   where ${this.own} and t.uid = $2 and t.lease_owner = $3 and t.finished_at is null`;
    await this.ask(text, [uid, lease]);
  }
}
