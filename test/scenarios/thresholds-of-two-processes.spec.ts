import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { expectOk } from '../support/client';
import { Fleet } from '../support/fleet';
import { Gate, type Place } from '../support/gate';
import { sellLimited } from '../support/limited-customers';
import { usageOf } from '../support/metered-customers';
import { inParallel, reportOf, untilAcknowledged } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import type { ServiceProcess } from '../support/service-process';

// Domain: entitlements-usage

jest.setTimeout(1_200_000);

const clients = 64;
const limit = scaled(2000, 150);
const random = seededRandom('thresholds-of-two-processes.spec');

describe('two processes tell how far a limit is used', () => {
  let database: TestDatabase;
  const fleet = new Fleet();

  beforeAll(async () => {
    database = await createTestDatabase();
    const [one] = (await fleet.join(2, { DATABASE_URL: database.serviceUrl })) as [ServiceProcess];
    await sellLimited(one.api, limit, ['hot', 'written', 'committed']);
    await expectOk(one.api.rest('PATCH', '/environment-settings', { usageThresholds: [50, 80, 90] }));
  });
  afterAll(async () => {
    await fleet.kill();
    await database?.drop();
  });

  /** In the order of their commits. */
  const told = async (customerId: string): Promise<unknown[]> => {
    const rows = await rowsOf<{ threshold: number | null }>(
      database.url,
      `select payload -> 'threshold' as threshold from outbox_event
        where type = 'entitlement.usage_exceeded' and entity_id = '${customerId}'
        order by (payload ->> 'usageVersion')::bigint, uid`,
    );
    return rows.map(({ threshold }) => threshold);
  };

  it(`N2: ${clients} reporters at both, who use it up and more, are the cause of each event once`, async () => {
    const reports = Array.from({ length: limit + 50 }, (_, n) => reportOf('hot', 1, `hot-${n}`));
    // Some are sent twice, as by clients that have lost their patience.
    const sent = random.shuffled([...reports, ...reports.filter((_, n) => n % 5 === 0)]);
    await inParallel(clients, sent, (report) => untilAcknowledged(() => random.pick(fleet.apis), [report]));

    for (const api of fleet.apis) expect(await usageOf(api, 'hot')).toBe(limit + 50);
    expect(await told('hot')).toEqual([50, 80, 90, null]);
  });

  it.each([
    ['before the event is written', 'written', 'write'],
    ['in the commit', 'committed', 'commit'],
  ] as const)(
    'N2: who is killed %s has counted and told both or neither, and the repetition tells once',
    async (_title, customerId, at) => {
      const place: Place = { table: 'outbox_event', on: 'insert', at };
      const gate = await Gate.in(database.url, [place]);
      const [victim] = await fleet.join(1, { DATABASE_URL: database.serviceUrl });
      const [survivor] = fleet.services as [ServiceProcess];
      const report = reportOf(customerId, Math.ceil(limit * 0.8), 'k');
      try {
        await gate.shut(place, 0);
        const cut = (victim as ServiceProcess).api
          .send('POST', '/api/v1/usage', { usages: [report] })
          .catch(() => 'cut');
        await gate.met();
        await (victim as ServiceProcess).kill();
        expect(await cut).toBe('cut');
        await gate.open();
      } finally {
        await gate.close();
        await rowsOf(database.url, 'drop schema gate cascade');
      }
      // It waits for whatever the killed process has left behind.
      expect((await untilAcknowledged(() => survivor.api, [report])).status).toBe(201);
      expect(await told(customerId)).toEqual([50, 80]);
      expect(await usageOf(survivor.api, customerId)).toBe(report.value);
    },
  );
});
