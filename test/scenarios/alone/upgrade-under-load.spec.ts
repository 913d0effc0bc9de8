import { Client } from 'pg';
import { statusOf } from '../../../src/modules/billing/subscriptions/subscription-life.statements';
import { Balancer } from '../../support/balancer';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { tellEndsAcrossReleases } from '../../support/ends-told-across-releases';
import { eventually } from '../../support/eventually';
import {
  buildLastRelease,
  createLastReleaseDatabase,
  hasLastRelease,
  whyNoLastRelease,
  type LastRelease,
} from '../../support/last-release';
import { LockWatch, migrationSessions } from '../../support/lock-watch';
import { meteredFeature, usageOf } from '../../support/metered-customers';
import { runMigrations } from '../../support/migration-process';
import { scaled } from '../../support/scenario-scale';
import { seededRandom } from '../../support/seeded-random';
import { seedUsage } from '../../support/seeded-usage';
import { seedSubscriptions } from '../../support/seeded-subscriptions';
import { ServiceProcess } from '../../support/service-process';
import { seats, SteadyLoad } from '../../support/steady-load';
import { SubscriptionBook } from '../../support/subscription-book';

// At full size, on a machine that many share.
jest.setTimeout(3_600_000);

/** So long may a request or the migration wait for a lock because of the migration. */
const longestWaitMs = 200;
const clients = 16;
/** Of a drain a balancer is told for two seconds there. */
const asInProduction = { NODE_ENV: 'production' };
/** Answered in each phase. */
const requests = scaled(5000, 200);

/** What an assertion would not tell where all is well. */
function tell(load: SteadyLoad, watch: LockWatch, duringMigration: number): void {
  const longest = (cause: 'migration' | 'requests'): string => {
    const [wait] = watch.waitsOf(cause);
    return wait ? `${Math.round(wait.ms)} ms (${wait.what.replaceAll(/\s+/g, ' ')})` : 'none';
  };
  process.stdout.write(
    `upgrade-under-load.spec: ${load.answered} answers, ${duringMigration} of them while it migrated; ` +
      `${watch.looks} looks at locks; longest wait for the migration ${longest('migration')}, ` +
      `among requests ${longest('requests')}\n`,
  );
}

if (!hasLastRelease) process.stdout.write(`upgrade-under-load.spec: skipped, for ${whyNoLastRelease}\n`);

(hasLastRelease ? describe : describe.skip)(
  'reliability C12: an upgrade from the last release under load',
  () => {
    const balancer = new Balancer();
    let release: LastRelease;
    let database: TestDatabase;
    let last: ServiceProcess;
    let next: ServiceProcess | undefined;
    let watch: LockWatch | undefined;

    beforeAll(async () => {
      release = buildLastRelease();
      database = await createLastReleaseDatabase();
      last = await ServiceProcess.start({ DATABASE_URL: database.url, ...asInProduction }, release.home);
    });
    afterAll(async () => {
      balancer.close();
      await watch?.close();
      await Promise.all([last?.kill(), next?.kill()]);
      await database?.drop();
      release?.remove();
    });

    it(`of ${clients} clients none sees it: no failed request, no lock above ${longestWaitMs} ms, every counter as it was reported, every subscription as it was acknowledged`, async () => {
      const book = new SubscriptionBook(scaled(100_000, 400));
      await seedSubscriptions(last.api, database.url, book.customers);
      const size = { customers: scaled(10_000, 100), reports: scaled(100, 30) };
      const seeded = await seedUsage(last.api, database.url, { ...size, features: [meteredFeature, seats] });
      watch = await LockWatch.on(database.url);
      balancer.add(last);
      const load = new SteadyLoad(balancer, seeded, seededRandom('upgrade-under-load.spec'), clients, book);

      expect(await load.further(requests)).toEqual(new Set([last]));
      const before = load.answered;
      expect(await runMigrations(database.url)).toMatch(/has been executed successfully/);
      const meanwhile = load.answered - before;
      // The code of the last release on the schema of this one.
      expect(await load.further(requests)).toEqual(new Set([last]));
      next = await ServiceProcess.start({
        DATABASE_URL: database.url,
        BOOTSTRAP_SERVER_KEY: last.serverKey,
        ...asInProduction,
      });
      balancer.add(next);
      // Longer, for here they meet at counters, some of which one of them holds.
      expect(await load.further(5 * requests)).toEqual(new Set([last, next]));
      await tellEndsAcrossReleases(last, next, database.url);
      expect(await last.stop()).toEqual({ code: 0, signal: null });
      expect(await load.further(requests)).toEqual(new Set([next]));
      await load.end();
      await watch.close();

      tell(load, watch, meanwhile);
      expect(meanwhile).toBeGreaterThan(0);
      expect([...last.faults, ...next.faults]).toEqual([]);
      expect(watch.waitsOf('migration').filter(({ ms }) => ms > longestWaitMs)).toEqual([]);
      expect(await load.sums.differences(database.url)).toEqual([]);
      expect(await book.differences(database.url, statusOf('s', 'now()'))).toEqual([]);
      for (const customerId of ['customer-1', 'customer-8', 'customer-9']) {
        expect(await usageOf(next.api, customerId)).toBe(load.sums.presentOf(customerId));
      }
    });
  },
);

describe('the watch over locks', () => {
  let database: TestDatabase;
  const sessions: Client[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    // Those that wait are cut.
    await database?.drop();
    await Promise.allSettled(sessions.map((session) => session.end()));
  });

  async function session(name: string, ...held: string[]): Promise<Client> {
    const client = new Client({ connectionString: database.url, application_name: name });
    client.on('error', () => undefined);
    sessions.push(client);
    await client.connect();
    await client.query('begin');
    for (const statement of held) await client.query(statement);
    return client;
  }

  it('tells who waits for a migration, through others too, from who waits for a request', async () => {
    const lock = (n: number): string => `select pg_advisory_xact_lock(${n})`;
    const watch = await LockWatch.on(database.url);
    await session('request', lock(1));
    await session(migrationSessions, lock(2));
    await session('request', 'lock table customer');
    const waits = (client: Client, statement: string): void =>
      void client.query(statement).catch(() => undefined);
    waits(await session('request'), lock(1));
    waits(await session('request', lock(3)), lock(2));
    waits(await session('request'), lock(3));
    waits(await session('request'), 'select from customer');

    await eventually(async () => {
      const long = (cause: 'migration' | 'requests') => watch.waitsOf(cause).filter(({ ms }) => ms > 100);
      const told = (cause: 'migration' | 'requests') => long(cause).map(({ what }) => what.split(' for ')[1]);
      expect(told('requests')).toEqual([lock(1)]);
      expect(new Set(told('migration'))).toEqual(new Set([lock(2), lock(3), 'select from customer']));
    });
    await watch.close();
  });
});
