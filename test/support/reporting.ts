import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient, RestAnswer } from './client';
import { meteredFeature } from './metered-customers';

export interface Report {
  customerId: string;
  featureId: string;
  value: number;
  idempotencyKey: string;
}

export const reportOf = (customerId: string, value: number, idempotencyKey: string): Report => ({
  customerId,
  featureId: meteredFeature,
  value,
  idempotencyKey,
});

/** How often each status came; `none` where the connection broke before the answer. */
export type Tally = Map<number | 'none', number>;

const longestPauseMs = 400;
// As long as several starts of the service on a busy machine; whoever waits longer hangs for certain.
const patienceMs = 900_000;
const retried = ({ status, headers }: RestAnswer): boolean =>
  headers.get('x-should-retry') === 'true' || [408, 409, 429].includes(status) || status >= 500;

/** Sends the same reports until they are acknowledged, with the same idempotency keys. */
export const untilAcknowledged = (
  api: () => ApiClient,
  usages: readonly Report[],
  tally?: Tally,
  headers: Record<string, string> = {},
): Promise<RestAnswer> =>
  untilAnswered(() => api().send('POST', '/api/v1/usage', { usages }, headers), tally);

/**
 * Repeats a request until it is answered for good, as clients in the field do: again after a broken connection, 408, 409, 429
 * and 5xx, and where they are told to, as somebody who waited for an object in vain is. Unlike them it does not give up after two repetitions.
 */
export async function untilAnswered(
  request: () => Promise<RestAnswer>,
  tally: Tally = new Map(),
): Promise<RestAnswer> {
  const deadline = performance.now() + patienceMs;
  for (let pauseMs = 25; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const answer = await request().catch(() => undefined);
    const outcome = answer?.status ?? 'none';
    tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
    if (answer && !retried(answer)) return answer;
    if (performance.now() > deadline) throw new Error(`No answer for good, the last outcome was ${outcome}`);
    await pause(pauseMs * (0.5 + Math.random()));
  }
}

/** `width` workers take the tasks one after the other. */
export async function inParallel<T>(
  width: number,
  tasks: readonly T[],
  work: (task: T) => Promise<unknown>,
): Promise<void> {
  const waiting = [...tasks].reverse();
  const worker = async (): Promise<void> => {
    for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) await work(task);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
