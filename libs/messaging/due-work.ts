import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { APP_LOGGER } from '#libs/http/logger.token';
import { addTally, DueTurns, nothingDone, type DueKind, type DueSubject, type DueTally } from './due-turns';
import { PeriodicWork } from './periodic-work';

/** How many lie in memory at once. */
const batchSize = 100;
/** Then other jobs have their turn. */
const batchesAtOnce = 10;
/** In one transaction. Measured: of invoices that are finalized, one by one each costs ten times as much. */
const turnSize = 20;

/**
 * What must be done to an object once its time has come. Processes share the work without knowing of each other: a subject is
 * locked or passed over, and a killed process leaves subjects that are due still. ADR-0031
 */
@Injectable()
export class DueWork {
  constructor(
    private readonly turns: DueTurns,
    private readonly periodic: PeriodicWork,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  /** When a module starts. @returns the walk, a part of it at each call */
  register<S extends DueSubject>(kind: DueKind<S>): DueWalk {
    const walk = new Walk(kind, this.turns, this.logger);
    const perform = (mustStop: () => boolean) => walk.goOn(mustStop);
    this.periodic.register({ name: kind.name, crontab: kind.crontab, perform });
    return walk;
  }
}

export interface DueWalk {
  /** @param mustStop asked between two turns */
  goOn(mustStop?: () => boolean): Promise<'done' | 'more'>;
}

class Walk<S extends DueSubject> implements DueWalk {
  /** Where it goes on; what could not be done is not met again before the next walk. */
  private reached?: S;

  constructor(
    private readonly kind: DueKind<S>,
    private readonly turns: DueTurns,
    private readonly logger: Logger,
  ) {}

  async goOn(mustStop: () => boolean = () => false): Promise<'done' | 'more'> {
    const tally = { ...nothingDone };
    try {
      for (let batch = 0; batch < batchesAtOnce; batch++) {
        if (await this.isBatchTheLast(tally, mustStop)) return 'done';
      }
      return 'more';
    } finally {
      if (tally.done + tally.failed > 0)
        this.logger.info({ kind: this.kind.name, ...tally }, 'due work was done');
    }
  }

  private async isBatchTheLast(tally: DueTally, mustStop: () => boolean): Promise<boolean> {
    const subjects = await this.kind.next(this.reached, batchSize);
    for (const turn of turnsOf(subjects)) {
      if (mustStop()) return true;
      addTally(tally, await this.turns.turnOf(this.kind, turn));
      this.reached = turn.at(-1);
    }
    if (subjects.length === batchSize) return false;
    this.reached = undefined;
    return true;
  }
}

/** Those of one environment, as many as share a turn, in their order. */
function turnsOf<S extends DueSubject>(subjects: readonly S[]): S[][] {
  const turns: S[][] = [];
  for (const subject of subjects) {
    const turn = turns.at(-1);
    if (turn?.[0]?.environmentId === subject.environmentId && turn.length < turnSize) turn.push(subject);
    else turns.push([subject]);
  }
  return turns;
}
