import { readdirSync, rmSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../../../bench/figures';
import type { RestAnswer } from '../../support/client';
import { rowsOf } from '../../support/database';
import { newHome } from '../../support/database-server';
import { EmbeddedDatabase } from '../../support/kills';
import { sellForWrites, WriteBook } from '../../support/keyed-writes';
import { MixedRequests, namesAlone } from '../../support/mixed-requests';
import { PacedLoad } from '../../support/paced-load';
import { scaled } from '../../support/scenario-scale';
import { seededRandom } from '../../support/seeded-random';
import { memoryOf, tellingMemory } from '../../support/service-memory';
import { ServiceProcess } from '../../support/service-process';
import { inFigures, leaksOf, soakOf, type Reading } from '../../support/soak-judge';

// C15 of reliability.md. Half an hour at full size; SCENARIO_SCALE=8 takes the four hours.

jest.setTimeout(20_000_000);

const soakMs = scaled(1_800_000, 12_000);
/** How often it is looked at: what is waited for is collected then, which must not be what the answers wait for. */
const lookEachMs = scaled(30_000, 1000);
const customers = Array.from({ length: scaled(500, 20) }, (_, n) => `soaked-${n + 1}`);
/** Who find out how much it can do. */
const askers = 16;
const askingMs = scaled(20_000, 1500);
/**
 * What is bounded by a number of entries is full by then: 20,000 are remembered of the keys of reports, of the groups of each kind, and of objects that
 * are told of, so that their fill is no trend. In its ordinary life a service takes hours to that.
 */
const namedRequests = scaled(100_000, 0);
/** The pool, and besides it who hears of changes and of ended keys, who is asked for readiness, who holds the embedded server, and a pulse. */
const mostConnections = 10 + 5;

let home: string;
let service: ServiceProcess;
let database: EmbeddedDatabase;
let load: PacedLoad<RestAnswer> | undefined;

beforeAll(async () => {
  home = newHome();
  service = await ServiceProcess.start({ DATA_DIR: home, ...tellingMemory });
  database = new EmbeddedDatabase(home);
  await sellForWrites(service.api, customers);
});
afterAll(async () => {
  await load?.end();
  await service?.stop();
  rmSync(home, { recursive: true });
});

const descriptors = (): number => readdirSync(`/proc/${service.pid}/fd`).length;

async function connections(): Promise<number> {
  const [row] = await rowsOf<{ open: number }>(
    database.url,
    `select count(*)::int as open from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return row?.open ?? 0;
}

/** By who ask on at once. @returns answers a second */
async function askWhile(requests: MixedRequests, goesOn: (answered: number) => boolean): Promise<number> {
  const startedAt = performance.now();
  let answered = 0;
  const asker = async (): Promise<void> => {
    for (; goesOn(answered); answered++) await requests.ask(() => service.api);
  };
  await Promise.all(Array.from({ length: askers }, asker));
  return (answered * 1000) / (performance.now() - startedAt);
}

describe('a service that is at work for long', () => {
  it(`reliability C15: ${soakMs / 60_000} minutes at half of what it can do leave nothing behind and make nothing slower`, async () => {
    const book = new WriteBook('soak', customers);
    const random = seededRandom('soak.spec');
    await askWhile(
      new MixedRequests(book, customers, random, namesAlone),
      (answered) => answered < namedRequests,
    );
    const requests = new MixedRequests(book, customers, random);
    const asksUntil = performance.now() + askingMs;
    const capacity = await askWhile(requests, () => performance.now() < asksUntil);
    load = new PacedLoad(capacity / 2, () => requests.ask(() => service.api)).start();
    const startedAt = performance.now();
    const readings: Reading[] = [];
    const lateness = monitorEventLoopDelay({ resolution: 10 });
    lateness.enable();
    while (performance.now() - startedAt < soakMs) {
      await pause(lookEachMs);
      const p99Ms = quantile(
        load.taken().map(({ tookMs }) => tookMs),
        0.99,
      );
      const machineP99Ms = lateness.percentile(99) / 1e6;
      lateness.reset();
      const { heapMb, handles } = await memoryOf(service);
      const held = { heapMb, handles, descriptors: descriptors(), connections: await connections() };
      readings.push({ atMs: performance.now() - startedAt, ...held, p99Ms, machineP99Ms });
    }
    await load.end();

    const soak = soakOf(readings);
    const told = soak ? inFigures(soak) : 'too short to tell a trend';
    process.stdout.write(
      `soak.spec: ${load.sent} requests, ${Math.round(capacity / 2)}/s, half of ${Math.round(capacity)}/s, ${requests.putOff} put off, ${load.failures.length} without an answer: ${told}; ` +
        `heap ${readings.at(-1)?.heapMb.toFixed(1)} MB, p99 ${readings.at(-1)?.p99Ms.toFixed(0)} ms at the end\n`,
    );
    expect(load.failures).toEqual([]);
    expect(soak ? leaksOf(soak) : []).toEqual([]);
    expect(service.faults).toEqual([]);
    expect(await book.differences(database.url)).toEqual([]);
    expect(Math.max(...readings.map(({ connections: open }) => open))).toBeLessThanOrEqual(mostConnections);
  });
});
