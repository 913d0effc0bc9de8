import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl, startEmbeddedPostgres, type EmbeddedPostgres } from '#libs/persistence/embedded';
import type { RestAnswer } from '../support/client';
import { execute, rowsOf } from '../support/database';
import { newHome } from '../support/database-server';
import { sellForWrites, sendWrite, WriteBook, writeKinds, type Intent } from '../support/keyed-writes';
import { meteredFeature } from '../support/metered-customers';
import { inParallel, untilAnswered } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { ServiceProcess } from '../support/service-process';
import { SmallDisk } from '../support/small-disk';

jest.setTimeout(1_200_000);

const diskMb = scaled(256, 96);
/** Refused because there is no room. */
const refusals = scaled(2000, 60);
const customers = Array.from({ length: 8 }, (_, n) => `kept-${n + 1}`);

const home = newHome();
const disk = SmallDisk.mount(join(home, 'disk'), diskMb);
if (!disk) {
  process.stdout.write('disk-full.spec: skipped, for this machine lets us mount no file system of our own\n');
}
afterAll(() => {
  disk?.unmount();
  rmSync(home, { recursive: true });
});

(disk ? describe : describe.skip)('a disk of the database that is full', () => {
  const small = disk as SmallDisk;
  const book = new WriteBook('full', customers);
  let server: EmbeddedPostgres;
  let url: string;
  let service: ServiceProcess;

  beforeAll(async () => {
    server = await startEmbeddedPostgres({ directory: join(home, 'postgres') });
    const admin = databaseUrl(server.url, 'postgres');
    // The log of the server lies elsewhere, as where each has a disk of its own: without room for it no server lives.
    await execute(admin, `create tablespace small location '${small.folder}'`);
    await execute(admin, 'create database cell tablespace small');
    url = databaseUrl(server.url, 'cell');
    service = await ServiceProcess.start({ DATABASE_URL: url, MIGRATE_ON_START: 'true' });
    await sellForWrites(service.api, customers);
  });
  afterAll(async () => {
    await service?.kill();
    await server?.stop();
  });

  async function write(intent: Intent): Promise<RestAnswer> {
    const answer = await sendWrite(service.api, intent);
    if (answer.status === 201) book.acknowledge(intent);
    return answer;
  }

  const reads = (customer: string): Promise<RestAnswer[]> =>
    Promise.all(
      [
        `/customers/${customer}`,
        `/customers/${customer}/entitlements/check?featureId=${meteredFeature}`,
        `/customers/${customer}/entitlements`,
        '/customers?limit=20',
        `/credits/ledger?customerId=${customer}`,
      ].map((path) => service.api.send('GET', `/api/v1${path}`)),
    );

  it(`reliability C16: until ${refusals} writes are refused, each is done or told to come again, and reads go on`, async () => {
    small.fill();
    const refused = new Map<string, number>();
    const statuses = new Set<number>();
    const readStatuses = new Set<number>();
    const total = (): number => [...refused.values()].reduce((sum, each) => sum + each, 0);
    const unserved: Intent[] = [];
    const client = async (customer: string): Promise<void> => {
      while (total() < refusals || refused.size < writeKinds.length) {
        const intent = book.next();
        const answer = await write(intent);
        statuses.add(answer.status);
        if (answer.status === 201) continue;
        unserved.push(intent);
        refused.set(intent.kind, (refused.get(intent.kind) ?? 0) + 1);
        expect(answer).toFailPlainly(503, /repeat the request/);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        for (const read of await reads(customer)) readStatuses.add(read.status);
      }
    };
    await Promise.all(customers.map(client));

    process.stdout.write(
      `disk-full.spec: ${book.size} writes, refused ${JSON.stringify(Object.fromEntries(refused))}, reads ${[...readStatuses].join(', ')}\n`,
    );
    expect([...statuses].filter((status) => ![201, 503].includes(status))).toEqual([]);
    expect([...readStatuses]).toEqual([200]);
    expect((await service.api.send('GET', '/health/live')).status).toBe(200);
    expect(service.output).toMatch(/"code":"53100".*the database did not do what was asked/);

    small.free();
    const { pid } = service;
    await inParallel(customers.length, unserved, async (intent) => {
      expect((await untilAnswered(() => write(intent))).status).toBe(201);
    });
    expect(service).toMatchObject({ pid, isRunning: true });
    expect(service.faults).toEqual([]);
    expect(await book.differences(url)).toEqual([]);
  });

  it('reliability C16: afterwards no page and no index of the database is damaged', async () => {
    await execute(url, 'create extension amcheck');
    const found = await rowsOf(
      url,
      `select c.relname, h.msg from pg_class c, verify_heapam(c.oid) h where c.relkind in ('r', 't') and c.relpersistence = 'p'`,
    );
    expect(found).toEqual([]);
    const [indices] = await rowsOf<{ checked: number }>(
      url,
      `select count(bt_index_check(c.oid, true)::text)::int as checked from pg_class c join pg_am a on a.oid = c.relam
        where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p'`,
    );
    expect(indices?.checked).toBeGreaterThan(100);
  });
});
