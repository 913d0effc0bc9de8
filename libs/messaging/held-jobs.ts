import { Injectable } from '@nestjs/common';
import type { JobHelpers } from 'graphile-worker';
import { Database } from '#libs/persistence/database';
import { EnvironmentMoves } from '#libs/persistence/environment-moves';
import { isBeingMoved } from '#libs/persistence/pg-errors';

// Under the key of the job that asks: that one is under way, and so the library makes another.
const putOff = `select graphile_worker.add_job($1::text, $2::json, job_key := $3::text, max_attempts := $4::int,
                                               run_at := now() + interval '10 seconds')`;

/** Jobs about an environment that is being moved wait, and use up no attempt: here for the case that it stays, there as copies. ADR-0130 */
@Injectable()
export class HeldJobs {
  constructor(
    private readonly database: Database,
    private readonly moves: EnvironmentMoves,
  ) {}

  /** @param work the job, which is put off where its environment is held, or held meanwhile */
  async unlessHeld(
    name: string,
    payload: unknown,
    { job }: JobHelpers,
    work: () => Promise<void>,
  ): Promise<void> {
    const wait = async (): Promise<void> => {
      await this.database.query(putOff, [name, JSON.stringify(payload), job.key, job.max_attempts]);
    };
    const about = environmentOf(payload);
    if (about !== undefined && (await this.moves.held()).has(about)) return wait();
    try {
      await work();
    } catch (error) {
      if (about === undefined || !isBeingMoved(error)) throw error;
      await wait();
    }
  }
}

/** Every job that is about one environment names it so. */
function environmentOf(payload: unknown): string | undefined {
  const { environmentId } = (payload ?? {}) as { environmentId?: unknown };
  return typeof environmentId === 'string' ? environmentId : undefined;
}
