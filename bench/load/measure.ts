import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { usually, type BenchCase } from '../cases/bench-case';
import { headersOf, idPlace, shareOf } from '../cases/requests';
import { load, medianOf, type Extent, type LoadTarget, type Run } from './load';

export interface Outcome {
  measured: BenchCase;
  bare: Run;
  service: Run;
}

/** What is measured beside what. */
export interface Measured {
  bare: LoadTarget;
  service: LoadTarget;
}

export const rounds = 3;
export const runSeconds = 2;
export const bareSeconds = 1;
/** What the last requests of a run left behind is done by then, and troubles nobody's figures. */
const settleMs = 200;
/** Each as long as a few seconds of a case that is measured by time. */
const roundsOfOnce = 5;

/** The same for every case: one GET. */
export const yardstickOf = (measured: BenchCase): BenchCase => ({
  ...measured,
  requests: [{ method: 'GET', path: '/' }],
  warmUp: usually.warmUp,
});

export async function measure(servers: Measured, measured: BenchCase): Promise<Outcome> {
  await warmUp(servers.service, measured);
  const runs = Array.from({ length: rounds }, () => ({ measured, extent: { seconds: runSeconds } }));
  return inTurn(servers, measured, runs);
}

/** Each request of a case once, without a warm-up. */
export async function measureOnce(servers: Measured, once: BenchCase): Promise<Outcome> {
  const runs = Array.from({ length: roundsOfOnce }, (_, round) => {
    const requests = shareOf(once.requests, round, roundsOfOnce);
    return { measured: { ...once, requests }, extent: { requests: requests.length } };
  });
  return inTurn(servers, once, runs);
}

/** By count: a slow case needs as many requests as a quick one until all is compiled and held in memory. */
export async function warmUp(service: LoadTarget, measured: BenchCase): Promise<void> {
  await requireServed(service.url, measured);
  await load(service, measured, { requests: measured.warmUp });
}

interface PlannedRun {
  measured: BenchCase;
  extent: Extent;
}

/** The bare server and the service in turn, so that a busy neighbour troubles both. */
async function inTurn(
  { bare, service }: Measured,
  measured: BenchCase,
  plan: PlannedRun[],
): Promise<Outcome> {
  const runs = { bare: [] as Run[], service: [] as Run[] };
  const yardstick = yardstickOf(measured);
  await load(bare, yardstick, { requests: yardstick.warmUp });
  for (const planned of plan) {
    runs.bare.push(await load(bare, yardstick, { seconds: bareSeconds }));
    runs.service.push(await load(service, planned.measured, planned.extent));
    await pause(settleMs);
  }
  return { measured, bare: medianOf(runs.bare), service: medianOf(runs.service) };
}

/** Asks once before measuring: a case that is refused would be the fastest of all. @throws Error with the answer */
async function requireServed(url: string, { title, key, requests }: BenchCase): Promise<void> {
  const [request] = requests;
  if (!request) throw new Error(`${title} has no requests`);
  const { method, path, body } = request;
  const sent = { method, headers: headersOf(key), body: body?.replaceAll(idPlace, randomUUID()) };
  const answer = await fetch(url + path, sent);
  const text = await answer.text();
  if (answer.ok && !text.startsWith('{"errors"') && !text.includes('"isGranted":false')) return;
  throw new Error(`${title}: ${method} ${path} answered ${answer.status} ${text.slice(0, 500)}`);
}
