import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { APP_LOGGER } from '#libs/http/logger.token';
import { addTally, DueTurns, nothingDone, type DueKind, type DueSubject } from './due-turns';
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
    this.periodic.register({
      name: kind.name,
      crontab: kind.crontab,
      perform,
      forget: () => walk.forget(),
    });
    return walk;
  }
}

export interface DueWalk {
  /** @param mustStop asked between two turns */
  goOn(mustStop?: () => boolean): Promise<'done' | 'more'>;
}

class Walk<S extends DueSubject> implements DueWalk {
  /** Where the part before has ended; what could not be done is not met again before the next walk. */
  private left?: S;

  constructor(
    private readonly kind: DueKind<S>,
    private readonly turns: DueTurns,
    private readonly logger: Logger,
  ) {}

  forget(): void {
    this.left = undefined;
  }

  async goOn(mustStop: () => boolean = () => false): Promise<'done' | 'more'> {
    const tally = { ...nothingDone };
    let reached = this.left;
    this.left = undefined;
    try {
      for (let batch = 0; batch < batchesAtOnce; batch++) {
        const subjects = await this.kind.next(reached, batchSize);
        for (const turn of turnsOf(subjects)) {
          if (mustStop()) return 'done';
          addTally(tally, await this.turns.turnOf(this.kind, turn));
        }
        if (subjects.length < batchSize) return 'done';
        reached = subjects.at(-1);
      }
      this.left = reached;
      return 'more';
    } finally {
      if (tally.done + tally.failed > 0)
        this.logger.info({ kind: this.kind.name, ...tally }, 'due work was done');
    }
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
