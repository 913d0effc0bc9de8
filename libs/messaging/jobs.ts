import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';

const add = 'select graphile_worker.add_job($1::text, $2::json, job_key := $3::text, max_attempts := 5)';

/** Asks for short work (`@Job`) or due work (`@DueWork`), done soon, by any process (worker.ts). What is long is a task (libs/tasks). */
@Injectable()
export class Jobs {
  constructor(private readonly database: Database) {}

  /** With the open unit of work, or at once. @param key what is asked for twice is done once, as long as it waits */
  async ask(name: string, payload: object, key: string): Promise<void> {
    await this.database.query(add, [name, JSON.stringify(payload), `${name}:${key}`]);
  }
}
