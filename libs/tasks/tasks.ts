import { Injectable } from '@nestjs/common';
import { currentEnvironmentId, requireContext } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import type { ActivityEntity } from '#libs/messaging/journal';
import { Database } from '#libs/persistence/database';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { TaskRunner } from './task-runner';

export interface NewTask {
  /** Of a `@LongTask`. */
  kind: string;
  /** What the work is about: the plan that was published. */
  entityType: ActivityEntity;
  entityId: string;
  /** What the kind needs to find and process its subjects. */
  payload: object;
  /** Subjects, as far as it is known now. */
  total: number;
}

const insert = `insert into task (environment_id, uid, kind, entity_type, entity_id, state, payload, principal, total, done, failed,
                           attempts, created_at, updated_at)
         values ($1, $2, $3, $4, $5, 'PENDING', $6, $7, $8, 0, 0, 0, $9, $9)`;

const running = `select uid from task
          where environment_id = $1 and entity_type = $2 and entity_id = $3 and kind = $4 and finished_at is null
          order by uid limit 1`;

const unfinished = 'select uid from task where environment_id = $1 and uid = $2 and finished_at is null';

// As many as are open, which are few.
const underWay = 'select distinct environment_id as id from task where finished_at is null and kind = $1';

/** Work that is too long for one transaction: asked for in one, done after it, whatever becomes of this process. */
@Injectable()
export class Tasks {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly runner: TaskRunner,
    private readonly clock: MachineClock,
  ) {}

  /** The oldest of this kind about the same that has not ended. */
  async running({
    kind,
    entityType,
    entityId,
  }: Omit<NewTask, 'payload' | 'total'>): Promise<string | undefined> {
    const values = [currentEnvironmentId(), entityType, entityId, kind];
    return (await this.database.query<{ uid: string }>(running, values))[0]?.uid;
  }

  async isRunning(uid: string): Promise<boolean> {
    return (await this.database.query(unfinished, [currentEnvironmentId(), uid])).length > 0;
  }

  /** Environments with a task of this kind that has not ended. */
  async environmentsOf(kind: string): Promise<ReadonlySet<string>> {
    const found = await this.database.queryEverywhere<{ id: string }>(underWay, [kind]);
    return new Set(found.map(({ id }) => id));
  }

  /** Stored with the rest of the unit of work; who asks for it is named by all that it will change. @returns its id */
  async start({ kind, entityType, entityId, payload, total }: NewTask): Promise<string> {
    const uid = newUid();
    const {
      kind: principalKind = 'SYSTEM',
      actor = 'system',
      accountId = '',
    } = requireContext().principal ?? {};
    const principal = JSON.stringify({ kind: principalKind, actor, accountId });
    const about = [kind, entityType, entityId, JSON.stringify(payload), principal, total];
    await this.database.query(insert, [currentEnvironmentId(), uid, ...about, this.clock.now()]);
    this.unitOfWork.afterCommit(() => this.runner.wake());
    return uid;
  }
}
