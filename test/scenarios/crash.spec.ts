import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { ApiClient } from '../support/client';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { sellMetered, usageOf } from '../support/metered-customers';
import { inParallel, reportOf, untilAcknowledged, type Report, type Tally } from '../support/reporting';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

jest.setTimeout(150_000);

const clients = 16;
const customers = Array.from({ length: 20 }, (_, n) => `customer-${n + 1}`);
const random = seededRandom('crash.spec');

/** Requests of one to four reports each. */
function requestsOf(reports: number): Report[][] {
  const all = Array.from({ length: reports }, (_, n) =>
    reportOf(random.pick(customers), random.whole(1, 5), `key-${n}`),
  );
  const requests: Report[][] = [];
  while (all.length > 0) requests.push(all.splice(0, random.whole(1, 4)));
  return requests;
}

interface Course {
  requests: Report[][];
  acknowledged: Report[];
  tally: Tally;
}

/**
 * Sixteen clients send everything, each request until it is acknowledged; `strike` comes `times` times on the way, after
 * shares of the acknowledgements that chance has drawn.
 */
async function runThrough(
  reports: number,
  times: number,
  api: () => ApiClient,
  strike: () => Promise<void>,
): Promise<Course> {
  const requests = requestsOf(reports);
  const course: Course = { requests, acknowledged: [], tally: new Map() };
  const marks = Array.from({ length: times }, () =>
    random.whole(Math.floor(reports * 0.05), Math.floor(reports * 0.9)),
  );
  marks.sort((a, b) => a - b);
  let striking: Promise<void> = Promise.resolve();
  let isStriking = false;
  await inParallel(clients, requests, async (request) => {
    const answer = await untilAcknowledged(api, request, course.tally);
    if (answer.status !== 201) throw new Error(`A report was answered ${answer.status} ${answer.text}`);
    course.acknowledged.push(...request);
    if (isStriking || marks[0] === undefined || course.acknowledged.length < marks[0]) return;
    marks.shift();
    isStriking = true;
    striking = striking
      .then(() => pause(random.whole(0, 30)))
      .then(strike)
      .finally(() => (isStriking = false));
  });
  await striking;
  expect(marks).toEqual([]);
  return course;
}

interface Stored {
  idempotency_key: string;
  customer_id: string;
  value: number;
  delta: number;
}

async function storedIn(databaseUrl: string): Promise<Stored[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const text = `select m.idempotency_key, c.id as customer_id, m.value::int as value, m.delta::int as delta
                  from usage_measurement m
                  join customer c on c.environment_id = m.environment_id and c.uid = m.customer_uid`;
  return (await client.query<Stored>(text).finally(() => client.end())).rows;
}

const asSent = ({ idempotencyKey, customerId, value }: Report): string =>
  `${idempotencyKey} ${customerId} ${value}`;
const totalOf = (reports: readonly Report[], customerId: string): number =>
  reports.filter((report) => report.customerId === customerId).reduce((sum, { value }) => sum + value, 0);

/** Lost acknowledged = 0, duplicates = 0, totals = the sum of the distinct keys. */
async function expectExactlyOnce(
  { requests, acknowledged }: Course,
  databaseUrl: string,
  api: ApiClient,
): Promise<void> {
  const sent = requests.flat();
  expect(acknowledged).toHaveLength(sent.length);
  const stored = await storedIn(databaseUrl);
  const kept = stored.map((row) => `${row.idempotency_key} ${row.customer_id} ${row.value}`);
  expect(kept.sort()).toEqual(sent.map(asSent).sort());
  expect(stored.filter(({ value, delta }) => value !== delta)).toEqual([]);
  for (const customerId of customers) {
    expect([customerId, await usageOf(api, customerId)]).toEqual([customerId, totalOf(sent, customerId)]);
  }
}

const faultsIn = ({ output }: ServiceProcess): string[] =>
  output.split('\n').filter((line) => line.includes('unexpected failure'));
const outcomes = (tally: Tally): string[] => [...tally.keys()].map(String).sort();

describe('the service is killed while it counts', () => {
  let database: TestDatabase;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await ServiceProcess.start({ DATABASE_URL: database.url });
    await sellMetered(service.api, customers);
  });
  afterAll(async () => {
    await service?.kill();
    await database?.drop();
  });

  it('C1: of 10,000 reports by 16 clients over 5 kills none is lost and none counts twice', async () => {
    const { serverKey, port } = service;
    const course = await runThrough(
      10_000,
      5,
      () => service.api,
      async () => {
        await service.kill();
        service = await ServiceProcess.start({
          DATABASE_URL: database.url,
          PORT: port,
          BOOTSTRAP_SERVER_KEY: serverKey,
        });
      },
    );

    await expectExactlyOnce(course, database.url, service.api);
    // Clients see broken connections, never a fault.
    expect(outcomes(course.tally).filter((outcome) => outcome !== '503')).toEqual(['201', 'none']);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });
});

describe('the embedded database is killed while the service counts', () => {
  let home: string;
  let service: ServiceProcess;

  const postmaster = (): { pid: number; port: string } => {
    const [pid, , , port = ''] = readFileSync(join(home, 'postgres/postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(pid), port };
  };
  const databaseUrl = (): string => `postgres://postgres@127.0.0.1:${postmaster().port}/entitlements`;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'crash-'));
    chmodSync(home, 0o711);
    service = await ServiceProcess.start({ DATA_DIR: home });
    await sellMetered(service.api, customers);
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(home, { recursive: true });
  });

  it('it is as durable as in production', async () => {
    const client = new Client({ connectionString: databaseUrl() });
    await client.connect();
    const text = `select name, setting from pg_settings
                   where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name`;
    const { rows } = await client.query<{ name: string; setting: string }>(text).finally(() => client.end());
    expect(rows.map(({ name, setting }) => [name, setting])).toEqual([
      ['fsync', 'on'],
      ['full_page_writes', 'on'],
      ['synchronous_commit', 'on'],
    ]);
  });

  it('C4: of 3,000 reports over 3 SIGKILLs of the postmaster none is lost or counts twice, and the service stays', async () => {
    const { pid } = service;
    const course = await runThrough(
      3000,
      3,
      () => service.api,
      async () => {
        const killed = postmaster().pid;
        process.kill(killed, 'SIGKILL');
        // The next blow falls on a server that is back.
        while (postmasterIsStill(killed)) await pause(20);
      },
    );

    await expectExactlyOnce(course, databaseUrl(), service.api);
    expect(faultsIn(service)).toEqual([]);
    expect(outcomes(course.tally)).toEqual(['201', '503']);
    expect(service).toMatchObject({ pid, isRunning: true });
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });

  function postmasterIsStill(killed: number): boolean {
    try {
      return postmaster().pid === killed;
    } catch {
      return true;
    }
  }
});
