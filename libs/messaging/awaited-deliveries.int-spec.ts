import { EnvironmentClock } from '#libs/context/environment-clock';
import { newContext, runInContext } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { EnvironmentMoves } from '#libs/persistence/environment-moves';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { createTestApp, type TestApp } from '../../test/support/app';
import { eventually } from '../../test/support/eventually';
import { DueTurns } from './due-turns';
import { DueWalks, type DueWalk } from './due-work';
import type { RecordedEvent } from './event';
import { ExtensionRegistry } from './extension-registry';
import { OnEvent } from './extensions';
import { Outbox } from './outbox';
import { Worker } from './worker';

describe('awaited deliveries', () => {
  let app: TestApp;
  let worker: Worker;
  let handled: string[];
  let isPoisoned: boolean;

  class Handlers {
    @OnEvent('measurement.reported')
    async healthy({ entityId }: RecordedEvent): Promise<void> {
      handled.push(`healthy ${entityId}`);
    }

    @OnEvent('measurement.reported')
    async delicate({ entityId }: RecordedEvent): Promise<void> {
      if (isPoisoned) throw new Error('cannot be handled');
      handled.push(`delicate ${entityId}`);
    }
  }

  beforeAll(async () => {
    app = await createTestApp({ providers: [Handlers], periodicWork: true });
    worker = app.nest.get(Worker);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await worker.stop();
    [handled, isPoisoned] = [[], false];
    await query('delete from awaited_delivery');
    await query('delete from graphile_worker._private_jobs');
  });

  const query = <R extends object = object>(text: string): Promise<R[]> => app.dataSource.query<R[]>(text);
  const record = (...entityIds: string[]): Promise<void> => {
    const { accountId, environmentId } = app.a;
    const principal = { kind: 'SYSTEM', actor: 'test', accountId, environmentId, may: () => true } as const;
    return runInContext({ ...newContext('test', 'WORKER'), principal }, () =>
      app.nest.get(UnitOfWork).run(async () => {
        for (const entityId of entityIds)
          app.nest
            .get(Outbox)
            .record({ type: 'measurement.reported', entityType: 'TEST', entityId, payload: {} });
      }),
    );
  };
  const awaited = async (): Promise<number> => (await query('select from awaited_delivery')).length;
  const jobs = (): Promise<{ key: string; attempts: number }[]> =>
    query(`select key, attempts from graphile_worker.jobs where key like 'event:%'`);
  const loseJobs = (): Promise<object[]> =>
    query(`delete from graphile_worker._private_jobs where key like 'event:%'`);
  /** As another process has it: what is remembered between two parts is its own. */
  const newWalk = (): DueWalk => {
    const { nest } = app;
    const walks = new DueWalks(
      nest.get(ExtensionRegistry),
      nest.get(DueTurns),
      nest.get(EnvironmentClock),
      nest.get(MachineClock),
      nest.get(EnvironmentMoves),
      nest.get(APP_LOGGER),
    );
    return walks.all.find(({ name }) => name === 'ask-for-late-deliveries') as DueWalk;
  };
  const isDelivered = (...expected: string[]): Promise<void> =>
    eventually(async () => {
      expect([...handled].sort()).toEqual(expected.sort());
      expect(await awaited()).toBe(0);
    });
  const toldDone = (): number =>
    app.logLines
      .map((line) => JSON.parse(line) as { kind?: string; msg?: string; done?: number })
      .filter(({ kind, msg }) => kind === 'ask-for-late-deliveries' && msg === 'due work was done')
      .reduce((sum, { done = 0 }) => sum + done, 0);

  it('end with the delivery', async () => {
    await record('prompt');
    expect(await awaited()).toBe(1);
    await worker.start();
    await isDelivered('healthy prompt', 'delicate prompt');
  });

  it('an event whose job is lost is delivered once five minutes have gone by', async () => {
    await record('lost');
    await loseJobs();
    app.clock.advance({ minutes: 4, seconds: 59 });
    await newWalk().goOn();
    expect(await jobs()).toEqual([]);
    app.clock.advance({ seconds: 1 });
    await worker.start();
    await isDelivered('healthy lost', 'delicate lost');
  });

  it('a job that is late is left as it is', async () => {
    await record('late');
    await query(`update graphile_worker._private_jobs set attempts = 7 where key like 'event:%'`);
    app.clock.advance({ minutes: 5 });
    await newWalk().goOn();
    expect(await jobs()).toMatchObject([{ attempts: 7 }]);
    await loseJobs();
    app.clock.advance({ minutes: 5 });
    await newWalk().goOn();
    expect(await jobs()).toMatchObject([{ attempts: 0 }]);
  });

  it('two processes that look at once ask once for each, and each is delivered once', async () => {
    const names = Array.from({ length: 150 }, (_, n) => `shared ${n}`);
    await record(...names);
    await loseJobs();
    app.clock.advance({ minutes: 5 });
    const before = toldDone();
    await Promise.all([newWalk().goOn(), newWalk().goOn()]);
    expect(toldDone() - before).toBe(150);
    expect(await jobs()).toHaveLength(150);
    await worker.start();
    await isDelivered(...names.flatMap((name) => [`healthy ${name}`, `delicate ${name}`]));
  });

  it('a handler that has had the event has it no second time', async () => {
    isPoisoned = true;
    await record('half');
    await worker.start();
    await eventually(async () => expect(await jobs()).toMatchObject([{ attempts: 1 }]));
    await worker.stop();
    expect([handled, await awaited()]).toEqual([['healthy half'], 1]);
    isPoisoned = false;
    await loseJobs();
    app.clock.advance({ minutes: 5 });
    await worker.start();
    await isDelivered('healthy half', 'delicate half');
  });

  it('are forgotten with their event, and no other', async () => {
    await record('old', 'young');
    await loseJobs();
    await query(`update outbox_event set occurred_at = now() - interval '29 days' where entity_id = 'young'`);
    await query(`update outbox_event set occurred_at = now() - interval '31 days' where entity_id = 'old'`);
    await worker.start();
    await query(`select graphile_worker.add_job('forget-delivered-events')`);
    await eventually(async () =>
      expect(
        await query(
          `select e.entity_id from awaited_delivery a left join outbox_event e on e.uid = a.event_uid`,
        ),
      ).toEqual([{ entity_id: 'young' }]),
    );
  });
});
