import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { newKeySecret } from '#libs/credentials/key-secret';
import { databaseUrl, startEmbeddedPostgres, type EmbeddedPostgres } from '#libs/persistence/embedded';
import { expectOk, type ApiClient } from '../support/client';
import { ledgerOf, proofOf } from '../support/credits';
import { execute, rowsOf } from '../support/database';
import { newHome } from '../support/database-server';
import { eventually } from '../support/eventually';
import { meteredFeature, usageOf } from '../support/metered-customers';
import { commandsOf, postgresTools, Shell } from '../support/postgres-tools';
import { answers, Receiver } from '../support/receiver';
import { scaled } from '../support/scenario-scale';
import { testPepper, testSealingKey } from '../support/secrets';
import { ServiceProcess } from '../support/service-process';
import { nameOf, WritingCallers } from '../support/writing-callers';

// Issue 17: what an operator is told to do to move an environment, done while callers write.

jest.setTimeout(1_800_000);

const page = commandsOf('move-an-environment.md');
const upgrade = commandsOf('upgrade.md');
const backup = commandsOf('backup.md');
/** Of each kind of writes, before and between and after the steps. */
const some = scaled(2000, 15);
const flags = [
  'wal_level=logical',
  // The page says why.
  'max_worker_processes=16',
  'max_logical_replication_workers=12',
  'max_sync_workers_per_subscription=8',
];

/** A cell: a PostgreSQL, and processes of the service on it. */
interface Cell {
  server: EmbeddedPostgres;
  urls: { admin: string; owner: string; service: string };
}

const given = postgresTools === undefined ? describe.skip : describe;

it('the page has the commands that the test carries out', () => {
  expect([...page.keys()]).toEqual(['copy', 'hold', 'release', 'forget']);
});

given('an environment moves to another database while callers write', () => {
  let home: string;
  let shell: Shell;
  let from: Cell;
  let to: Cell;
  let moved: WritingCallers;
  let other: WritingCallers;
  let receiver: Receiver;
  let environmentId: string;
  /** Processes of the cell that it leaves, and that of the one where it goes. */
  let here: ServiceProcess[];
  let there: ServiceProcess;
  const services: ServiceProcess[] = [];
  const key = newKeySecret('server-');

  const openCell = async (name: string): Promise<Cell> => {
    const server = await startEmbeddedPostgres({
      directory: join(home, name),
      durable: false,
      flags: flags.flatMap((flag) => ['-c', flag]),
    });
    const by = (role: string): string => {
      const url = new URL(server.url);
      url.username = role;
      return url.href;
    };
    await execute(
      databaseUrl(server.url, 'postgres'),
      'create role entitlements login createrole',
      'create role entitlements_service login',
      'alter database entitlements owner to entitlements',
    );
    const urls = { admin: server.url, owner: by('entitlements'), service: by('entitlements_service') };
    const variables = { OWNER_URL: urls.owner, SERVICE_URL: urls.service };
    await shell.run(upgrade.get('migrate') ?? 'false', variables, true);
    return { server, urls };
  };

  const step = (commands: string | undefined, more: Record<string, string> = {}): Promise<string> =>
    shell.run(
      commands ?? 'false',
      {
        OLD_OWNER_URL: from.urls.owner,
        OLD_ADMIN_URL: from.urls.admin,
        NEW_OWNER_URL: to.urls.owner,
        NEW_ADMIN_URL: to.urls.admin,
        ENVIRONMENT: environmentId,
        MOVE: `move_${environmentId.replaceAll('-', '_')}`,
        API_KEY_PEPPER: testPepper,
        SEALING_KEYS: testSealingKey,
        ...more,
      },
      true,
    );

  const start = async (cell: Cell, serverKey: string): Promise<ServiceProcess> => {
    const service = await ServiceProcess.start({
      DATABASE_URL: cell.urls.service,
      BOOTSTRAP_SERVER_KEY: serverKey,
    });
    services.push(service);
    return service;
  };

  /** In the environment that moves, by each process in turn. */
  const inTurn = (those: readonly ServiceProcess[]): (() => ApiClient) => {
    let turn = 0;
    return () => (those[turn++ % those.length] as ServiceProcess).api.as({ key });
  };
  let route: () => ApiClient;

  beforeAll(async () => {
    home = newHome();
    shell = new Shell(join(home, 'operator'));
    receiver = await Receiver.open();
    [from, to] = await Promise.all([openCell('from'), openCell('to')]);
    const first = await start(from, key);
    const second = await start(from, key);
    here = [first, second];
    there = await start(to, newKeySecret('server-'));
    route = inTurn(here);
    const [environment] = await rowsOf<{ id: string; account: string }>(
      from.urls.admin,
      'select uid as id, account_uid as account from environment',
    );
    environmentId = environment?.id ?? '';
    const neighbour = JSON.parse(
      await step(
        'DATABASE_URL="$OLD_OWNER_URL" npm run -s admin -- environments create "$ACCOUNT" neighbour PRODUCTION --json',
        {
          ACCOUNT: environment?.account ?? '',
        },
      ),
    ) as { serverKey: string };
    const stays = second.api.as({ key: neighbour.serverKey });
    await Promise.all([WritingCallers.prepare(route()), WritingCallers.prepare(stays)]);
    moved = new WritingCallers(() => route());
    other = new WritingCallers(() => stays);
    const hook = { name: 'all', endpoint: receiver.url(), eventTypes: ['customer.created'] };
    await expectOk(route().rest('POST', '/webhooks', hook));
  });
  afterAll(async () => {
    for (const callers of [moved, other]) await callers?.giveUp();
    for (const service of services) await service.kill();
    await receiver?.close();
    for (const cell of [from, to]) await cell?.server.stop(0);
    rmSync(home, { recursive: true });
  });

  const write = (api: ApiClient) =>
    api.send('PATCH', `/api/v1/features/${meteredFeature}`, { displayName: 'Lost' });

  const countIn = async (cell: Cell, table: string): Promise<number> => {
    const where = `environment_id = '${environmentId}'`;
    const text = `select count(*)::int as n from ${table} where ${where}`;
    return (await rowsOf<{ n: number }>(cell.urls.admin, text))[0]?.n ?? 0;
  };

  it('all that was acknowledged is there once and goes on, and nothing is left where it was', async () => {
    moved.start();
    other.start();
    await moved.goOn(some);
    await step(page.get('copy'));
    await moved.goOn(some);

    // What is told from here on waits for its next attempt, which is made where it goes.
    receiver.answer = answers(503, { 'retry-after': '60' });
    await moved.goOn(5);
    const before = other.done;
    await step(page.get('hold'));
    for (const { api } of here) {
      const refused = await write(api);
      expect(refused).toMatchObject({ status: 503, body: { code: null } });
      expect(refused.headers.get('retry-after')).toBe('1');
      const field = await api.graphql(
        `mutation { updateFeature(id: "${meteredFeature}", input: { displayName: "Lost" }) { id } }`,
      );
      expect(field.errors?.[0]).toMatchObject({ extensions: { code: 'SERVICE_UNAVAILABLE' } });
      expect(await usageOf(api, 'metered')).toBeGreaterThan(0);
    }
    expect(await write(there.api.as({ key }))).toMatchObject({ status: 503 });
    const pending = `from webhook_delivery where state = 'PENDING'`;
    expect(await rowsOf(to.urls.admin, `select ${pending} limit 1`)).toHaveLength(1);
    receiver.answer = answers(204);
    receiver.forget();
    await step(page.get('release'));
    route = inTurn([there]);
    await moved.goOn(some);
    await Promise.all([moved.stop(), other.stop()]);

    // The neighbour was never refused anything.
    expect([...other.tally.keys()].map(String).filter((status) => !/^20[01]$/.test(status))).toEqual([]);
    expect(other.done.reports).toBeGreaterThan(before.reports);
    expect([...moved.tally.keys()].map(String).sort()).toEqual(['200', '201', '503']);

    const api = there.api.as({ key });
    const { reports, events, consumptions, customers, names } = moved.done;
    const expectAll = async (): Promise<void> => {
      expect(await usageOf(api, 'metered')).toBe(reports);
      expect(await countIn(to, 'raw_event')).toBe(events);
      expect(await proofOf(api)).toMatchObject({ holds: true, rows: consumptions + 1 });
      expect((await ledgerOf(api))[0]?.['endingBalance']).toBe(1_000_000 - consumptions);
      expect([await countIn(to, 'customer'), await countIn(to, 'subscription')]).toEqual([
        customers + 2,
        customers + 1,
      ]);
    };
    await expectAll();
    expect(await nameOf(api)).toBe(`Calls ${names}`);
    await moved.repeat();
    await expectAll();
    expect(await step(backup.get('prove'))).toMatch(/holds/);
    const created = await rowsOf<{ uid: string }>(
      to.urls.admin,
      `select uid from outbox_event where environment_id = '${environmentId}' and type = 'customer.created' and entity_id like 'customer-%'`,
    );
    expect(created).toHaveLength(customers);
    const waiting = await rowsOf<{ uid: string }>(to.urls.admin, `select event_uid as uid ${pending}`);
    await execute(to.urls.admin, `update webhook_delivery set due_at = now() where state = 'PENDING'`);
    await eventually(async () => expect(await rowsOf(to.urls.admin, `select ${pending}`)).toEqual([]));
    const told = new Set(receiver.received.map(({ body }) => body.messageId));
    expect(waiting.filter(({ uid }) => !told.has(uid))).toEqual([]);

    expect(await write(inTurn(here)())).toMatchObject({ status: 503 });
    await step(page.get('forget'));
    await eventually(async () => expect(await write(inTurn(here)())).toMatchObject({ status: 401 }));
    const tables = await rowsOf<{ name: string }>(
      from.urls.admin,
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'environment_id' and table_name <> 'engine_change'`,
    );
    const left: string[] = [];
    for (const { name } of tables) if ((await countIn(from, name)) > 0) left.push(name);
    expect(left).toEqual([]);
    expect(tables.length).toBeGreaterThan(80);
    await expectAll();
    expect(services.flatMap(({ faults }) => faults)).toEqual([]);
  });
});
