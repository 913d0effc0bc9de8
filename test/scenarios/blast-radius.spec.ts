import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Database } from '#libs/persistence/database';
import { MigrationOutlooks } from '#modules/billing/subscriptions';
import { createTestApp, type TestApp } from '../support/app';
import { forAll, foundBy, radiusOf } from '../support/blast-radius';
import { check, report } from '../support/catalog';
import { exportCatalog } from '../support/catalog-door';
import { entitled } from '../support/catalog-document';
import { expectOk, type ApiClient } from '../support/client';
import { sellToMany } from '../support/many-subscriptions';
import { getTask } from '../support/publishing';
import { scaled } from '../support/scenario-scale';

// On an idle machine the full size takes an eighth of this. Five times that, 100,000, is what was promised: SCENARIO_SCALE=5.
jest.setTimeout(600_000);

const size = 100;
const ranges = scaled(200, 20);
const customers = ranges * size;
/** Where the task is held, to look at it from outside. */
const stops = [0.1, 0.4, 0.7, 0.95].map((share) => Math.floor(ranges * share));
/** Of the live heap, between the first stop and the last; all customers in memory would be five times that. */
const allowedGrowth = 12 * 1024 * 1024;

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

const heapInUse = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

describe(`the blast radius over ${customers.toLocaleString('en')} customers`, () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await sellToMany(api, app.databaseUrl, customers, app.a.environmentId);
  });
  afterAll(() => app.close());

  /** Calls of the service, with what it takes to stop in the middle of one. */
  function watch() {
    const outlooks = app.nest.get(MigrationOutlooks);
    const database = app.nest.get(Database);
    const differencesIn = outlooks.differencesIn.bind(outlooks);
    const query = database.query.bind(database);
    const seen = { customers: [] as number[], statements: [] as number[], heap: [] as number[] };
    let statements = 0;
    let arrive: () => void = () => undefined;
    let go: () => void = () => undefined;
    // No mocks: they would keep every answer.
    const counting: typeof query = (...asked) => {
      statements += 1;
      return query(...asked);
    };
    const stopping: typeof differencesIn = async (...asked) => {
      const place = seen.customers.length;
      if (stops.includes(place)) {
        const mayGo = new Promise<void>((resolve) => (go = resolve));
        seen.heap.push(heapInUse());
        arrive();
        await mayGo;
      }
      const before = statements;
      const found = await differencesIn(...asked);
      seen.customers.push(found.customers);
      // While it is held, leases are renewed and callers look at the task.
      if (!stops.includes(place)) seen.statements.push(statements - before);
      return found;
    };
    Object.assign(database, { query: counting });
    Object.assign(outlooks, { differencesIn: stopping });
    const arrival = () => new Promise<void>((resolve) => (arrive = resolve));
    return { seen, arrival, go: () => go() };
  }

  it('is found in batches of a hundred, with progress, in memory that does not grow with the customers', async () => {
    await expectOk(report(api, 'customer-7', 'calls', 60));
    await expectOk(report(api, `customer-${customers}`, 'calls', 100));
    const document = await exportCatalog(api);
    Object.assign(entitled(document.plans, 'pro', 0), { usageLimit: 50 });

    const { seen, arrival, go } = watch();
    let arrived = arrival();
    const radius = await radiusOf(api, document);
    expect(radius).toMatchObject({ state: 'PENDING', customers, customersChanged: null, changes: [] });
    const { taskId } = radius;
    const progress: unknown[] = [];
    for (const _stop of stops) {
      await arrived;
      progress.push((await getTask(api, String(taskId))).progress);
      expect(await radiusOf(api, document)).toEqual(radius);
      arrived = arrival();
      go();
    }
    const found = await foundBy(api, String(taskId));

    expect(progress).toEqual(stops.map((done) => ({ done, failed: 0, total: ranges })));
    expect(seen.customers).toEqual(Array.from({ length: ranges }, () => size));
    // Those of a batch, and what the runner asks meanwhile.
    expect(Math.max(...seen.statements)).toBeLessThan(size / 4);
    expect(Math.max(...seen.heap) - Number(seen.heap[0])).toBeLessThan(allowedGrowth);

    expect(found).toHaveLength(ranges);
    const changes = found.flatMap((range) => range.changes);
    expect(new Set(changes.map(({ customerId }) => customerId)).size).toBe(customers);
    expect(found.reduce((sum, { customersChanged }) => sum + Number(customersChanged), 0)).toBe(customers);
    const below = changes.filter(({ fallsBelowUsage }) => fallsBelowUsage);
    expect(Object.fromEntries(below.map(({ customerId, usage }) => [customerId, usage]))).toEqual({
      'customer-7': 60,
      [`customer-${customers}`]: 100,
    });
    expect(await check(api, 'customer-7', 'featureId=calls')).toMatchObject({ usageLimit: 100 });
    expect(await radiusOf(api, document, { ...forAll, migrationType: 'NEW_CUSTOMERS' })).toMatchObject({
      customers: 0,
      emptyBecause: 'NEW_CUSTOMERS',
    });
  });
});
