import { setTimeout as pause } from 'node:timers/promises';
import { wideCatalog } from '../../bench/wide-catalog';
import { applyCatalog, exportCatalog, planned } from '../support/catalog-door';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { Gate, type Place } from '../support/gate';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

jest.setTimeout(1_200_000);

const random = seededRandom('catalog-crash.spec');
const size = { features: scaled(60, 12), plans: scaled(12, 4), entitlementsPerPlan: scaled(10, 3) };

const writing: Place = { table: 'package_entitlement', on: 'insert', at: 'write' };
const logging: Place = { table: 'activity', on: 'insert', at: 'write' };
const committing: Place = { table: 'activity', on: 'insert', at: 'commit' };
/** Where each kill meets it; `at random` soon after, wherever it is by then. */
const kills = [writing, 'at random', committing, logging] as const;
const entitlements = size.plans * size.entitlementsPerPlan;

describe('a process that is killed while it applies a catalog', () => {
  let database: TestDatabase;
  let gate: Gate;
  let service: ServiceProcess;

  const start = () =>
    ServiceProcess.start({ DATABASE_URL: database.serviceUrl, BOOTSTRAP_SERVER_KEY: service?.serverKey });

  beforeAll(async () => {
    database = await createTestDatabase();
    gate = await Gate.in(database.url, [writing, logging, committing]);
  });
  afterAll(async () => {
    await gate?.close();
    await service?.kill();
    await database?.drop();
  });

  it('has changed all or nothing, and what it planned can be applied again', async () => {
    service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl });
    for (const [index, kill] of kills.entries()) {
      const document = wideCatalog(size, index + 1);
      const before = await exportCatalog(service.api);
      const { hash } = await planned(service.api, document);
      const place = kill === 'at random' ? writing : kill;
      await gate.shut(place, place === writing ? random.whole(0, entitlements / 2) : 0);
      const answer = applyCatalog(service.api, hash, document).then(
        ({ status }) => String(status),
        () => 'no answer',
      );
      await gate.met();
      if (kill === 'at random') {
        await gate.open();
        await pause(random.whole(0, 40));
      }
      await service.kill();
      await gate.open();
      await answer;
      service = await start();
      const after = await exportCatalog(service.api);
      const left = (await planned(service.api, document)).changes;
      // Done but not answered; `at random` may meet it there too.
      if (kill === committing || (kill === 'at random' && left.length === 0)) {
        expect(left).toEqual([]);
        continue;
      }
      expect(after).toEqual(before);
      // What was planned before the kill is still true after it.
      await applyCatalog(service.api, hash, document);
      expect((await planned(service.api, document)).changes).toEqual([]);
    }
  });
});
