import { Injectable } from '@nestjs/common';

/** Work that comes up by the clock alone. It keeps books: no answer may depend on how punctual it is. */
export interface PeriodicTask {
  /** Of its jobs; `finalize-due-invoices`. */
  name: string;
  /** When it is looked for, besides the start of a process: five fields, in UTC. */
  crontab: string;
  /**
   * Some seconds of the work, so that other jobs have their turn in between. Several processes may be at it at once.
   * @param mustStop asked between two steps: the process is ending
   */
  perform(mustStop: () => boolean): Promise<'done' | 'more'>;
  /** The worker has stopped: what is remembered between two calls is over. */
  forget?(): void;
}

/** Modules register theirs when they start; the worker (worker.ts) has it done. */
@Injectable()
export class PeriodicWork {
  private readonly tasks: PeriodicTask[] = [];

  register(task: PeriodicTask): void {
    this.tasks.push(task);
  }

  get all(): readonly PeriodicTask[] {
    return this.tasks;
  }
}
