import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { remembering } from '#libs/context/remembered';
import { runAsScheduler } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { DatabaseFaults } from '#libs/persistence/database-faults';
import type { DueScope, DueSubject } from '#libs/persistence/due-scope';
import { isBeingMoved, isDatabaseAway } from '#libs/persistence/pg-errors';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Metrics } from '#libs/telemetry/metrics';

export type { DueScope, DueSubject };

/** What is to be done with subjects of one kind: implemented by a provider that bears `@DueWork`. */
export interface DueKind<S extends DueSubject> {
  /** In an order that an index keeps; `after` is the last one of the batch before. */
  next(scope: DueScope, after: S | undefined, limit: number): Promise<S[]>;
  /**
   * In one transaction unless its kind says otherwise, in the environment of all of them. Locks and passes over what another process has.
   * @returns how many were done
   */
  process(subjects: readonly S[]): Promise<number>;
  /** May what is done of other kinds make something of this kind due at once, in this environment? Asked where a clock was set. */
  follows?(environmentId: string): Promise<boolean>;
  /** What several need that are processed one after the other in one transaction, asked for together. */
  prepare?(subjects: readonly S[]): Promise<void>;
}

/** As the registry finds it. */
export interface FoundDueKind {
  name: string;
  facts: DueFacts;
  provider: DueKind<DueSubject>;
}

/** What is true of all subjects of one kind. */
export interface DueFacts {
  /** Of what falls due at one instant, the lower has its turn first; undefined: by the machine's time. */
  rank?: number;
  /**
   * It asks somebody outside, which no transaction may wait for: it commits what it does itself. A task that moves a clock does each step in one
   * transaction all the same; real money is not moved there. ADR-0093
   */
  commits?: 'itself';
}

/** What became of due subjects. */
export interface DueTally {
  done: number;
  /** In other hands just now, or not due any more. */
  passed: number;
  /** Due still; the next walk tries again. */
  failed: number;
}

export const nothingDone: Readonly<DueTally> = { done: 0, passed: 0, failed: 0 };

export function addTally(tally: DueTally, { done, passed, failed }: DueTally): void {
  tally.done += done;
  tally.passed += passed;
  tally.failed += failed;
}

/** A few subjects have their turn together: a transaction costs more than what is done in it. */
@Injectable()
export class DueTurns {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly metrics: Metrics,
    @Inject(APP_LOGGER) private readonly logger: Logger,
    private readonly faults: DatabaseFaults,
  ) {}

  /**
   * One that fails undoes the others with it, so then each has a turn of its own.
   * @param subjects at least one, of one environment
   * @throws when the database is away: then no other subject has better luck
   */
  async turnOf(kind: FoundDueKind, subjects: readonly DueSubject[]): Promise<DueTally> {
    try {
      return await this.together(kind, subjects);
    } catch (error) {
      // Held since it was found: its time comes again, here or where it goes.
      if (isBeingMoved(error)) return { ...nothingDone, passed: subjects.length };
      this.faults.note(error, kind.name);
      if (isDatabaseAway(error)) throw error;
      return subjects.length > 1 ? this.oneByOne(kind, subjects) : this.failure(kind.name, subjects, error);
    }
  }

  private async together(kind: FoundDueKind, subjects: readonly DueSubject[]): Promise<DueTally> {
    const work = () => kind.provider.process(subjects);
    const done = await runAsScheduler(kind.name, subjects[0]?.environmentId, () =>
      kind.facts.commits === 'itself'
        ? work()
        : this.unitOfWork.run(subjects.length > 1 ? () => remembering(work) : work),
    );
    this.metrics.taskSubject(kind.name, 'done', done);
    return { ...nothingDone, done, passed: subjects.length - done };
  }

  private async oneByOne(kind: FoundDueKind, subjects: readonly DueSubject[]): Promise<DueTally> {
    const tally = { ...nothingDone };
    for (const subject of subjects) addTally(tally, await this.turnOf(kind, [subject]));
    return tally;
  }

  private failure(name: string, [subject]: readonly DueSubject[], error: unknown): DueTally {
    this.metrics.taskSubject(name, error instanceof DomainError ? error.code : 'fault');
    this.logger.error({ err: error, kind: name, ...subject }, 'due work failed');
    return { ...nothingDone, failed: 1 };
  }
}
