import autocannon from 'autocannon';
import type { BenchCase } from '../cases/bench-case';
import { headersOf, idPlace, shareOf } from '../cases/requests';
import { cpuOf, cpuOfFamily } from '../cpu';
import { median } from '../figures';

/** Of the answers that were 2xx: refusals are quick and cheap. */
export interface Run {
  served: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** How many there were beside them: other answers, and requests without one. */
  failed: number;
  /** CPU microseconds of the server process for each of them. */
  serverMicros: number | undefined;
  databaseMicros: number | undefined;
}

export interface LoadTarget {
  url: string;
  pid: number;
  postmaster?: number;
}

/** How much of a case. */
export type Extent = { seconds: number } | { requests: number };

/** How often the end of a run is looked for, in milliseconds. */
const lookEvery = 100;

/** One run of a case's requests against a server. */
export async function load(target: LoadTarget, measured: BenchCase, extent: Extent): Promise<Run> {
  const { key, requests, connections } = measured;
  const before = cpuNow(target);
  let place = 0;
  const result = await autocannon({
    url: target.url,
    connections,
    ...('seconds' in extent ? { duration: extent.seconds } : { amount: extent.requests }),
    sampleInt: lookEvery,
    excludeErrorStats: true,
    idReplacement: requests.some(({ body }) => body?.includes(idPlace)),
    headers: headersOf(key),
    // Copies, because each client keeps in them what it sends.
    setupClient: (client) =>
      client.setRequests(shareOf(requests, place++, connections).map((each) => ({ ...each }))),
  });
  const after = cpuNow(target);
  const served = result['2xx'];
  const each = (name: 'server' | 'database'): number | undefined => {
    const [from, to] = [before[name], after[name]];
    return from === undefined || to === undefined ? undefined : (to - from) / served;
  };
  return {
    served,
    perSecond: served / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
    serverMicros: each('server'),
    databaseMicros: each('database'),
  };
}

const cpuNow = ({ pid, postmaster }: LoadTarget) => ({
  server: cpuOf(pid),
  database: postmaster === undefined ? undefined : cpuOfFamily(postmaster),
});

/** The median of each figure by itself; failures are added up. */
export function medianOf(runs: Run[]): Run {
  const known = (name: 'serverMicros' | 'databaseMicros') => {
    const values = runs.flatMap((run) => run[name] ?? []);
    return values.length === 0 ? undefined : median(values);
  };
  return {
    served: median(runs.map((run) => run.served)),
    perSecond: median(runs.map((run) => run.perSecond)),
    p50: median(runs.map((run) => run.p50)),
    p99: median(runs.map((run) => run.p99)),
    failed: runs.reduce((sum, { failed }) => sum + failed, 0),
    serverMicros: known('serverMicros'),
    databaseMicros: known('databaseMicros'),
  };
}
