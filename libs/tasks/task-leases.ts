import { Injectable } from '@nestjs/common';
import type { Principal } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { outcomeOf, type TaskState, type TaskTally } from '#libs/kernel/task-state';
import { Database } from '#libs/persistence/database';
import { isNotHeld } from '#libs/persistence/environment-moves';

/** A task that this process alone works on, as long as it renews the lease. */
export interface LeasedTask {
  environmentId: string;
  uid: string;
  kind: string;
  payload: object;
  principal: Pick<Principal, 'kind' | 'actor' | 'accountId'>;
  /** Key of the last subject of the last whole batch. */
  position: string | null;
  /** How often it was taken up since it last came further. */
  attempts: number;
  /** Tells this lease from any other, also from a later one of the same process. */
  owner: string;
}

// By the clock of the database: those of two processes may differ.
const term = `now() + interval '5 seconds'`;
const held = `environment_id = $1 and uid = $2 and lease_owner = $3 and finished_at is null`;

// A task whose subject is in a transaction just now is locked and passed over, whatever its lease says.
const take = `with next as (
           select environment_id, uid from task
            where finished_at is null and kind = any($2) and (lease_until is null or lease_until < now())
              and ${isNotHeld('task.environment_id')}
            order by created_at limit 1 for update skip locked)
         update task t
            set state = 'IN_PROGRESS', lease_owner = $1, lease_until = ${term}, attempts = t.attempts + 1,
                started_at = coalesce(t.started_at, $3), updated_at = $3
           from next n where t.environment_id = n.environment_id and t.uid = n.uid
         returning t.environment_id as "environmentId", t.uid, t.kind, t.payload, t.principal, t.position, t.attempts,
                   t.lease_owner as owner`;
const renew = `update task set lease_until = ${term} where ${held} returning uid`;
const advance = `update task set position = $4, attempts = 0, lease_until = ${term} where ${held}`;
// What had its turn is counted where it is written, so the total never lies below it.
const expect = `update task set total = $4 + (select count(*)::int from task_result where environment_id = $1 and task_uid = $2) where ${held}`;
const release = `update task set lease_owner = null, lease_until = now() + make_interval(secs => $4) where ${held}`;
const giveBack = `update task set lease_owner = null, lease_until = null, attempts = greatest(attempts - 1, 0) where ${held}`;
const tally = `select count(*) filter (where state = 'DONE')::int as done, count(*) filter (where state = 'FAILED')::int as failed
           from task_result where environment_id = $1 and task_uid = $2`;
const finish = `update task set state = $4, done = $5::int, failed = $6::int, total = case when $7 then $5::int + $6::int else total end,
                lease_owner = null, lease_until = null, finished_at = $8, updated_at = $8
          where ${held}`;

/**
 * One process at a time works on a task, and another takes it over when that one is gone: told by a lease, not by a lock
 * of the job queue, which a killed process would keep for hours. Losing a lease costs time only: that no subject has two
 * turns is kept by its result (task-results.ts).
 */
@Injectable()
export class TaskLeases {
  constructor(
    private readonly database: Database,
    private readonly clock: MachineClock,
  ) {}

  /** The oldest task of these kinds that nobody works on. */
  async take(kinds: readonly string[]): Promise<LeasedTask | undefined> {
    const [task] = await this.database.queryEverywhere<LeasedTask>(take, [newUid(), kinds, this.clock.now()]);
    return task;
  }

  /** Whether it is still ours: no other process has it, and nobody has canceled it. */
  async renew(task: LeasedTask): Promise<boolean> {
    return (await this.database.queryIn(task.environmentId, renew, holding(task))).length > 0;
  }

  /** All subjects up to this key have had their turn. */
  async advance(task: LeasedTask, position: string): Promise<void> {
    await this.database.queryIn(task.environmentId, advance, [...holding(task), position]);
  }

  /** So many subjects are left, as far as is known now. */
  async expect(task: LeasedTask, left: number): Promise<void> {
    await this.database.queryIn(task.environmentId, expect, [...holding(task), left]);
  }

  /** For anybody, at once or after some seconds. */
  async release(task: LeasedTask, afterSeconds = 0): Promise<void> {
    await this.database.queryIn(task.environmentId, release, [...holding(task), afterSeconds]);
  }

  /** For anybody, at once, as if it had not been taken: what broke off was no fault of the task. */
  async giveBack(task: LeasedTask): Promise<void> {
    await this.database.queryIn(task.environmentId, giveBack, holding(task));
  }

  /** Every subject has had its turn. */
  async finish(task: LeasedTask): Promise<void> {
    const counted = await this.tallyOf(task);
    await this.end(task, outcomeOf(counted), counted, true);
  }

  /** It cannot go on; those without a result were not touched. */
  async fail(task: LeasedTask): Promise<void> {
    await this.end(task, 'FAILED', await this.tallyOf(task), false);
  }

  private async tallyOf({ environmentId, uid }: LeasedTask): Promise<TaskTally> {
    const [counted] = await this.database.queryIn<TaskTally>(environmentId, tally, [environmentId, uid]);
    return counted ?? { done: 0, failed: 0 };
  }

  private async end(task: LeasedTask, state: TaskState, counted: TaskTally, isWhole: boolean): Promise<void> {
    const outcome = [state, counted.done, counted.failed, isWhole, this.clock.now()];
    await this.database.queryIn(task.environmentId, finish, [...holding(task), ...outcome]);
  }
}

const holding = ({ environmentId, uid, owner }: LeasedTask): string[] => [environmentId, uid, owner];
