import { commandsOf } from '../support/postgres-tools';
import { canRunPgbouncer, openPgbouncer, type Pooler } from '../support/pgbouncer';
import { creditCustomer, giveCredits, proofOf, useCredits } from '../support/credits';
import { createTestDatabase, execute, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { sellMetered, usageOf } from '../support/metered-customers';
import { reportOf } from '../support/reporting';
import { ServiceProcess } from '../support/service-process';

jest.setTimeout(300_000);

const role = 'behind_pooler';
/** What the page tells the role to have. */
const settings = (commandsOf('poolers.md').get('settings') ?? '').replaceAll('entitlements', role);
const given = canRunPgbouncer ? describe : describe.skip;

it('the page tells each setting that a session asks for', () => {
  expect(settings.match(/alter role behind_pooler set /g)).toHaveLength(9);
});

given('behind PgBouncer', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  let service: ServiceProcess | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
    await execute(database.url, `create role ${role} login superuser`, settings);
  });
  afterEach(async () => {
    await service?.kill();
    await pooler?.close();
  });
  afterAll(async () => {
    const { url } = await createTestDatabase();
    await database.drop();
    await execute(url, `drop role ${role}`);
  });

  const open = async (mode: 'session' | 'transaction' | 'statement'): Promise<Record<string, string>> => {
    const url = new URL(database.url);
    url.username = role;
    pooler = await openPgbouncer(url.href, mode);
    return { DATABASE_URL: pooler.url };
  };

  it('serves in session mode: reports, credits, jobs, and a key that is revoked', async () => {
    service = await ServiceProcess.start(await open('session'));
    const { api } = service;
    await sellMetered(api, ['somebody']);
    const usages = [reportOf('somebody', 3, 'a report')];
    const reports = await Promise.all(
      Array.from({ length: 40 }, () => api.send('POST', '/api/v1/usage', { usages })),
    );
    expect(new Set(reports.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await usageOf(api, 'somebody')).toBe(3);
    await creditCustomer(api);
    await giveCredits(api, { amount: 100 });
    await useCredits(api, 30);
    expect(await proofOf(api)).toMatchObject({ holds: true, rows: 2 });
    const key = await api.send('POST', '/api/v1/api-keys', {
      displayName: 'short-lived',
      scopes: ['customers:read'],
    });
    const { id, secret } = (key.body as { data: { id: string; secret: string } }).data;
    const asked = () => api.as({ key: secret }).send('GET', '/api/v1/customers');
    expect((await asked()).status).toBe(200);
    await api.send('POST', `/api/v1/api-keys/${id}/revoke`);
    await eventually(async () => expect((await asked()).status).toBe(401));
    expect((await service.stop()).code).toBe(0);
    expect(service.faults).toEqual([]);
  });

  it.each(['transaction', 'statement'] as const)(
    'refuses to start in %s mode, though the role has all settings',
    async (mode) => {
      service = ServiceProcess.launch(await open(mode));
      expect((await service.exited).code).toBe(1);
      expect(service.output).toMatch(/two sessions at once are one.*pool_mode=session/);
    },
  );
});
