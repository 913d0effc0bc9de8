import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';

interface JobKind<P> {
  name: string;
  /** At least once; repeated, later and later, as long as it fails. */
  perform(payload: P): Promise<void>;
}

const add = {
  name: 'job.add',
  text: 'select graphile_worker.add_job($1::text, $2::json, job_key := $3::text, max_attempts := 5)',
};

/** Short work that is asked for now and done soon, by any process (worker.ts). What is long is a task (libs/tasks). */
@Injectable()
export class Jobs {
  private readonly kinds: JobKind<never>[] = [];

  constructor(private readonly database: Database) {}

  /** Modules register theirs when they start. */
  register<P extends object>(kind: JobKind<P>): void {
    this.kinds.push(kind);
  }

  get all(): readonly JobKind<never>[] {
    return this.kinds;
  }

  /** With the open unit of work, or at once. @param key what is asked for twice is done once, as long as it waits */
  async ask(name: string, payload: object, key: string): Promise<void> {
    await this.database.query(add, [name, JSON.stringify(payload), `${name}:${key}`]);
  }
}
