import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Dimension } from '#libs/business/values/metered-event';
import { createCustomer, subscribe } from '../support/catalog';
import type { ApiClient } from '../support/client';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { Gate, type Place } from '../support/gate';
import { EmbeddedDatabase, Kills, type Blow } from '../support/kills';
import { aggregate } from '../support/meter-aggregation';
import { usageOf } from '../support/metered-customers';
import { functionsById, meteredCatalog } from '../support/metered-features';
import { inParallel, untilAnswered, type Tally } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';

jest.setTimeout(1_800_000);

// Domain: entitlements-usage

const clients = 16;
const customers = Array.from({ length: 20 }, (_, n) => `customer-${n + 1}`);
const random = seededRandom('events-crash.spec');

interface SentEvent {
  customerId: string;
  eventName: string;
  idempotencyKey: string;
  timestamp?: string;
  dimensions: Record<string, Dimension>;
}

/** Half of them with an instant. */
function eventsOf(count: number): SentEvent[] {
  const began = Date.now();
  return Array.from({ length: count }, (_, n) => ({
    customerId: random.pick(customers),
    eventName: 'call',
    idempotencyKey: `key-${n}`,
    ...(n % 2 === 0 && { timestamp: new Date(began + (n % 60_000)).toISOString() }),
    dimensions: { tokens: random.whole(-20, 1000) / 8, user: `user-${random.whole(1, 500)}` },
  }));
}

/** In batches of 1 to 1,000, of which some events are told again in another one. */
function batchesOf(events: readonly SentEvent[], largest: number): SentEvent[][] {
  const batches: SentEvent[][] = [];
  for (let from = 0; from < events.length;) {
    const again = from > 0 ? [events[random.whole(0, from - 1)] as SentEvent] : [];
    const length = random.whole(1, largest - again.length);
    batches.push([...events.slice(from, from + length), ...again]);
    from += length;
  }
  return batches;
}

interface Course {
  events: SentEvent[];
  batches: SentEvent[][];
  acknowledged: number;
  tally: Tally;
}

function newCourse(count: number): Course {
  const events = eventsOf(count);
  return { events, batches: batchesOf(events, scaled(1000, 60)), acknowledged: 0, tally: new Map() };
}

const sendAll = (course: Course, api: () => ApiClient, acknowledged = (): void => undefined): Promise<void> =>
  inParallel(clients, course.batches, async (events) => {
    const send = () => api().send('POST', '/api/v1/events', { events });
    const answer = await untilAnswered(send, course.tally);
    if (answer.status !== 201) throw new Error(`Events were answered ${answer.status} ${answer.text}`);
    course.acknowledged += events.length;
    acknowledged();
  });

async function sellAll(api: ApiClient): Promise<void> {
  await meteredCatalog(api, 1e9);
  for (const id of customers) {
    await createCustomer(api, id);
    await subscribe(api, id, 'plan');
  }
}

/** Each event is stored once, and every counter is what all of them together make. */
async function expectExactlyOnce({ events }: Course, databaseUrl: string, api: ApiClient): Promise<void> {
  const text = 'select idempotency_key as key, count(*)::int as times from raw_event group by 1';
  const stored = await rowsOf<{ key: string; times: number }>(databaseUrl, text);
  expect(stored.filter(({ times }) => times !== 1)).toEqual([]);
  expect(stored).toHaveLength(events.length);
  for (const customerId of customers) {
    const own = events.filter((event) => event.customerId === customerId);
    for (const [featureId, [name, field]] of Object.entries(functionsById)) {
      const expected = aggregate({ function: name, field }, own).value.toNumber();
      const used = await usageOf(api, customerId, featureId);
      expect([customerId, featureId, used]).toEqual([customerId, featureId, expected]);
    }
  }
}

describe('A10: the service is killed while it takes events', () => {
  const count = scaled(100_000, 2000);
  const writing: Place = { table: 'meter_bucket', on: 'insert', at: 'write' };
  const storing: Place = { table: 'raw_event', on: 'insert', at: 'write' };
  const committing: Place = { table: 'meter_counter', on: 'update', at: 'commit' };
  const blows: Blow[] = [committing, 'at random', storing, 'at random', committing];
  const kills = Array.from({ length: scaled(50, 5) }, (_, n) => blows[n % blows.length] as Blow);
  let database: TestDatabase;
  let gate: Gate;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    gate = await Gate.in(database.url, [writing, storing, committing]);
    service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl });
    await sellAll(service.api);
  });
  afterAll(async () => {
    await gate?.close();
    await service?.kill();
    await database?.drop();
  });

  it(`A10, A11: of ${count} events by 16 clients over ${kills.length} kills none is lost and none counts twice`, async () => {
    const { serverKey: BOOTSTRAP_SERVER_KEY, port: PORT } = service;
    const again = { DATABASE_URL: database.serviceUrl, PORT, BOOTSTRAP_SERVER_KEY };
    const course = newCourse(count);
    const killing = new Kills(service, gate, again, storing, random);
    const strikeAll = await killing.strike(kills, scaled(200, 60));
    await Promise.all([sendAll(course, () => killing.service.api), strikeAll()]);
    service = killing.service;

    await expectExactlyOnce(course, database.url, service.api);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });
});

describe('A10: the embedded database is killed while events come', () => {
  const count = scaled(100_000, 2000);
  const kills = scaled(10, 3);
  let home: string;
  let service: ServiceProcess;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'events-crash-'));
    chmodSync(home, 0o711);
    service = await ServiceProcess.start({ DATA_DIR: home, SHUTDOWN_GRACE_MS: '60000' });
    await sellAll(service.api);
  });
  afterAll(async () => {
    await service?.stop();
    rmSync(home, { recursive: true });
  });

  it(`A10, A11: of ${count} events over ${kills} SIGKILLs of the postmaster none is lost or counts twice`, async () => {
    const embedded = new EmbeddedDatabase(home);
    const course = newCourse(count);
    /** After how many acknowledgements. */
    const marks = Array.from({ length: kills }, (_, n) => (count * (n + 0.5)) / (kills + 2));
    let striking: Promise<void> | undefined;
    const strike = async (): Promise<void> => {
      await pause(random.whole(0, 20));
      await embedded.kill();
    };
    const acknowledged = (): void => {
      if (striking || marks[0] === undefined || course.acknowledged < marks[0]) return;
      marks.shift();
      striking = strike().finally(() => (striking = undefined));
    };
    await sendAll(course, () => service.api, acknowledged);
    await striking;

    expect(marks).toEqual([]);
    await expectExactlyOnce(course, embedded.url, service.api);
    expect(service.faults).toEqual([]);
    expect(await service.stop()).toEqual({ code: 0, signal: null });
  });
});
