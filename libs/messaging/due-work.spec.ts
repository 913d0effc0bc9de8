import type { Logger } from 'pino';
import { EnvironmentClock } from '#libs/context/environment-clock';
import { currentEnvironmentId } from '#libs/context/request-context';
import { SystemClock } from '#libs/kernel/clock';
import { DatabaseFaults } from '#libs/persistence/database-faults';
import type { EnvironmentMoves } from '#libs/persistence/environment-moves';
import type { UnitOfWork } from '#libs/persistence/unit-of-work';
import { Metrics } from '#libs/telemetry/metrics';
import { discovered } from '../../test/support/discovered';
import type { DueScope, DueSubject } from '#libs/persistence/due-scope';
import { DueTurns, type DueKind } from './due-turns';
import { DueWalks, DueWork, type DueWalk } from './due-work';
import type { ExtensionRegistry } from './extension-registry';

interface Told {
  level: 'info' | 'error';
  facts: Record<string, unknown>;
}

// Domain: access-and-events

describe('due work', () => {
  let due: DueSubject[];
  /** Each transaction that was kept, with the environment that it was in. */
  let kept: { environmentId: string; uids: string[] }[];
  let told: Told[];
  let isFaulty: (uid: string) => boolean;
  let fault: Error;
  /** Environments that are being moved. */
  let held: ReadonlySet<string>;
  let metrics: Metrics;
  let walk: DueWalk;
  let registry: ExtensionRegistry;

  const machine = new SystemClock();
  let clock: EnvironmentClock;

  const isIn = ({ environmentId, besides }: DueScope, subject: DueSubject): boolean =>
    environmentId === undefined
      ? !besides.includes(subject.environmentId)
      : subject.environmentId === environmentId;

  @DueWork('ripen', { rank: 1 })
  class Ripening implements DueKind<DueSubject> {
    async next(scope: DueScope, after: DueSubject | undefined, limit: number): Promise<DueSubject[]> {
      const found = due.filter((each) => isIn(scope, each) && each.dueAt <= scope.now);
      return found.filter(({ uid }) => !after || uid > after.uid).slice(0, limit);
    }

    async process(subjects: readonly DueSubject[]): Promise<number> {
      const uids = subjects.map(({ uid }) => uid);
      if (uids.some(isFaulty)) throw fault;
      kept.push({ environmentId: currentEnvironmentId(), uids });
      due = due.filter(({ uid }) => !uids.includes(uid));
      return uids.length;
    }
  }

  const unitOfWork = { run: <T>(work: () => Promise<T>) => work() } as UnitOfWork;

  beforeAll(async () => {
    ({ registry } = await discovered([Ripening]));
  });
  beforeEach(() => {
    [due, kept, told, metrics] = [[], [], [], new Metrics()];
    isFaulty = () => false;
    fault = new Error('a fault');
    held = new Set();
    const moves = { held: () => Promise.resolve(held) } as EnvironmentMoves;
    const tell = (level: Told['level']) => (facts: Record<string, unknown>) =>
      void told.push({ level, facts });
    const logger = { info: tell('info'), error: tell('error') } as unknown as Logger;
    const turns = new DueTurns(unitOfWork, metrics, logger, new DatabaseFaults(logger, metrics));
    clock = new EnvironmentClock(machine);
    [walk] = new DueWalks(registry, turns, clock, machine, moves, logger).all as [DueWalk];
  });

  const subjects = (count: number, environmentOf: (index: number) => string = () => 'a'): DueSubject[] =>
    Array.from({ length: count }, (_, index) => ({
      uid: String(index).padStart(5, '0'),
      environmentId: environmentOf(index),
      dueAt: new Date(0),
    }));
  const doneUids = (): string[] => kept.flatMap(({ uids }) => uids);

  it('does a few of one environment in a transaction, in their order', async () => {
    due = subjects(50, (index) => (index < 30 ? 'a' : 'b'));
    const all = due.map(({ uid }) => uid);
    expect(await walk.goOn()).toBe('done');
    expect(kept.map(({ environmentId, uids }) => [environmentId, uids.length])).toEqual([
      ['a', 20],
      ['a', 10],
      ['b', 20],
    ]);
    expect(doneUids()).toEqual(all);
    expect(told).toEqual([{ level: 'info', facts: { kind: 'ripen', done: 50, passed: 0, failed: 0 } }]);
    expect(await metrics.render()).toContain('task_subjects_total{kind="ripen",outcome="done"} 50');
  });

  it('a faulty one is told of and costs no other its turn', async () => {
    due = subjects(30);
    isFaulty = (uid) => uid === '00007';
    expect(await walk.goOn()).toBe('done');
    expect(doneUids()).toHaveLength(29);
    expect(doneUids()).not.toContain('00007');
    expect(told).toMatchObject([
      { level: 'error', facts: { kind: 'ripen', uid: '00007', environmentId: 'a' } },
      { level: 'info', facts: { done: 29, failed: 1 } },
    ]);
    isFaulty = () => false;
    await walk.goOn();
    expect(doneUids()).toContain('00007');
  });

  it('leaves room for other jobs after a thousand and goes on behind them, past the faulty ones', async () => {
    due = subjects(1250);
    isFaulty = (uid) => uid < '01000';
    expect(await walk.goOn()).toBe('more');
    expect(doneUids()).toEqual([]);
    expect(await walk.goOn()).toBe('done');
    expect(doneUids()).toHaveLength(250);
  });

  it('K4: leaves environments out whose clock was set: they have a walk of their own', async () => {
    const hourMs = 3_600_000;
    const at = (ms: number): Date => new Date(machine.now().getTime() + ms);
    due = subjects(4, (index) => ['a', 'ahead', 'behind', 'a'][index] ?? '');
    for (const [index, ms] of [hourMs, -hourMs, -hourMs, -hourMs].entries())
      Object.assign(due[index] as DueSubject, { dueAt: at(ms) });
    clock.learn({ environmentId: 'ahead', frozenAt: null, aheadMs: 2 * hourMs, version: 1 });
    clock.learn({ environmentId: 'behind', frozenAt: at(-2 * hourMs).getTime(), aheadMs: 0, version: 2 });
    expect(await walk.goOn()).toBe('done');
    expect(doneUids()).toEqual(['00003']);
    expect(due.map(({ uid }) => uid)).toEqual(['00000', '00001', '00002']);
  });

  it('leaves environments out that are being moved, and takes what is held meanwhile for no fault', async () => {
    due = subjects(4, (index) => ['a', 'moving', 'moved', 'a'][index] ?? '');
    held = new Set(['moving']);
    fault = Object.assign(new Error('it is being moved'), { code: 'EM001' });
    isFaulty = (uid) => uid === '00002';
    expect(await walk.goOn()).toBe('done');
    expect(doneUids()).toEqual(['00000', '00003']);
    expect(told).toEqual([{ level: 'info', facts: { kind: 'ripen', done: 2, passed: 1, failed: 0 } }]);
  });

  it('begins anew after the worker has stopped', async () => {
    due = subjects(1250);
    isFaulty = (uid) => uid < '01000';
    expect(await walk.goOn()).toBe('more');
    walk.forget();
    isFaulty = () => false;
    await walk.goOn();
    expect(doneUids()[0]).toBe('00000');
  });

  it('stops between two turns when the process is ending, and tells nothing when there was nothing', async () => {
    due = subjects(100);
    await walk.goOn(() => kept.length === 2);
    expect(doneUids()).toHaveLength(40);
    [due, told] = [[], []];
    expect(await walk.goOn()).toBe('done');
    expect(told).toEqual([]);
  });

  it('does nothing more when the database is away', async () => {
    due = subjects(30);
    isFaulty = (uid) => {
      if (uid === '00000') throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
      return false;
    };
    await expect(walk.goOn()).rejects.toThrow('away');
    expect(doneUids()).toEqual([]);
  });
});
