import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '../support/client';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { sellMetered, usageOf } from '../support/metered-customers';
import { inParallel, reportOf, untilAcknowledged, type Report, type Tally } from '../support/reporting';
import { Gate, type Place } from '../support/gate';
import { EmbeddedDatabase, Kills, type Blow } from '../support/kills';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

jest.setTimeout(1_200_000);

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
  /** How many requests are on their way just now. */
  underWay: number;
}

const newCourse = (reports: number): Course => ({
  requests: requestsOf(reports),
  acknowledged: [],
  tally: new Map(),
  underWay: 0,
});

/** Sixteen clients send everything, each request until it is acknowledged. */
function sendAll(course: Course, api: () => ApiClient, acknowledged = (): void => undefined): Promise<void> {
  return inParallel(clients, course.requests, async (request) => {
    course.underWay += 1;
    // Half of them in a group, half in a unit of work of their own: both ways meet at the counters.
    const key = request[0]?.idempotencyKey ?? '';
    const headers = Number(key.slice('key-'.length)) % 2 ? { 'idempotency-key': key } : undefined;
    const answer = await untilAcknowledged(api, request, course.tally, headers);
    course.underWay -= 1;
    if (answer.status !== 201) throw new Error(`A report was answered ${answer.status} ${answer.text}`);
    course.acknowledged.push(...request);
    acknowledged();
  });
}

interface Stored {
  idempotency_key: string;
  customer_id: string;
  value: number;
  delta: number;
}

async function storedIn(databaseUrl: string): Promise<Stored[]> {
  const text = `select m.idempotency_key, c.id as customer_id, m.value::int as value, m.delta::int as delta
                  from usage_measurement m
                  join customer c on c.environment_id = m.environment_id and c.uid = m.customer_uid`;
  return rowsOf<Stored>(databaseUrl, text);
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

const outcomes = (tally: Tally): string[] => [...tally.keys()].map(String).sort();

describe('the service is killed while it counts', () => {
  const reports = scaled(10_000, 400);
  const writing: Place = { table: 'usage_measurement', on: 'insert', at: 'write' };
  const committing: Place = { ...writing, at: 'commit' };
  const blows: Blow[] = [committing, 'at random', writing, 'at random', committing];
  const kills = Array.from({ length: scaled(50, 5) }, (_, n) => blows[n % blows.length] as Blow);
  let database: TestDatabase;
  let gate: Gate;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    gate = await Gate.in(database.url, [writing, committing]);
    service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl });
    await sellMetered(service.api, customers);
  });
  afterAll(async () => {
    await gate?.close();
    await service?.kill();
    await database?.drop();
  });

  it(`of ${reports} reports by 16 clients over ${kills.length} kills none is lost and none counts twice`, async () => {
    const { serverKey: BOOTSTRAP_SERVER_KEY, port: PORT } = service;
    const again = { DATABASE_URL: database.serviceUrl, PORT, BOOTSTRAP_SERVER_KEY };
    const course = newCourse(reports);
    const killing = new Kills(service, gate, again, writing, random);
    const strikeAll = await killing.strike(kills, Math.floor((reports * 0.8) / kills.length));
    await Promise.all([sendAll(course, () => killing.service.api), strikeAll()]);
    service = killing.service;

    await expectExactlyOnce(course, database.url, service.api);
    // Clients see broken connections, never a fault.
    expect(outcomes(course.tally).filter((outcome) => outcome !== '503')).toEqual(['201', 'none']);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });
});

describe('the embedded database is killed while the service counts', () => {
  const reports = scaled(10_000, 600);
  const kills = scaled(10, 3);
  let home: string;
  let service: ServiceProcess;

  let embedded: EmbeddedDatabase;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'crash-'));
    chmodSync(home, 0o711);
    embedded = new EmbeddedDatabase(home);
    service = await ServiceProcess.start({ DATA_DIR: home, SHUTDOWN_GRACE_MS: '60000' });
    await sellMetered(service.api, customers);
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(home, { recursive: true });
  });

  it('it is as durable as in production', async () => {
    const text = `select name, setting from pg_settings
                   where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name`;
    const rows = await rowsOf<{ name: string; setting: string }>(embedded.url, text);
    expect(rows.map(({ name, setting }) => [name, setting])).toEqual([
      ['fsync', 'on'],
      ['full_page_writes', 'on'],
      ['synchronous_commit', 'on'],
    ]);
  });

  it(`of ${reports} reports over ${kills} SIGKILLs of the postmaster none is lost or counts twice, and the service stays`, async () => {
    const { pid } = service;
    const course = newCourse(reports);
    /** After how many acknowledgements. */
    const marks = Array.from({ length: kills }, () => random.whole(reports * 0.05, reports * 0.6));
    marks.sort((a, b) => a - b);
    const underWay: number[] = [];
    let striking: Promise<void> | undefined;
    const strike = async (): Promise<void> => {
      await pause(random.whole(0, 20));
      underWay.push(course.underWay);
      // The next blow falls on a server that is back.
      await embedded.kill();
    };
    const acknowledged = (): void => {
      if (striking || marks[0] === undefined || course.acknowledged.length < marks[0]) return;
      marks.shift();
      striking = strike().finally(() => (striking = undefined));
    };
    await sendAll(course, () => service.api, acknowledged);
    await striking;

    expect(underWay.filter((requests) => requests > 0)).toHaveLength(kills);
    await expectExactlyOnce(course, embedded.url, service.api);
    expect(service.faults).toEqual([]);
    expect(outcomes(course.tally)).toEqual(['201', '503']);
    expect(service).toMatchObject({ pid, isRunning: true });
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });
});
