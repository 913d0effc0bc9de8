import { setTimeout as pause } from 'node:timers/promises';
import { get, post } from '../../../bench/cases/requests';
import { usually } from '../../../bench/cases/bench-case';
import { quantile } from '../../../bench/figures';
import { Lines } from '../../../bench/load/lines';
import { openLoop, type Arrival } from '../../../bench/load/open-loop';
import { textsOf } from '../../../bench/load/pressed';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { MemoryWatch } from '../../support/memory-watch';
import { meteredFeature, sellMetered } from '../../support/metered-customers';
import { scaled } from '../../support/scenario-scale';
import { memoryOf, tellingMemory } from '../../support/service-memory';
import { ServiceProcess } from '../../support/service-process';
import { metricOf } from '../../support/told-metrics';

jest.setTimeout(1_200_000);

const customers = Array.from({ length: 50 }, (_, n) => `pressed-${n + 1}`);
const askers = 32;
const connections = 400;
const peakMs = scaled(10_000, 1500);
const halfSeconds = scaled(20, 2);
const floodSeconds = scaled(120, 4);
/** Source: reliability.md, C14. */
const calmMs = 5000;
/** Of what it serves at its best; the generator and its neighbours take their share of the machine. */
const leastGoodput = 0.4;
const mostGrowthMb = 25;

let database: TestDatabase;
let service: ServiceProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await ServiceProcess.start({ DATABASE_URL: database.serviceUrl, ...tellingMemory });
  await sellMetered(service.api, customers);
});
afterAll(async () => {
  await service?.kill();
  await database?.drop();
});

const isServed = ({ status }: { status: number }): boolean => status === 200 || status === 201;
const p99 = (all: readonly Arrival[]): number =>
  Math.round(
    quantile(
      all.map(({ ms }) => ms),
      0.99,
    ),
  );

/** Reads, checks and reports, one of each for every customer. */
const requests = (): (() => string) =>
  textsOf(service.url, {
    ...usually,
    title: 'pressed',
    key: service.serverKey,
    requests: customers.flatMap((id) => [
      get(`/customers/${id}`),
      get(`/customers/${id}/entitlements/check?featureId=${meteredFeature}`),
      post('/usage', { usages: [{ customerId: id, featureId: meteredFeature, value: 1 }] }),
    ]),
  });

/** Answers a second to those who ask on at once. */
async function peakOf(next: () => string): Promise<number> {
  const lines = new Lines(service.url, askers);
  const startedAt = performance.now();
  let served = 0;
  const asker = async (): Promise<void> => {
    while (performance.now() - startedAt < peakMs) if (isServed(await lines.ask(next()))) served++;
  };
  await Promise.all(Array.from({ length: askers }, asker));
  lines.close();
  return (served * 1000) / (performance.now() - startedAt);
}

describe('a flood', () => {
  it(`reliability C14: ${floodSeconds} s at three times what it can do: who is let in is served, the others are told when to come again, memory is flat, and it is calm five seconds later`, async () => {
    const next = requests();
    const peak = await peakOf(next);
    const at = (times: number, seconds: number) =>
      openLoop(service.url, next, { perSecond: times * peak, seconds, connections });
    const half = await at(0.5, halfSeconds);
    const before = await memoryOf(service);
    const watch = new MemoryWatch(() => service.pid);
    const flood = await at(3, floodSeconds);
    const residentMb = watch.end() - watch.first;
    const lagMs = 1000 * (await metricOf(service.api, 'nodejs_eventloop_lag_p99_seconds'));
    await pause(calmMs);
    const after = await at(0.25, halfSeconds);
    const grownMb = (await memoryOf(service)).heapMb - before.heapMb;

    const served = flood.arrivals.filter(isServed);
    const refused = flood.arrivals.filter((arrival) => !isServed(arrival));
    const goodput = served.length / flood.seconds / peak;
    process.stdout.write(
      `flood.spec: peak ${Math.round(peak)}/s; goodput ${goodput.toFixed(2)} of it; p99 ${p99(served)} ms, ${(p99(served) / p99(half.arrivals)).toFixed(1)} of that at half; ` +
        `${refused.length} refused, half of them within ${Math.round(
          quantile(
            refused.map(({ ms }) => ms),
            0.5,
          ),
        )} ms; event loop p99 ${Math.round(lagMs)} ms; ` +
        `resident +${Math.round(residentMb)} MB at most, heap ${grownMb.toFixed(1)} MB\n`,
    );
    expect(refused.filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter)).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
    expect(goodput).toBeGreaterThan(leastGoodput);
    expect(grownMb).toBeLessThan(mostGrowthMb);
    expect(after.arrivals.filter((arrival) => !isServed(arrival))).toEqual([]);
    expect(service.faults).toEqual([]);
  });
});
