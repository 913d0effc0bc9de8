import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { usually } from './cases/bench-case';
import { checkMetered } from './cases/read-cases';
import { markdown, median, tenths, whole } from './figures';
import { load, type LoadTarget } from './load/load';
import { warmUp } from './load/measure';
import { memoryOf, tellingMemory } from './load/memory';
import { openEnvironment } from './seed';
import { startService } from './service';
import { isWanted } from './settings';
import { seedTargetOf, targetOf, type Stand } from './stand';
import { StreamedCustomers } from './streamed-customers';

export const streamsTitle = 'open streams';

const idle = 5000;
const listeners = 1000;
const changesPerSecond = 500;
const seconds = 10;
const rounds = 7;

export interface StreamsOutcome {
  /** Bytes of each idle listener, after a collection. */
  heap: number;
  rss: number;
  /** CPU microseconds of the process for a check, without and beside them: other work on the machine troubles it least. */
  without: number;
  beside: number;
  /** Milliseconds from the acknowledgement of a report to its message. */
  lags: number[];
  changes: number;
}

/** A process of its own: what is idle costs it memory and a little time, what is told must not be late. */
export async function runStreams(stand: Stand): Promise<StreamsOutcome | undefined> {
  if (!isWanted(streamsTitle)) return undefined;
  const key = await openEnvironment(seedTargetOf(stand), 'streams');
  const child = stand.keep(await startService(stand.database, stand.serverKey, tellingMemory));
  await stand.service.stop();
  const customers = new StreamedCustomers(child.url, key, listeners);
  await customers.sell();
  stand.say(`${listeners} customers have subscribed`);
  const target = targetOf(stand, child);
  const checks = { ...checkMetered(key, customers.ids), ...usually };
  await warmUp(target, checks);
  await closed(await opened(child.url, key, 100));
  const before = await memoryOf(child);
  const sockets = await opened(child.url, key, idle);
  const after = await memoryOf(child);
  const beside: number[] = [];
  const without: number[] = [];
  let open = sockets;
  for (let round = 0; round < rounds; round++) {
    beside.push(await microsOfCheck(target, checks));
    await closed(open);
    without.push(await microsOfCheck(target, checks));
    open = await opened(child.url, key, idle);
  }
  await closed(open);
  stand.say(`${idle} idle streams are measured`);
  const lags = await customers.follow(changesPerSecond, seconds);
  await child.stop();
  return {
    heap: (after.heapUsed - before.heapUsed) / idle,
    rss: (after.rss - before.rss) / idle,
    without: median(without),
    beside: median(beside),
    lags: lags.sort((a, b) => a - b),
    changes: changesPerSecond * seconds,
  };
}

async function microsOfCheck(target: LoadTarget, checks: Parameters<typeof load>[1]): Promise<number> {
  return (await load(target, checks, { seconds: 2 })).serverMicros ?? NaN;
}

/** Each has been told where it begins. */
async function opened(url: string, key: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  const together = 100;
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(together, count - sockets.length) }, async () => {
      const socket = connect(Number(port), hostname);
      socket.write(`GET /api/v1/entitlements/stream HTTP/1.1\r\nhost: bench\r\nx-api-key: ${key}\r\n\r\n`);
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.on('data', (bytes) => bytes.includes('\nid: ') && resolve());
      });
      return socket;
    });
    sockets.push(...(await Promise.all(some)));
  }
  return sockets;
}

async function closed(sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await pause(1000);
}

const at = (lags: readonly number[], share: number): number => lags[Math.floor(lags.length * share)] ?? NaN;

export function streamsTable({ heap, rss, without, beside, lags, changes }: StreamsOutcome): string {
  const rows = [
    [`bytes of heap for each of ${whole(idle)} idle streams`, whole(heap), '–'],
    ['bytes of RSS for each', whole(rss), '–'],
    ['CPU µs of a check, without streams', whole(without), '–'],
    [`CPU µs of a check, beside ${whole(idle)} idle streams`, whole(beside), '–'],
    ['the second of these as a multiple of the first', (beside / without).toFixed(2), '≤ 1.10'],
    [
      `messages told of ${whole(changes)} reports, ${changesPerSecond} a second, ${listeners} listeners`,
      whole(lags.length),
      'all',
    ],
    ['ms from acknowledgement to message, median', tenths(at(lags, 0.5)), '–'],
    ['the same, p99', tenths(at(lags, 0.99)), '–'],
  ];
  return markdown([[streamsTitle, 'is', 'bar'], ...rows], [0, 2]);
}
