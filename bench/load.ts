import autocannon from 'autocannon';
import type { BenchCase } from './cases';
import { cpuOf, cpuOfFamily } from './cpu';

export interface Run {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers that were no 2xx, and requests without an answer. */
  failed: number;
  /** CPU microseconds per request of the server process. */
  serverMicros: number | undefined;
  databaseMicros: number | undefined;
}

export interface LoadTarget {
  url: string;
  pid: number;
  postmaster?: number;
}

/** As many as autocannon takes by itself. */
export const connections = 10;

/** One run of a case's requests against a server. */
export async function load(target: LoadTarget, { key, requests }: BenchCase, seconds: number): Promise<Run> {
  const before = cpuNow(target);
  const result = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    idReplacement: requests.some(({ body }) => body?.includes('[<id>]')),
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    requests,
  });
  const after = cpuNow(target);
  const answered = result['2xx'] + result.non2xx;
  const each = (name: 'server' | 'database'): number | undefined => {
    const [from, to] = [before[name], after[name]];
    return from === undefined || to === undefined ? undefined : (to - from) / answered;
  };
  return {
    perSecond: result['2xx'] / result.duration,
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

/** Asks once before measuring: a case that is refused would be the fastest of all. @throws Error with the answer */
export async function requireServed(url: string, { title, key, requests }: BenchCase): Promise<void> {
  const [request] = requests;
  if (!request) throw new Error(`${title} has no requests`);
  const answer = await fetch(url + request.path, {
    method: request.method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: request.body?.replaceAll('[<id>]', title),
  });
  const text = await answer.text();
  if (answer.ok && !text.startsWith('{"errors"') && !text.includes('"isGranted":false')) return;
  throw new Error(
    `${title}: ${request.method} ${request.path} answered ${answer.status} ${text.slice(0, 500)}`,
  );
}

const middle = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

/** The median of each figure by itself; failures are added up. */
export function median(runs: Run[]): Run {
  const known = (name: 'serverMicros' | 'databaseMicros') => {
    const values = runs.flatMap((run) => run[name] ?? []);
    return values.length === 0 ? undefined : middle(values);
  };
  return {
    perSecond: middle(runs.map((run) => run.perSecond)),
    p50: middle(runs.map((run) => run.p50)),
    p99: middle(runs.map((run) => run.p99)),
    failed: runs.reduce((sum, { failed }) => sum + failed, 0),
    serverMicros: known('serverMicros'),
    databaseMicros: known('databaseMicros'),
  };
}
