import { setTimeout as sleep } from 'node:timers/promises';
import { newContext, runInContext } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Metrics } from '#libs/telemetry/metrics';
import { createTestApp, type TestApp } from '../../test/support/app';
import { execute } from '../../test/support/database';
import { discovered } from '../../test/support/discovered';
import { eventually } from '../../test/support/eventually';
import { LongTask, TaskKinds, type TaskKind, type TaskSubject } from './task-kinds';
import { TaskLeases, type LeasedTask } from './task-leases';
import { TaskResults } from './task-results';
import { TaskRunner } from './task-runner';
import { TaskWork } from './task-work';
import { Tasks } from './tasks';

const kind = 'NUMBERS';
const together = 'NUMBERS_TOGETHER';
const noStop = (): boolean => false;

describe('background tasks', () => {
  let app: TestApp;
  let leases: TaskLeases;
  let work: TaskWork;
  /** The kinds of this test only, so that the runner of the application leaves its tasks alone. */
  let kinds: TaskKinds;
  let processed: string[];
  /** What happens to a subject before it is noted as processed. */
  let before: (subject: TaskSubject) => Promise<void | DomainError>;
  let asked: (string | null)[];
  let next: () => Promise<void>;

  /** Turns that were prepared for several. */
  let prepared: string[][];
  let left: ((after: string) => Promise<number>) | undefined;

  class Counting implements TaskKind<{ subjects: number }, TaskSubject> {
    async next(
      { subjects }: { subjects: number },
      after: string | null,
      limit: number,
    ): Promise<TaskSubject[]> {
      await next();
      asked.push(after);
      const keys = Array.from({ length: subjects }, (_, n) => String(n + 1).padStart(4, '0'));
      return keys
        .filter((key) => after === null || key > after)
        .slice(0, limit)
        .map((key) => ({ key, id: key, told: { place: key } }));
    }

    async process(_payload: object, subject: TaskSubject): Promise<undefined | DomainError> {
      const refusal = await before(subject);
      if (refusal) return refusal;
      await app.nest.get(UnitOfWork).manager.query('insert into turn values ($1, $2)', ['any', subject.id]);
      processed.push(subject.id);
      return undefined;
    }
  }

  @LongTask(kind, { entityType: 'CUSTOMER' })
  class Numbers extends Counting {}

  @LongTask(together, { entityType: 'CUSTOMER', turnSize: 20 })
  class NumbersTogether extends Counting {
    async prepare(_payload: object, subjects: readonly TaskSubject[]): Promise<void> {
      prepared.push(subjects.map(({ id }) => id));
    }

    left(_payload: object, after: string): Promise<number> {
      return left ? left(after) : Promise.resolve(0);
    }
  }

  beforeAll(async () => {
    app = await createTestApp();
    await execute(app.databaseUrl, 'create table turn (task text, subject text)');
    leases = app.nest.get(TaskLeases);
    kinds = new TaskKinds((await discovered([Numbers, NumbersTogether])).registry);
    work = workOn(kinds);
  });
  beforeEach(async () => {
    [processed, asked, prepared] = [[], [], []];
    left = undefined;
    before = async () => undefined;
    next = async () => undefined;
    await app.dataSource.query('delete from task');
    await app.dataSource.query('delete from turn');
  });
  afterAll(() => app.close());

  const workOn = (known: TaskKinds): TaskWork =>
    new TaskWork(
      known,
      leases,
      app.nest.get(TaskResults),
      app.nest.get(UnitOfWork),
      app.nest.get(Metrics),
      app.nest.get(APP_LOGGER),
    );
  const start = (subjects: number, of = kind): Promise<string> => {
    const { accountId, environmentId } = app.a;
    const principal = { kind: 'USER', actor: 'somebody', accountId, environmentId, may: () => true } as const;
    const task = {
      kind: of,
      entityType: 'IMPORT',
      entityId: 'x',
      payload: { subjects },
      total: subjects,
    } as const;
    return runInContext({ ...newContext('test', 'WORKER'), principal }, () =>
      app.nest.get(UnitOfWork).run(() => app.nest.get(Tasks).start(task)),
    );
  };
  const take = async (of = kind): Promise<LeasedTask> => (await leases.take([of])) as LeasedTask;
  /** A task is passed over while the statement that keeps its lease holds the row. */
  const takeSoon = async (of = kind): Promise<LeasedTask> => {
    let task: LeasedTask | undefined;
    await eventually(async () => {
      task = await leases.take([of]);
      expect(task).toBeDefined();
    });
    return task as LeasedTask;
  };
  const expire = () => app.dataSource.query(`update task set lease_until = now() - interval '1 second'`);
  const stored = async () => {
    const [row] = await app.dataSource.query<Record<string, unknown>[]>(
      'select state, done, failed, total, attempts, lease_owner from task',
    );
    return row;
  };
  const turns = async (): Promise<string[]> =>
    (await app.dataSource.query<{ subject: string }[]>('select subject from turn order by subject')).map(
      ({ subject }) => subject,
    );
  const all = (subjects: number): string[] =>
    Array.from({ length: subjects }, (_, n) => String(n + 1).padStart(4, '0'));

  it('are walked in the order of their subjects, a hundred at a time', async () => {
    await start(250);
    await work.perform(await take(), noStop);
    expect(processed).toEqual(all(250));
    expect(asked).toEqual([null, '0100', '0200', '0250']);
    expect(await stored()).toMatchObject({
      state: 'COMPLETED',
      done: 250,
      failed: 0,
      total: 250,
      lease_owner: null,
    });
  });

  it('tell the total that it came to, when subjects came or went', async () => {
    const id = await start(3);
    await app.dataSource.query('update task set total = 7 where uid = $1', [id]);
    await work.perform(await take(), noStop);
    expect(await stored()).toMatchObject({ done: 3, total: 3 });
  });

  it('have one worker at a time, until its lease runs out', async () => {
    await start(1);
    const first = await take();
    expect(await leases.take([kind])).toBeUndefined();
    expect(await leases.renew(first)).toBe(true);
    await expire();
    const second = await take();
    expect(second.uid).toBe(first.uid);
    expect(await leases.renew(first)).toBe(false);
    expect(await leases.renew(second)).toBe(true);
  });

  it('several subjects share a transaction where their kind says so, and ask together for what they need', async () => {
    await start(50, together);
    await work.perform(await take(together), noStop);
    expect(processed).toEqual(all(50));
    expect(prepared).toEqual([all(50).slice(0, 20), all(50).slice(20, 40), all(50).slice(40)]);
    const [row] = await app.dataSource.query<{ count: number }[]>(
      'select count(distinct xmin::text)::int as count from turn',
    );
    expect(row?.count).toBe(3);
  });

  it('one that fails undoes no other and holds none up: each that shared its turn has one of its own then', async () => {
    await start(50, together);
    before = async ({ id }) => {
      if (id === '0025') throw new DomainError('IntegrityViolation', 'no');
    };
    await work.perform(await take(together), noStop);
    const others = all(50).filter((id) => id !== '0025');
    expect(await turns()).toEqual(others);
    expect(processed.filter((id) => id > '0025')).toEqual(others.filter((id) => id > '0025'));
    expect(await stored()).toMatchObject({ state: 'PARTIALLY_FAILED', done: 49, failed: 1, total: 50 });
  });

  it('one that is refused before it wrote anything fails alone, in the turn of all, and tells what it is', async () => {
    before = async ({ id }) =>
      id === '0003' ? new DomainError('IntegrityViolation', 'not this one') : undefined;
    await start(5, together);
    await work.perform(await take(together), noStop);
    expect(prepared).toEqual([all(5)]);
    expect(await turns()).toEqual(['0001', '0002', '0004', '0005']);
    expect(await stored()).toMatchObject({ state: 'PARTIALLY_FAILED', done: 4, failed: 1, total: 5 });
    const told = `select state, code, message, result from task_result where entity_id in ('0002', '0003') order by entity_id`;
    expect(await app.dataSource.query(told)).toEqual([
      { state: 'DONE', code: null, message: null, result: { place: '0002' } },
      { state: 'FAILED', code: 'IntegrityViolation', message: 'not this one', result: { place: '0003' } },
    ]);
  });

  it('SIGTERM in the middle of what shared a turn that failed: no subject is passed over', async () => {
    await start(20, together);
    before = async ({ id }) => {
      if (id === '0020') throw new DomainError('IntegrityViolation', 'no');
    };
    // Nineteen of the turn that is undone, then five alone.
    await work.perform(await take(together), () => processed.length === 24);
    expect(await turns()).toEqual(all(5));
    await work.perform(await take(together), noStop);
    expect(await turns()).toEqual(all(19));
    expect(await stored()).toMatchObject({ done: 19, failed: 1 });
  });

  it('a database that goes away in a turn of several fails none of them', async () => {
    await start(20, together);
    before = async ({ id }) => {
      if (id === '0003') throw new Error('Connection terminated unexpectedly');
    };
    await work.perform(await take(together), noStop);
    expect(await turns()).toEqual([]);
    before = async () => undefined;
    await work.perform(await takeSoon(together), noStop);
    expect(await turns()).toEqual(all(20));
    expect(await stored()).toMatchObject({ state: 'COMPLETED', done: 20, failed: 0 });
  });

  it('tell a total that grows with what is found on the way', async () => {
    await start(150, together);
    const totals: unknown[] = [];
    left = async () => 70;
    before = async ({ id }) => {
      totals.push((await stored())?.['total']);
      // Longer than it takes until what is left is counted again.
      if (id === '0100') await sleep(1100);
    };
    await work.perform(await take(together), noStop);
    expect(new Set(totals)).toEqual(new Set([150, 170]));
    expect(await stored()).toMatchObject({ done: 150, total: 150 });
  });

  it('are left to processes that know their kind', async () => {
    await start(1);
    expect(await leases.take(['ANOTHER'])).toBeUndefined();
    expect(await take()).toMatchObject({ kind, attempts: 1, position: null });
  });

  /** A place in the work where it waits until it is let go on. */
  const pause = () => {
    let [reach, goOn] = [() => undefined as void, () => undefined as void];
    const isReached = new Promise<void>((resolve) => (reach = resolve));
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve));
    const here = async (): Promise<void> => {
      reach();
      await mayGoOn;
    };
    return { here, isReached, goOn: () => goOn() };
  };

  it('no subject has two turns when a worker lost its lease and does not know', async () => {
    await start(250);
    const stall = pause();
    next = async () => {
      if (asked.length === 1) await stall.here();
    };
    const slow = work.perform(await take(), noStop);
    await stall.isReached;
    await expire();
    const taken = await take();
    next = async () => undefined;
    stall.goOn();
    await Promise.all([slow, work.perform(taken, noStop)]);
    expect(await turns()).toEqual(all(250));
    expect(await stored()).toMatchObject({ state: 'COMPLETED', done: 250, failed: 0 });
  });

  it('are not taken over in the middle of a turn, whatever the lease says', async () => {
    await start(3);
    const stall = pause();
    before = async ({ id }) => (id === '0002' ? stall.here() : undefined);
    const slow = work.perform(await take(), noStop);
    await stall.isReached;
    await expire();
    expect(await leases.take([kind])).toBeUndefined();
    stall.goOn();
    await slow;
    expect(await turns()).toEqual(all(3));
  });

  it('SIGTERM: the running subject is finished, and anybody goes on at once with the next', async () => {
    await start(30);
    await work.perform(await take(), () => processed.length === 12);
    expect(processed).toEqual(all(12));
    expect(await stored()).toMatchObject({ state: 'IN_PROGRESS', lease_owner: null });
    await work.perform(await take(), noStop);
    expect(await turns()).toEqual(all(30));
    expect(await stored()).toMatchObject({ state: 'COMPLETED', done: 30 });
  });

  it('a database that is away fails no subject: the task goes on when it is back', async () => {
    await start(5);
    before = async ({ id }) => {
      if (id === '0003') throw new Error('Connection terminated unexpectedly');
    };
    await work.perform(await take(), noStop);
    expect(await stored()).toMatchObject({ state: 'IN_PROGRESS', failed: 0 });
    before = async () => undefined;
    await expire();
    await work.perform(await take(), noStop);
    expect(await turns()).toEqual(all(5));
    expect(await stored()).toMatchObject({ state: 'COMPLETED', done: 5, failed: 0 });
  });

  it('an outage of the database uses up no attempt, however often it comes', async () => {
    await start(5);
    before = async () => {
      throw new Error('Connection terminated unexpectedly');
    };
    for (let n = 0; n < 12; n++) await work.perform(await takeSoon(), noStop);
    expect(await stored()).toMatchObject({ state: 'IN_PROGRESS', attempts: 0, lease_owner: null });
    before = async () => undefined;
    await work.perform(await takeSoon(), noStop);
    expect(await stored()).toMatchObject({ state: 'COMPLETED', done: 5, failed: 0 });
  });

  it('a refusal fails its subject at once, a fault and a lock after three turns; nothing of those turns is kept', async () => {
    await start(4);
    const tries = new Map<string, number>();
    before = async ({ id }) => {
      tries.set(id, (tries.get(id) ?? 0) + 1);
      await app.nest.get(UnitOfWork).manager.query('insert into turn values ($1, $2)', ['half', id]);
      if (id === '0001') throw new DomainError('IntegrityViolation', 'no');
      if (id === '0002') throw new Error('a bug');
      if (id === '0003') throw new DomainError('ObjectAlreadyBeingUsedByAnotherRequestError');
    };
    await work.perform(await take(), noStop);
    expect([...tries]).toEqual([
      ['0001', 1],
      ['0002', 3],
      ['0003', 3],
      ['0004', 1],
    ]);
    expect(await turns()).toEqual(['0004', '0004']);
    expect(await stored()).toMatchObject({ state: 'PARTIALLY_FAILED', done: 1, failed: 3 });
  });

  it('a lock that is let go is no failure', async () => {
    await start(1);
    let tries = 0;
    before = async () => {
      if (++tries === 1) throw new DomainError('ObjectAlreadyBeingUsedByAnotherRequestError');
    };
    await work.perform(await take(), noStop);
    expect(await stored()).toMatchObject({ state: 'COMPLETED', done: 1 });
  });

  it('one that never comes further fails after ten times, with what was done', async () => {
    await start(150);
    next = async () => {
      if (asked.length > 0) throw new Error('a bug');
    };
    await work.perform(await take(), noStop);
    expect(await stored()).toMatchObject({ state: 'IN_PROGRESS', attempts: 0, lease_owner: null });
    // It is left alone for a while, longer each time.
    await app.dataSource.query(`update task set attempts = 9, lease_until = null`);
    await work.perform(await take(), noStop);
    expect(await leases.take([kind])).toBeUndefined();
    await expire();
    await work.perform(await take(), noStop);
    expect(await stored()).toMatchObject({ state: 'FAILED', done: 100, failed: 0, total: 150 });
    expect(await leases.take([kind])).toBeUndefined();
  });

  it('several processes share several tasks, each subject once', async () => {
    for (let n = 0; n < 5; n++) await start(40);
    const runners = [1, 2].map(() => new TaskRunner(kinds, leases, workOn(kinds), app.nest.get(APP_LOGGER)));
    for (const runner of runners) runner.wake();
    await eventually(async () => {
      const [row] = await app.dataSource.query<{ count: number }[]>(
        `select count(*)::int as count from task where state = 'COMPLETED'`,
      );
      expect(row?.count).toBe(5);
    });
    for (const runner of runners) await runner.beforeApplicationShutdown();
    expect(await turns()).toEqual(all(40).flatMap((id) => Array<string>(5).fill(id)));
  });
});
