import { Injectable } from '@nestjs/common';
import { MachineClock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import type { ActivityEntity } from '#libs/messaging/journal';
import { Database } from '#libs/persistence/database';
import type { TaskSubject } from './task-kinds';
import type { LeasedTask } from './task-leases';

/** Why a subject failed. */
export interface SubjectFailure {
  /** Null for what is no refusal but a fault. */
  code: string | null;
  message: string;
}

/** One that failed, and wrote nothing. */
export interface FailedSubject extends SubjectFailure {
  key: string;
}

/** What is worth telling of a subject. */
export interface ToldResult {
  key: string;
  result: object;
}

// The lock on the task keeps those out who cancel it or take it over, until the subject is through.
const claim = `with mine as (
           select 1 from task
            where environment_id = $1 and uid = $2 and lease_owner = $3 and finished_at is null for key share)
         insert into task_result (environment_id, uid, task_uid, subject_key, entity_type, entity_id, state, code, message, result,
                                  created_at, updated_at)
         select $1, s.uid, $2, s.key, $8::text, s.id, $9::text, $10::text, $11::text, s.told, $12::timestamptz, $12::timestamptz
           from mine, unnest($4::uuid[], $5::text[], $6::text[], $7::jsonb[]) as s(uid, key, id, told)
         on conflict (environment_id, task_uid, subject_key) do nothing
         returning subject_key as key`;
const tell = `update task_result r set result = t.result
           from jsonb_to_recordset($3::jsonb) as t(key text, result jsonb)
          where r.environment_id = $1 and r.task_uid = $2 and r.subject_key = t.key`;

const fail = `update task_result r set state = 'FAILED', code = t.code, message = t.message
           from jsonb_to_recordset($3::jsonb) as t(key text, code text, message text)
          where r.environment_id = $1 and r.task_uid = $2 and r.subject_key = t.key`;

/** Which subjects of a task have had their turn: written in the transaction of the turn, once. */
@Injectable()
export class TaskResults {
  constructor(
    private readonly database: Database,
    private readonly clock: MachineClock,
  ) {}

  /**
   * In their order.
   * @returns the keys of those that have not had their turn; none when the task is not ours any more
   */
  async claim(
    { environmentId, uid, owner }: LeasedTask,
    entityType: ActivityEntity,
    subjects: readonly TaskSubject[],
    failure?: SubjectFailure,
  ): Promise<ReadonlySet<string>> {
    const outcome = [failure ? 'FAILED' : 'DONE', failure?.code ?? null, failure?.message ?? null];
    const told = subjects.map((each) => (each.told ? JSON.stringify(each.told) : null));
    const columns = [
      subjects.map(newUid),
      subjects.map(({ key }) => key),
      subjects.map(({ id }) => id),
      told,
    ];
    const values = [environmentId, uid, owner, ...columns, entityType, ...outcome, this.clock.now()];
    return new Set((await this.database.query<{ key: string }>(claim, values)).map(({ key }) => key));
  }

  /** Of subjects that were claimed as done. */
  async fail({ environmentId, uid }: LeasedTask, failed: readonly FailedSubject[]): Promise<void> {
    if (failed.length > 0) await this.database.query(fail, [environmentId, uid, JSON.stringify(failed)]);
  }

  async tell({ environmentId, uid }: LeasedTask, told: readonly ToldResult[]): Promise<void> {
    if (told.length > 0) await this.database.query(tell, [environmentId, uid, JSON.stringify(told)]);
  }
}
