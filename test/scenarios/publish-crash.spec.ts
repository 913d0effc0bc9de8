import { setTimeout as pause } from 'node:timers/promises';
import { check } from '../support/catalog';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { Gate, type Place } from '../support/gate';
import { sellToMany } from '../support/many-subscriptions';
import { draftWith, getTask, publishFor, type ToldTask } from '../support/publishing';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: catalog

// On an idle machine the full size takes a quarter of this.
jest.setTimeout(1_200_000);

// Several batches of the task, so that it is ended within one.
const customers = scaled(5000, 250);
const random = seededRandom('publish-crash.spec');

const claiming: Place = { table: 'task_result', on: 'insert', at: 'write' };
const logging: Place = { table: 'activity', on: 'insert', at: 'write' };
const committing: Place = { table: 'task_result', on: 'insert', at: 'commit' };
/**
 * How the process ends each time, where that meets it, and after which share of the customers. Before the last of them lies more
 * than a batch of the task, so that whoever follows goes on from where a process noted that it had come to.
 */
const ends = [
  { end: 'kill', place: committing, share: 0.05 },
  { end: 'stop', place: claiming, share: 0.15 },
  { end: 'kill', place: logging, share: 0.25 },
  { end: 'kill', place: claiming, share: 0.8 },
] as const;

interface Moved {
  version: number;
  limit: number;
  updates: number;
  results: number;
  customers: number;
}

/** How many customers have which version, limit in their snapshot, entries in the log and results of tasks. */
const moved = `
  select v.version_number as version, (g.value->0->>'limit')::int as limit, coalesce(a.count, 0)::int as updates,
         coalesce(r.count, 0)::int as results, count(*)::int as customers
    from subscription s
    join subscription_package p on p.subscription_uid = s.uid
    join package_version v on v.uid = p.version_uid
    join entitlement_snapshot e on e.customer_uid = s.customer_uid
   cross join lateral jsonb_each(e.grants) g
    left join (select entity_id, count(*) from activity where type = 'subscription.updated' group by 1) a on a.entity_id = s.id
    left join (select entity_id, count(*) from task_result where state = 'DONE' group by 1) r on r.entity_id = s.id
   group by 1, 2, 3, 4 order by 1, 2, 3, 4`;

describe(`the service is killed while it moves ${customers} subscriptions`, () => {
  let database: TestDatabase;
  let gate: Gate;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    gate = await Gate.in(database.url, [claiming, logging, committing]);
    service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl });
    await sellToMany(service.api, database.url, customers);
  });
  afterAll(async () => {
    await gate?.close();
    await service?.kill();
    await database?.drop();
  });

  const ask = <R extends object>(text: string): Promise<R[]> => rowsOf<R>(database.url, text);
  const restart = async (): Promise<void> => {
    const { serverKey: BOOTSTRAP_SERVER_KEY } = service;
    service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl, BOOTSTRAP_SERVER_KEY });
  };
  const doneBy = async (taskId: string): Promise<number> =>
    (await getTask(service.api, taskId)).progress.done;
  const untilFinished = async (taskId: string): Promise<ToldTask> => {
    for (;;) {
      const task = await getTask(service.api, taskId);
      if (task['finishedAt'] !== null) return task;
      await pause(100);
    }
  };

  it('L6: NEW_CUSTOMERS leaves all of them where they are', async () => {
    await draftWith(service.api, 'plans', 'pro', 200);
    expect(await publishFor(service.api, 'plans', 'pro', 'NEW_CUSTOMERS')).toBeNull();
    expect(await ask<Moved>(moved)).toEqual([{ version: 1, limit: 100, updates: 0, results: 0, customers }]);
  });

  it('L7: ALL_CUSTOMERS moves each of them once, over three kills and a SIGTERM', async () => {
    await draftWith(service.api, 'plans', 'pro', 300);
    const shut = async (index: number, done: number): Promise<void> => {
      const next = ends[index];
      if (!next) return;
      const goal = Math.floor(customers * (next.share + random.next() * 0.1));
      await gate.shut(next.place, goal - done);
    };
    await shut(0, 0);
    const taskId = String(await publishFor(service.api, 'plans', 'pro'));
    const interrupted: boolean[] = [];
    for (const [index, { end }] of ends.entries()) {
      await gate.met();
      const done = await doneBy(taskId);
      interrupted.push(done < customers);
      if (end === 'stop') service.signal('SIGTERM');
      else await service.kill();
      await gate.open();
      if (end === 'stop') expect(await service.exited).toEqual({ code: 0, signal: null });
      await shut(index + 1, done);
      await restart();
    }
    const task = await untilFinished(taskId);

    expect(interrupted).toEqual([true, true, true, true]);
    expect(task).toMatchObject({
      state: 'COMPLETED',
      progress: { done: customers, failed: 0, total: customers },
    });
    expect(await ask<Moved>(moved)).toEqual([{ version: 3, limit: 300, updates: 1, results: 1, customers }]);
    for (const id of ['customer-1', `customer-${Math.ceil(customers / 2)}`, `customer-${customers}`]) {
      expect(await check(service.api, id, 'featureId=calls')).toMatchObject({
        usageLimit: 300,
        isGranted: true,
      });
    }
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });
});
