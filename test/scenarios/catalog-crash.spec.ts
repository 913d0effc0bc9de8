import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { wideCatalog } from '../../bench/wide-catalog';
import { applyCatalog, exportCatalog, planned } from '../support/catalog-door';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

jest.setTimeout(300_000);

const random = seededRandom('catalog-crash.spec');
const size = { features: 60, plans: 12, entitlementsPerPlan: 10 };

/**
 * While plans are written, the structure of their product is locked: rows lie in a transaction that is still open. A fast one may
 * be over before anybody has seen it.
 */
async function untilAtWork(databaseUrl: string, answer: Promise<string>): Promise<void> {
  let isAnswered = false;
  void answer.then(() => (isAnswered = true));
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const text = `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database
                 where datname = current_database())`;
  try {
    while (!isAnswered && (await client.query(text)).rowCount === 0) await pause(2);
  } finally {
    await client.end();
  }
}

describe('a process that is killed while it applies a catalog', () => {
  let database: TestDatabase;
  let service: ServiceProcess;

  const start = () =>
    ServiceProcess.start({ DATABASE_URL: database.url, BOOTSTRAP_SERVER_KEY: service?.serverKey });

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await service?.kill();
    await database.drop();
  });

  it('has changed all or nothing, and what it planned can be applied again', async () => {
    service = await ServiceProcess.start({ DATABASE_URL: database.url });
    for (let limit = 1; limit <= 4; limit++) {
      const document = wideCatalog(size, limit);
      const before = await exportCatalog(service.api);
      const { hash } = await planned(service.api, document);
      const answer = applyCatalog(service.api, hash, document).then(
        ({ status }) => String(status),
        () => 'no answer',
      );
      await untilAtWork(database.url, answer);
      await pause(random.whole(0, 40));
      await service.kill();
      await answer;
      service = await start();
      const after = await exportCatalog(service.api);
      const left = (await planned(service.api, document)).changes;
      if (left.length === 0) continue;
      expect(after).toEqual(before);
      // What was planned before the kill is still true after it.
      await applyCatalog(service.api, hash, document);
      expect((await planned(service.api, document)).changes).toEqual([]);
    }
  });
});
