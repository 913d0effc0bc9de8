import { setTimeout as pause } from 'node:timers/promises';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk } from '../support/client';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { Gate, type Place } from '../support/gate';
import { usageOf } from '../support/metered-customers';
import { getTask, type ToldTask } from '../support/publishing';
import { inParallel, untilAnswered } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

// Domain: entitlements-usage

jest.setTimeout(1_200_000);

// A chunk for each day at least.
const events = scaled(1_000_000, 6_000);
/** Sent while the task is at work, into the days that it counts. */
const requests = scaled(2_000, 150);
const clients = 4;
const days = 29;
const customers = Array.from({ length: 20 }, (_, n) => `customer-${n + 1}`);
const random = seededRandom('meter-rebuild.spec');
const committing: Place = { table: 'task_result', on: 'insert', at: 'commit' };
const counting: Place = { table: 'meter_bucket', on: 'insert', at: 'write' };

/** As if all had come before there was a meter. */
const seed = `insert into raw_event (environment_id, at, key, received_at, customer_id, name, idempotency_key, dimensions, flags)
  select (select uid from environment limit 1), date_trunc('milliseconds', now() - n * interval '${days} days' / ${events}), gen_random_uuid(), now(),
         'customer-' || (n % ${customers.length} + 1), case when n % 10 = 0 then 'other' else 'upload' end, 'seed-' || n,
         jsonb_build_object('size', (n % 997) / 1000.0), 0
    from generate_series(1, ${events}) n`;

/** Of each customer: what its days add up to, what the events do, and how many of them the meter counts. */
const totals = `
  select c.id, b.n::int as days, b.total::text as counted, e.n::int as events, e.total::text as total, e.fed::int as fed
    from customer c
    join lateral (select sum(b.n) as n, trim_scale(sum(b.total)) as total from meter_bucket b where b.customer_uid = c.uid) b on true
    join lateral (select count(*) as n, trim_scale(sum((e.dimensions ->> 'size')::numeric)) as total,
                         count(*) filter (where e.fed is not null) as fed
                    from raw_event e where e.customer_id = c.id and e.name = 'upload') e on true
   order by c.id`;

/** Of each counter that is not the sum of the events of its window. */
const wrong = `
  select c.customer_uid from meter_counter c join customer u on u.uid = c.customer_uid
   where c.total <> (select coalesce(sum((e.dimensions ->> 'size')::numeric), 0) from raw_event e
                      where e.customer_id = u.id and e.name = 'upload' and e.at >= c.window_start and e.at < c.window_end)`;

describe(`a meter is rebuilt from ${events} events`, () => {
  let database: TestDatabase;
  let gate: Gate;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    gate = await Gate.in(database.url, [committing, counting]);
    service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl });
    const { api } = service;
    await createProduct(api, 'product');
    const filters = [{ conditions: [{ field: 'eventName', operation: 'EQUALS', value: 'upload' }] }];
    const meter = { aggregation: { function: 'SUM', field: 'size' }, filters };
    await createFeature(api, 'uploads', 'metered', { meter });
    const entitlements = [feature('uploads', { usageLimit: 1_000_000, resetPeriod: 'DAY' })];
    await publishPlan(api, { id: 'plan', productId: 'product', entitlements });
    for (const id of customers) {
      await createCustomer(api, id);
      await subscribe(api, id, 'plan');
    }
    await ask(seed);
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
  /** Again and again until it is acknowledged, into days that are counted before and after. */
  const sendMore = () =>
    inParallel(
      clients,
      Array.from({ length: requests }, (_, n) => n),
      async (n) => {
        const timestamp = new Date(Date.now() - random.whole(0, (days - 1) * 86_400_000)).toISOString();
        const more = customers.slice(n % 15, (n % 15) + 5).map((customerId, index) => ({
          ...{ customerId, eventName: 'upload', idempotencyKey: `live-${n}-${index}`, timestamp },
          dimensions: { size: 1.5 },
        }));
        const answer = await untilAnswered(() => service.api.rest('POST', '/events', { events: more }));
        if (answer.status !== 201) throw new Error(`Events were answered ${answer.status} ${answer.text}`);
        await untilAnswered(() =>
          service.api.rest('GET', `/customers/${customers[n % 20]}/entitlements/check?featureId=uploads`),
        );
      },
    );

  it('A14: over two kills, while events come and are checked, each event is counted once', async () => {
    await gate.shut(counting, Math.floor(days / 4) * customers.length);
    const { taskId } = await expectOk<{ taskId: string }>(
      service.api.rest('POST', '/features/uploads/meter/rebuild'),
    );
    const again = await expectOk<Json>(service.api.rest('POST', '/features/uploads/meter/rebuild'));
    expect(again).toEqual({ taskId });
    const seen: ToldTask['progress'][] = [];
    const kill = async (): Promise<void> => {
      await gate.met();
      seen.push((await getTask(service.api, taskId)).progress);
      await service.kill();
      await gate.open();
    };
    await kill();
    await gate.shut(committing, Math.floor(days / 4));
    await restart();
    await kill();
    await restart();
    const sending = sendMore();
    let task = await getTask(service.api, taskId);
    for (; task['finishedAt'] === null; task = await getTask(service.api, taskId)) await pause(50);
    await sending;

    expect(task).toMatchObject({ state: 'COMPLETED', progress: { failed: 0 } });
    const done = [...seen.map((progress) => progress.done), task.progress.done];
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(new Set(done).size).toBe(3);
    expect(task.progress.total).toBe(task.progress.done);
    const told = await ask<Record<string, unknown>>(totals);
    expect(told).toHaveLength(customers.length);
    const counted = told.map(({ days: n, counted: total, fed }) => [n, total, fed]);
    expect(counted).toEqual(told.map(({ events: n, total }) => [n, total, n]));
    expect(await ask(wrong)).toEqual([]);
    const today = `select trim_scale(c.total)::float8 as total from meter_counter c join customer u on u.uid = c.customer_uid
                    where u.id = 'customer-1' and c.window_start <= now() and c.window_end > now()`;
    const [row] = await ask<{ total: number }>(today);
    expect(await usageOf(service.api, 'customer-1', 'uploads')).toBe(row?.total ?? 0);
  });
});
