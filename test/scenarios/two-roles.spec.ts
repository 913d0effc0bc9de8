import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spanningRoleOf } from '#libs/persistence/spanning-role';
import { expectOk } from '../support/client';
import { creditCustomer, giveCredits, ledgerOf, useCredits } from '../support/credits';
import { createEmptyDatabase, execute, rowsOf, type TestDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { runMigrations } from '../support/migration-process';
import { ServiceProcess } from '../support/service-process';

// Domain: credits

jest.setTimeout(400_000);

const warning = 'may change the ledger of credits';

describe('an owner migrates and the service works by another role', () => {
  let database: TestDatabase;
  let services: ServiceProcess[];

  beforeEach(async () => {
    database = await createEmptyDatabase();
    services = [];
  });
  afterEach(async () => {
    for (const service of services) await service.kill();
    await database.drop();
  });

  const start = async (variables: Record<string, string>): Promise<ServiceProcess> => {
    const service = await ServiceProcess.start(variables);
    services.push(service);
    return service;
  };

  /** Of the use cases those that need most: the ledger, jobs, and partitions of days. */
  async function expectWork({ api }: ServiceProcess): Promise<void> {
    expect(await api.send('GET', '/health/ready')).toMatchObject({ status: 200 });
    await creditCustomer(api);
    await giveCredits(api, { displayName: 'kept', amount: 100 });
    await useCredits(api, 30);
    expect((await ledgerOf(api)).map(({ amount }) => amount)).toEqual([-30, 100]);
    await expectOk(api.rest('GET', '/customers'));
    await eventually(async () => {
      const [found] = await rowsOf<{ days: number; jobs: number }>(
        database.url,
        `select (select count(*)::int from event_days() where is_attached) as days,
                (select count(*)::int from graphile_worker.jobs where attempts > 0) as jobs`,
      );
      expect(found?.days).toBeGreaterThan(7);
      expect(found?.jobs).toBe(0);
    });
  }

  it('at the start of the service', async () => {
    const { url: DATABASE_MIGRATION_URL, serviceUrl: DATABASE_URL } = database;
    const service = await start({ DATABASE_URL, DATABASE_MIGRATION_URL, MIGRATE_ON_START: 'true' });
    await expectWork(service);
    expect(service.output).not.toContain(warning);
    expect(service.faults).toEqual([]);
  });

  it('by npm run migration:run, after which the service needs to know nothing of the owner', async () => {
    const { url: owner, serviceUrl: DATABASE_URL } = database;
    expect(await runMigrations(DATABASE_URL, owner)).toMatch(
      /The role service_\w+ has the rights of the service\./,
    );
    const service = await start({ DATABASE_URL });
    await expectWork(service);
    expect(service.output).not.toContain(warning);
  });

  it('while processes of before go on by the one role that did both', async () => {
    const { url: owner, serviceUrl } = database;
    const before = await start({ DATABASE_URL: owner, MIGRATE_ON_START: 'true' });
    await expectWork(before);
    await runMigrations(serviceUrl, owner);
    const after = await start({ DATABASE_URL: serviceUrl, BOOTSTRAP_SERVER_KEY: before.serverKey });
    for (const { api } of [before, after, before]) await useCredits(api, 1);
    expect((await ledgerOf(after.api)).map(({ amount }) => amount)).toEqual([-1, -1, -1, -30, 100]);
    expect([...before.faults, ...after.faults]).toEqual([]);
  });

  it('rows are divided once somebody has made the role for what spans environments, while a process of before goes on', async () => {
    const run = randomBytes(4).toString('hex');
    const [owner, service] = [`owner_${run}`, `service_${run}`];
    const spanning = spanningRoleOf(service);
    const by = (username: string): string =>
      Object.assign(new URL(database.url), { username, password: run }).href;
    const [name] = await rowsOf<{ name: string }>(database.url, 'select current_database() as name');
    await execute(
      database.url,
      ...[owner, service].map((role) => `create role ${role} login password '${run}'`),
      `alter database ${name?.name} owner to ${owner}`,
    );
    const told = () => runMigrations(by(service), by(owner));
    expect(await told()).toMatch(`create that one (nologin), grant it to "${service}"`);
    const before = await start({ DATABASE_URL: by(service) });
    // The log and the address come each by its own way.
    await eventually(async () =>
      expect(before.output).toMatch(/does not keep the rows of environments apart/),
    );
    await expectWork(before);
    await execute(database.url, `create role ${spanning}`, `grant ${spanning} to ${service}`);
    const [divided] = await Promise.all([
      told(),
      ...Array.from({ length: 40 }, async () => useCredits(before.api, 1)),
    ]);
    expect(divided).toMatch('It sees the rows of one environment at a time.');
    const after = await start({ DATABASE_URL: by(service), BOOTSTRAP_SERVER_KEY: before.serverKey });
    expect(after.output).not.toMatch(/rows of environments apart/);
    for (const { api } of [before, after, before]) await useCredits(api, 1);
    expect(await ledgerOf(after.api)).toHaveLength(45);
    expect([...before.faults, ...after.faults]).toEqual([]);
    for (const process of services.splice(0)) await process.kill();
    await execute(
      database.url,
      ...[service, spanning].flatMap((role) => [`drop owned by ${role}`, `drop role ${role}`]),
    );
    await execute(database.url, `reassign owned by ${owner} to current_user`, `drop owned by ${owner}`);
    await execute(database.url, `drop role ${owner}`);
  });

  it('a database that cannot be reached, and a role that may not: the command says what to do', async () => {
    const { url, serviceUrl } = database;
    await expect(runMigrations('postgres://keeper@127.0.0.1:1/none')).rejects.toThrow(
      /Nothing listens at the database at 127\.0\.0\.1:1 \(DATABASE_URL\): start it, or correct DATABASE_URL/,
    );
    await expect(runMigrations(serviceUrl, 'postgres://keeper@127.0.0.1:1/none')).rejects.toThrow(
      /Nothing listens at .*correct DATABASE_MIGRATION_URL/,
    );
    await expect(runMigrations(serviceUrl)).rejects.toThrow(
      /The role "service_\w+" lacks a right .*migrate by the owner's role, named by DATABASE_MIGRATION_URL/,
    );
    expect(await rowsOf(url, `select from pg_class where relname = 'migration'`)).toEqual([]);
  });

  it('the owner alone is refused: it is not known who is to have the rights', async () => {
    await expect(runMigrations('', database.url)).rejects.toThrow(
      'DATABASE_MIGRATION_URL needs DATABASE_URL',
    );
    expect(await rowsOf(database.url, `select from pg_class where relname = 'migration'`)).toEqual([]);
  });

  it('D1: where one role does both, the start warns in one line and goes on', async () => {
    const service = await start({ DATABASE_URL: database.url, MIGRATE_ON_START: 'true' });
    await expectWork(service);
    const told = service.output.split('\n').filter((line) => line.includes(warning));
    expect(told).toHaveLength(1);
    expect(JSON.parse(told[0] ?? '')).toMatchObject({
      level: 'warn',
      msg: expect.stringMatching(/^The role "\w+" of DATABASE_URL may .* in DATABASE_MIGRATION_URL/),
    });
    await expect(execute(database.url, 'delete from credit_ledger_entry')).rejects.toThrow('append-only');
  });

  it('what leads to another database ends the start, before anything is migrated', async () => {
    const other = await createEmptyDatabase();
    try {
      const refused = ServiceProcess.launch({
        DATABASE_URL: database.serviceUrl,
        DATABASE_MIGRATION_URL: other.url,
        MIGRATE_ON_START: 'true',
      });
      expect(await refused.exited).toEqual({ code: 1, signal: null });
      expect(refused.output.trim()).toMatch(
        /^DATABASE_MIGRATION_URL and DATABASE_URL lead to two databases: [^\n]*$/,
      );
      expect(await rowsOf(other.url, `select from pg_class where relname = 'migration'`)).toEqual([]);
    } finally {
      await other.drop();
    }
  });

  it('the embedded database has both from the first start on, and warns of nothing', async () => {
    const home = mkdtempSync(join(tmpdir(), 'two-roles-'));
    try {
      const service = await start({ DATA_DIR: home, API_KEY_PEPPER: '', SEALING_KEYS: '' });
      await creditCustomer(service.api);
      expect(service.output).not.toContain(warning);
      expect(await service.stop()).toMatchObject({ code: 0 });
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});
