import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { newKeySecret } from '#libs/credentials/key-secret';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#libs/persistence/embedded';
import { creditCustomer, giveCredits, ledgerOf, proofOf } from '../support/credits';
import type { ApiClient } from '../support/client';
import { execute, rowsOf } from '../support/database';
import { newHome } from '../support/database-server';
import { meteredFeature, sellMetered, usageOf } from '../support/metered-customers';
import { commandsOf, postgresTools, Shell } from '../support/postgres-tools';
import { eventually } from '../support/eventually';
import { reportOf } from '../support/reporting';
import { testPepper } from '../support/secrets';
import { ServiceProcess } from '../support/service-process';
import { StreamClient } from '../support/stream-client';

// What an operator is told to do to keep the database, done under load.

jest.setTimeout(600_000);

const pages = { backup: commandsOf('backup.md'), upgrade: commandsOf('upgrade.md') };
const serverKey = newKeySecret('server-');
const customer = 'metered';

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });

/** How much of one kind was sent, and acknowledged. */
interface Count {
  sent: number;
  acknowledged: number;
}

/** Reports of usage and consumptions of credits, one after the other on each of some lines. */
class Load {
  readonly usage: Count = { sent: 0, acknowledged: 0 };
  readonly credits: Count = { sent: 0, acknowledged: 0 };
  private isOver = true;
  private lines: Promise<void>[] = [];

  constructor(private readonly api: ApiClient) {}

  start(): void {
    this.isOver = false;
    this.lines = [0, 1, 2].flatMap(() => [
      this.keepOn(this.usage, (n) => ['/api/v1/usage', { usages: [reportOf(customer, 1, `usage-${n}`)] }]),
      this.keepOn(this.credits, (n) => [
        '/api/v1/credits/consumption',
        { customerId: 'c', currencyId: 'tokens', amount: 1, idempotencyKey: `use-${n}` },
      ]),
    ]);
  }

  /** As far as it is now. */
  get reached(): { usage: Count; credits: Count } {
    return { usage: { ...this.usage }, credits: { ...this.credits } };
  }

  /** Until so many more of each kind are acknowledged. */
  async goOn(more: number): Promise<void> {
    const ends = [this.usage, this.credits].map((count) => ({ count, end: count.acknowledged + more }));
    while (ends.some(({ count, end }) => count.acknowledged < end))
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.lines);
  }

  private async keepOn(count: Count, ask: (n: number) => [string, object]): Promise<void> {
    while (!this.isOver) {
      const [path, body] = ask(++count.sent);
      const { status } = await this.api.send('POST', path, body);
      if (status < 300) count.acknowledged++;
    }
  }
}

const given = postgresTools === undefined ? describe.skip : describe;

it('each page of commands has those that the test carries out', () => {
  const inBackup = ['dump', 'restore-dump', 'new-cell', 'keep-log', 'base', 'last-log', 'restore-to-time'];
  expect([...pages.backup.keys()]).toEqual([...inBackup, 'prove']);
  expect([...pages.upgrade.keys()]).toEqual(['migrate']);
});

given('reliability C13: backups under load', () => {
  let home: string;
  let shell: Shell;
  let source: string;
  let port: number;
  let service: ServiceProcess;
  let load: Load;
  const others: EmbeddedPostgres[] = [];
  const services: ServiceProcess[] = [];

  const urlOf = (user: string, database: string, at = port): string =>
    `postgres://${user}@127.0.0.1:${at}/${database}`;
  const step = (page: keyof typeof pages, name: string, more: Record<string, string> = {}) =>
    shell.run(
      pages[page].get(name) ?? 'false',
      {
        ADMIN_URL: urlOf('postgres', 'postgres'),
        OWNER_URL: urlOf('entitlements', 'entitlements'),
        SERVICE_URL: urlOf('entitlements_service', 'entitlements'),
        BACKUP: join(shell.home, 'backup'),
        ARCHIVE: join(shell.home, 'wal'),
        API_KEY_PEPPER: testPepper,
        ...more,
      },
      // What npm runs is ours, and lies in a folder that the user of servers need not see.
      name === 'prove' || name === 'migrate',
    );
  const server = (what: 'start' | 'restart' | 'stop', directory: string, at: number): Promise<string> =>
    shell.run(
      `pg_ctl ${what} --pgdata="$DATA" --log="$DATA.log" --wait --mode=fast --options="-p ${at} -c listen_addresses=127.0.0.1 -k $DATA"`,
      { DATA: directory },
    );
  const start = async (databaseUrl: string): Promise<ServiceProcess> => {
    const started = await ServiceProcess.start({
      DATABASE_URL: databaseUrl,
      BOOTSTRAP_SERVER_KEY: serverKey,
    });
    services.push(started);
    return started;
  };

  beforeAll(async () => {
    home = newHome();
    shell = new Shell(join(home, 'operator'));
    source = join(shell.home, 'source');
    port = await freePort();
    await shell.run('initdb --pgdata="$DATA" --auth=trust --username=postgres --data-checksums', {
      DATA: source,
    });
    await server('start', source, port);
    await step('backup', 'keep-log');
    await server('restart', source, port);
    const admin = urlOf('postgres', 'postgres');
    await execute(
      admin,
      'create role entitlements login createrole',
      'create role entitlements_service login',
    );
    await execute(admin, 'create database entitlements owner entitlements');
    await step('upgrade', 'migrate');
    service = await start(urlOf('entitlements_service', 'entitlements'));
    await sellMetered(service.api, [customer]);
    await creditCustomer(service.api);
    await giveCredits(service.api, { amount: 1_000_000 });
    load = new Load(service.api);
  });
  afterAll(async () => {
    await load?.stop();
    for (const each of services) await each.kill();
    for (const each of others) await each.stop(0);
    for (const each of [source, join(shell.home, 'restored')])
      await server('stop', each, port).catch(() => undefined);
    rmSync(home, { recursive: true });
  });

  /** All that was acknowledged by then is there once, and nothing that was not sent by then. */
  async function expectWhole(
    { api, url }: ServiceProcess,
    from: Load['reached'],
    to: Load['reached'],
  ): Promise<void> {
    const usage = await usageOf(api, customer, meteredFeature);
    expect(usage).toBeGreaterThanOrEqual(from.usage.acknowledged);
    expect(usage).toBeLessThanOrEqual(to.usage.sent);
    const proof = await proofOf(api);
    expect(proof).toMatchObject({ holds: true });
    const used = Number(proof['rows']) - 1;
    expect(used).toBeGreaterThanOrEqual(from.credits.acknowledged);
    expect(used).toBeLessThanOrEqual(to.credits.sent);
    const [newest] = await ledgerOf(api);
    expect(newest?.['endingBalance']).toBe(1_000_000 - used);
    // It goes on from there, and whoever listens hears of it.
    const stream = await new StreamClient(url, serverKey).open();
    const heard = stream.told.length;
    const more = await api.send('POST', '/api/v1/usage', { usages: [reportOf(customer, 5, 'after')] });
    expect(more.status).toBe(201);
    await eventually(async () => expect(stream.told.length).toBeGreaterThan(heard));
    stream.kill();
    expect(await usageOf(api, customer, meteredFeature)).toBe(usage + 5);
  }

  it('a dump holds all that was acknowledged before it, also in another major version, and proves', async () => {
    load.start();
    await load.goOn(60);
    const before = load.reached;
    await step('backup', 'dump');
    const after = load.reached;
    await load.goOn(20);
    await load.stop();

    const other = await startEmbeddedPostgres({ directory: join(home, 'other'), durable: false });
    others.push(other);
    const at = Number(new URL(other.url).port);
    const copy = {
      NEW_ADMIN_URL: urlOf('postgres', 'postgres', at),
      NEW_OWNER_URL: urlOf('entitlements', 'entitlements', at),
    };
    // It brings one of this name along.
    await execute(copy.NEW_ADMIN_URL, 'drop database entitlements');
    await step('backup', 'restore-dump', copy);
    await step('backup', 'new-cell', copy);
    expect(await step('backup', 'prove', copy)).toMatch(/holds|hold/);
    const SERVICE_URL = urlOf('entitlements_service', 'entitlements', at);
    await step('upgrade', 'migrate', { OWNER_URL: copy.NEW_OWNER_URL, SERVICE_URL });
    await expectWhole(await start(SERVICE_URL), before, after);
  });

  it('a base backup and the log bring back a point in time: what was acknowledged before it, nothing that began after it', async () => {
    load.start();
    await load.goOn(30);
    await step('backup', 'base', { BACKUP: join(shell.home, 'night') });
    await load.goOn(60);
    const before = load.reached;
    const [point] = await rowsOf<{ at: string }>(
      urlOf('postgres', 'postgres'),
      'select clock_timestamp()::text as at',
    );
    const after = load.reached;
    await load.goOn(60);
    await load.stop();
    await step('backup', 'last-log');
    await service.kill();
    await shell.run('pg_ctl stop --pgdata="$DATA" --mode=immediate', { DATA: source });

    const restoredPort = await freePort();
    await step('backup', 'restore-to-time', {
      BACKUP: join(shell.home, 'night'),
      RESTORED: join(shell.home, 'restored'),
      RESTORED_PORT: String(restoredPort),
      RECOVERY_TIME: point?.at ?? '',
    });
    const NEW_OWNER_URL = urlOf('entitlements', 'entitlements', restoredPort);
    expect(await step('backup', 'prove', { NEW_OWNER_URL })).toMatch(/holds|hold/);
    const restored = await start(urlOf('entitlements_service', 'entitlements', restoredPort));
    await expectWhole(restored, before, after);
    expect(load.usage.acknowledged).toBeGreaterThan(after.usage.sent);
  });
});
