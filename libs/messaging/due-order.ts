import { Injectable } from '@nestjs/common';
import { EnvironmentClock } from '#libs/context/environment-clock';
import { atInstant } from '#libs/context/request-context';
import { firstDue, type DueSubject } from '#libs/persistence/due-scope';
import { DueTurns, type FoundDueKind } from './due-turns';
import { DueWalks } from './due-work';

/** A subject of one kind among those of all kinds. */
export interface DueStep {
  /** Its place in the order, and what tells it from all others of its environment. */
  key: string;
  kind: FoundDueKind;
  subject: DueSubject;
}

/**
 * What is done of something that was due makes nothing that falls due earlier than this after it, but for what it does at once. What falls due
 * just then, as the end whose notice came so long before it, may have its place before others of its instant.
 */
const lookAheadMs = 3_600_000;
const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const batchSize = 100;
/** Then other jobs have their turn; the rest is done a minute later. */
const mostAtOnce = 1000;

/** The name of its jobs. */
export const dueBySetClocks = 'do-what-is-due-by-set-clocks';

/**
 * What is due in environments whose clock was set: of all kinds together, in the order in which it fell due, each as of its instant. So one
 * move of the clock over months is the same as many small ones. Domain: access-and-events K3; ADR-0065
 */
@Injectable()
export class DueOrder {
  constructor(
    private readonly walks: DueWalks,
    private readonly turns: DueTurns,
    private readonly clock: EnvironmentClock,
  ) {}

  /** What is due by now, whatever becomes of the clock meanwhile. */
  async catchUp(environmentId: string): Promise<void> {
    const now = this.clock.of(environmentId);
    let reached: string | null = null;
    for (let done = 0; done < mostAtOnce;) {
      const steps = await this.next(environmentId, now, reached, batchSize);
      for (const step of steps) await this.turns.turnOf(this.alone(step), [step.subject]);
      reached = steps.at(-1)?.key ?? null;
      if (reached === null) return;
      done += steps.length;
    }
  }

  /**
   * How many are due now, each kind counted up to `most`: what falls due of them is not known yet.
   * @param after key of the step before
   */
  async count(environmentId: string, now: Date, after: string | null, most: number): Promise<number> {
    const scope = { environmentId, now, besides: [] };
    let count = 0;
    for (const kind of this.walks.ranked)
      count += (await kind.provider.next(scope, cursorOf(kind, after), most)).length;
    return count;
  }

  /**
   * As many as can be known: none of them makes anything that falls due between them.
   * @param after key of the step before
   */
  async next(environmentId: string, now: Date, after: string | null, limit: number): Promise<DueStep[]> {
    const found: DueStep[] = [];
    for (const kind of this.walks.ranked) {
      const subjects = await kind.provider.next(
        { environmentId, now, besides: [] },
        cursorOf(kind, after),
        limit,
      );
      found.push(...subjects.map((subject) => ({ key: keyOf(kind, subject), kind, subject })));
    }
    const inOrder = found.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, limit);
    const first = inOrder[0]?.subject.dueAt.getTime() ?? 0;
    const isOneInstant = inOrder.every(({ subject }) => subject.dueAt.getTime() === first);
    if (isOneInstant) return inOrder;
    const until = first + ((await this.isFollowed(environmentId)) ? 1 : lookAheadMs);
    return inOrder.filter(({ subject }) => subject.dueAt.getTime() < until);
  }

  /** May what is done at one instant make something due just then, by which others are to go? */
  private async isFollowed(environmentId: string): Promise<boolean> {
    for (const { provider } of this.walks.ranked) if (await provider.follows?.(environmentId)) return true;
    return false;
  }

  /** For several that are carried out in the unit of work that is open. */
  async prepare(steps: readonly DueStep[]): Promise<void> {
    for (const { name, provider } of this.walks.ranked) {
      const subjects = steps.filter(({ kind }) => kind.name === name).map(({ subject }) => subject);
      if (subjects.length > 0) await provider.prepare?.(subjects);
    }
  }

  /** In the unit of work that is open. @returns 0 where it is in other hands, or not due any more */
  carryOut({ kind, subject }: DueStep): Promise<number> {
    return atInstant(subject.dueAt, kind.name, () => kind.provider.process([subject]));
  }

  private alone(step: DueStep): FoundDueKind {
    return { ...step.kind, provider: { next: async () => [], process: () => this.carryOut(step) } };
  }
}

/** Sorts by instant, then by rank, then by kind and uid. */
const keyOf = ({ name, facts }: FoundDueKind, { dueAt, uid }: DueSubject): string =>
  [dueAt.toISOString(), String(facts.rank).padStart(2, '0'), name, uid].join(' ');

/** Where a kind goes on past a key: of those at its instant it had all before the key's own kind. */
function cursorOf(kind: FoundDueKind, after: string | null): DueSubject | undefined {
  if (after === null) return undefined;
  const [instant = '', rank, name, uid = ''] = after.split(' ');
  const mine = keyOf(kind, { dueAt: new Date(instant), uid: '', environmentId: '' });
  const its = [instant, rank, name, ''].join(' ');
  const reached = mine === its ? uid : mine < its ? afterAll : firstDue.uid;
  return { environmentId: '', dueAt: new Date(instant), uid: reached };
}
