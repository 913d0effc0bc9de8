import { Injectable } from '@nestjs/common';
import { EnvironmentClock } from '#libs/context/environment-clock';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import { dueBySetClocks } from './due-order';

const add = 'select graphile_worker.add_job($1::text, $2::json, job_key := $3::text, max_attempts := 5)';

/** Asks for short work (`@Job`) or due work (`@DueWork`), done soon, by any process (worker.ts). What is long is a task (libs/tasks). */
@Injectable()
export class Jobs {
  constructor(
    private readonly database: Database,
    private readonly clock: EnvironmentClock,
  ) {}

  /** With the open unit of work, or at once. @param key what is asked for twice is done once, as long as it waits */
  async ask(name: string, payload: object, key: string): Promise<void> {
    await this.database.query(add, [name, JSON.stringify(payload), `${name}:${key}`]);
  }

  /** What is due already in the environment that asks. Where its clock was set, all kinds are done in one order (due-order.ts). */
  async askDue(kind: string): Promise<void> {
    const isSet = this.clock.set.includes(currentEnvironmentId());
    await this.ask(isSet ? dueBySetClocks : kind, {}, 'now');
  }
}
