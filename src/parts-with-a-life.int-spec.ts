import { ChangeFeed } from '#libs/changes/change-feed';
import { ClockWatch } from '#libs/persistence/clock-watch';
import { DueWalks } from '#libs/messaging/due-work';
import { Jobs } from '#libs/messaging/jobs';
import { Worker } from '#libs/messaging/worker';
import { TaskKinds } from '#libs/tasks/task-kinds';
import { TaskRunner } from '#libs/tasks/task-runner';
import { createTestApp, type TestApp } from '../test/support/app';
import { eventually } from '../test/support/eventually';
import { RevocationListener } from './modules/platform/identity/revocation.listener';

let app: TestApp;

const count = async (text: string): Promise<number> =>
  (await app.dataSource.query<{ count: number }[]>(`select count(*)::int as count from ${text}`))[0]?.count ??
  0;
const jobsLeft = () => count('graphile_worker.jobs');
const listeners = () =>
  count(
    `pg_stat_activity where application_name = 'notifications' and datname = current_database() and query ~ '^listen'`,
  );

describe('parts with a life: a start may follow a stop, and each may be repeated', () => {
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  it('the worker rests while it is stopped, and goes on with what has come up meanwhile', async () => {
    const worker = app.nest.get(Worker);
    await eventually(async () => expect(await jobsLeft()).toBe(0));
    await worker.stop();
    await worker.stop();
    await app.nest.get(Jobs).ask('forget-activity', {}, 'once');
    expect(await jobsLeft()).toBe(1);

    await Promise.all([worker.start(), worker.start()]);

    await eventually(async () => expect(await jobsLeft()).toBe(0));
  });

  it('what is remembered of a walk over due work is forgotten by a stop of the worker', async () => {
    const worker = app.nest.get(Worker);
    const [walk] = app.nest.get(DueWalks).all;
    const forgotten = jest.spyOn(walk as { forget(): void }, 'forget');
    await worker.stop();
    expect(forgotten).toHaveBeenCalled();
    forgotten.mockRestore();
    await worker.start();
  });

  it('the task runner takes no task while it is stopped, and takes it when it is started', async () => {
    const runner = app.nest.get(TaskRunner);
    const [kind] = app.nest.get(TaskKinds).names;
    await runner.stop();
    await runner.stop();
    await app.dataSource.query(
      `insert into task (environment_id, uid, kind, entity_type, entity_id, state, payload, principal, total, done, failed,
                         attempts, created_at, updated_at)
       values ('${app.a.environmentId}', gen_random_uuid(), '${kind}', 'PLAN', 'x', 'PENDING', '{}', '{}', 0, 0, 0, 11,
               now(), now())`,
    );
    runner.wake();
    expect(await count(`task where attempts = 11`)).toBe(1);

    await Promise.all([runner.start(), runner.start()]);

    await eventually(async () => expect(await count(`task where state = 'FAILED'`)).toBe(1));
  });

  it('the change feed polls on one connection, and beats; stopped it does neither, and checks read the tables', async () => {
    const feed = app.nest.get(ChangeFeed);
    const polls = () =>
      count(`pg_stat_activity where application_name = 'changes' and datname = current_database()`);
    expect([await polls(), await count('engine_member'), feed.present() !== undefined]).toEqual([1, 1, true]);
    await feed.stop();
    await feed.stop();
    await eventually(async () => expect(await polls()).toBe(0));
    expect([await count('engine_member'), feed.present(), await feed.renewed()]).toEqual([
      0,
      undefined,
      undefined,
    ]);
    const asked = await app.a.api.rest('GET', '/customers/nobody/entitlements/check?featureId=nothing');
    expect(asked.status).toBe(200);

    await Promise.all([feed.start(), feed.start()]);

    expect([await polls(), await count('engine_member'), (await feed.renewed())?.stalenessMs]).toEqual([
      1, 1, 0,
    ]);
  });

  it('readiness is asked on one connection of its own; stopped it has none, and tells that nothing is ready', async () => {
    const watch = app.nest.get(ClockWatch);
    const asking = () =>
      count(`pg_stat_activity where application_name = 'readiness' and datname = current_database()`);
    const { isReachable } = await watch.feel();
    expect([isReachable, await asking()]).toEqual([true, 1]);
    await app.dataSource.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'readiness' and datname = current_database()`,
    );
    expect(await watch.feel()).toEqual({ isReachable: true });
    await watch.stop();
    await eventually(async () => expect(await asking()).toBe(0));
    expect(await watch.feel()).toEqual({ isReachable: false });
    watch.start();
    expect(await watch.feel()).toEqual({ isReachable: true });
  });

  it('the revocation listener hears on one connection, on none while it is stopped', async () => {
    const listener = app.nest.get(RevocationListener);
    expect(await listeners()).toBe(1);
    await listener.stop();
    await listener.stop();
    await eventually(async () => expect(await listeners()).toBe(0));

    await Promise.all([listener.start(), listener.start()]);

    expect(await listeners()).toBe(1);
  });
});
