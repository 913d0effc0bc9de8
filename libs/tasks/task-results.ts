import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
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

// The lock on the task keeps those out who cancel it or take it over, until the subject is through.
const claim = `with mine as (
           select 1 from task
            where environment_id = $1 and uid = $2 and lease_owner = $3 and finished_at is null for key share)
         insert into task_result (environment_id, uid, task_uid, subject_key, entity_type, entity_id, state, code, message,
                                  created_at, updated_at)
         select $1, $4::uuid, $2, $5::text, $6::text, $7::text, $8::text, $9::text, $10::text, $11::timestamptz, $11::timestamptz
           from mine
         on conflict (environment_id, task_uid, subject_key) do nothing
         returning uid`;
const tell = `update task_result set result = $4 where environment_id = $1 and task_uid = $2 and subject_key = $3`;

/** Which subjects of a task have had their turn: written in the transaction of the turn, once. */
@Injectable()
export class TaskResults {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns false when it has had its turn already, or when the task is not ours any more */
  async claim(
    task: LeasedTask,
    entityType: ActivityEntity,
    { key, id }: TaskSubject,
    failure?: SubjectFailure,
  ): Promise<boolean> {
    const { environmentId, uid, owner } = task;
    const outcome = [failure ? 'FAILED' : 'DONE', failure?.code ?? null, failure?.message ?? null];
    const subject = [newUid(), key, entityType, id, ...outcome, this.clock.now()];
    return (await this.database.query(claim, [environmentId, uid, owner, ...subject])).length > 0;
  }

  async tell({ environmentId, uid }: LeasedTask, { key }: TaskSubject, result: object): Promise<void> {
    await this.database.query(tell, [environmentId, uid, key, JSON.stringify(result)]);
  }
}
