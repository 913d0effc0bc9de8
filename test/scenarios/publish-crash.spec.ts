import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { check } from '../support/catalog';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { sellToMany } from '../support/many-subscriptions';
import { draftWith, getTask, publishFor, type ToldTask } from '../support/publishing';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// On an idle machine it takes a quarter of this.
jest.setTimeout(240_000);

const customers = 5000;
const random = seededRandom('publish-crash.spec');

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

describe('the service is killed while it moves 5,000 subscriptions', () => {
  let database: TestDatabase;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await ServiceProcess.start({ DATABASE_URL: database.url });
    await sellToMany(service.api, database.url, customers);
  });
  afterAll(async () => {
    await service?.kill();
    await database?.drop();
  });

  const ask = async <R extends object>(text: string): Promise<R[]> => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    return (await client.query<R>(text).finally(() => client.end())).rows;
  };
  const restartAfter = async (end: 'kill' | 'stop'): Promise<void> => {
    const { serverKey: BOOTSTRAP_SERVER_KEY } = service;
    const exit = await service[end]();
    if (exit) expect(exit).toEqual({ code: 0, signal: null });
    service = await ServiceProcess.start({ DATABASE_URL: database.url, BOOTSTRAP_SERVER_KEY });
  };
  const untilDone = async (taskId: string, done: number): Promise<ToldTask> => {
    for (;;) {
      const task = await getTask(service.api, taskId);
      if (task.progress.done >= done || task['finishedAt'] !== null) return task;
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
    const taskId = String(await publishFor(service.api, 'plans', 'pro'));
    const interrupted: boolean[] = [];
    for (const [share, end] of [
      [0.1, 'kill'],
      [0.3, 'stop'],
      [0.5, 'kill'],
      [0.7, 'kill'],
    ] as const) {
      const { progress } = await untilDone(taskId, Math.floor(customers * (share + random.next() * 0.1)));
      interrupted.push(progress.done < customers);
      await restartAfter(end);
    }
    const task = await untilDone(taskId, customers + 1);

    expect(interrupted).toEqual([true, true, true, true]);
    expect(task).toMatchObject({
      state: 'COMPLETED',
      progress: { done: customers, failed: 0, total: customers },
    });
    expect(await ask<Moved>(moved)).toEqual([{ version: 3, limit: 300, updates: 1, results: 1, customers }]);
    for (const id of ['customer-1', 'customer-2500', `customer-${customers}`]) {
      expect(await check(service.api, id, 'featureId=calls')).toMatchObject({
        usageLimit: 300,
        isGranted: true,
      });
    }
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });
});
