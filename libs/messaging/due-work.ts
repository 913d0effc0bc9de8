import { Inject, Injectable, type Type } from '@nestjs/common';
import type { Logger } from 'pino';
import { EnvironmentClock } from '#libs/context/environment-clock';
import { MachineClock } from '#libs/kernel/clock';
import { EnvironmentMoves } from '#libs/persistence/environment-moves';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import type { DueScope, DueSubject } from '#libs/persistence/due-scope';
import { addTally, DueTurns, nothingDone, type DueFacts, type DueKind, type FoundDueKind } from './due-turns';
import { mark } from './extension-marks';
import { ExtensionRegistry, type Extension } from './extension-registry';

/** How many lie in memory at once. */
const batchSize = 100;
/** Then other jobs have their turn. */
const batchesAtOnce = 10;
/** In one transaction. Measured: of invoices that are finalized, one by one each costs ten times as much. */
const turnSize = 20;

/** Marks the one provider that does what is due of a kind: every minute, when a process starts, and when it is asked for. */
export const DueWork =
  (name: string, facts: DueFacts = {}) =>
  <S extends DueSubject>(type: Type<DueKind<S>>): void =>
    mark(type.prototype as object, { form: 'due-work', name, facts });

/**
 * What must be done to an object once its time has come. Processes share the work without knowing of each other: a subject is
 * locked or passed over, and a killed process leaves subjects that are due still. It keeps books: no answer may depend on how
 * punctual it is. ADR-0031
 */
@Injectable()
export class DueWalks {
  private walks?: readonly DueWalk[];

  constructor(
    private readonly registry: ExtensionRegistry,
    private readonly turns: DueTurns,
    private readonly clock: EnvironmentClock,
    private readonly machine: MachineClock,
    private readonly moves: EnvironmentMoves,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  /** One of each kind. */
  get all(): readonly DueWalk[] {
    return (this.walks ??= this.kinds.map(
      (kind) => new DueWalk(kind, this.turns, () => this.scopeOf(kind), this.moves, this.logger),
    ));
  }

  /** Those that go by the clocks of environments, in the order of their ranks. */
  get ranked(): readonly FoundDueKind[] {
    return this.kinds.filter(isRanked).sort((a, b) => (a.facts.rank ?? 0) - (b.facts.rank ?? 0));
  }

  private get kinds(): readonly FoundDueKind[] {
    return this.registry.all('due-work') as readonly (Extension & FoundDueKind)[];
  }

  /** Environments whose clock was set have a time of their own, and a walk of their own: due-order.ts. */
  private scopeOf(kind: FoundDueKind): DueScope {
    return { now: this.machine.now(), besides: isRanked(kind) ? this.clock.set : [] };
  }
}

const isRanked = ({ facts }: FoundDueKind): boolean => facts.rank !== undefined;

/** Over what is due of one kind, a part of it at each call. */
export class DueWalk {
  /** Where the part before has ended; what could not be done is not met again before the next walk. */
  private left?: DueSubject;

  constructor(
    private readonly kind: FoundDueKind,
    private readonly turns: DueTurns,
    private readonly scope: () => DueScope,
    private readonly moves: Pick<EnvironmentMoves, 'held'>,
    private readonly logger: Logger,
  ) {}

  /** Of its jobs; `finalize-due-invoices`. */
  get name(): string {
    return this.kind.name;
  }

  /** The worker has stopped: what is remembered between two calls is over. */
  forget(): void {
    this.left = undefined;
  }

  /**
   * Some seconds of the work, so that other jobs have their turn in between. Several processes may be at it at once.
   * @param mustStop asked between two turns: the process is ending
   */
  async goOn(mustStop: () => boolean = () => false): Promise<'done' | 'more'> {
    const tally = { ...nothingDone };
    let reached = this.left;
    this.left = undefined;
    try {
      for (let batch = 0; batch < batchesAtOnce; batch++) {
        const subjects = await this.kind.provider.next(this.scope(), reached, batchSize);
        for (const turn of turnsOf(await this.served(subjects))) {
          if (mustStop()) return 'done';
          addTally(tally, await this.turns.turnOf(this.kind, turn));
        }
        if (subjects.length < batchSize) return 'done';
        reached = subjects.at(-1);
      }
      this.left = reached;
      return 'more';
    } finally {
      if (tally.done + tally.failed > 0) this.logger.info({ kind: this.name, ...tally }, 'due work was done');
    }
  }

  /** Those of environments that are being moved wait for what comes of it. */
  private async served(subjects: readonly DueSubject[]): Promise<readonly DueSubject[]> {
    if (subjects.length === 0) return subjects;
    const held = await this.moves.held();
    return subjects.filter(({ environmentId }) => !held.has(environmentId));
  }
}

/** Those of one environment, as many as share a turn, in their order. */
function turnsOf(subjects: readonly DueSubject[]): DueSubject[][] {
  const turns: DueSubject[][] = [];
  for (const subject of subjects) {
    const turn = turns.at(-1);
    if (turn?.[0]?.environmentId === subject.environmentId && turn.length < turnSize) turn.push(subject);
    else turns.push([subject]);
  }
  return turns;
}
