import { setTimeout as pause } from 'node:timers/promises';
import { Lines, type Answer } from './lines';

export interface Arrival extends Answer {
  /** Milliseconds since it was due, the wait for a free connection included. */
  ms: number;
  /** Of them, until the generator had come to it. */
  lateMs: number;
}

export interface Flood {
  arrivals: Arrival[];
  /** Until the last had come. */
  comingSeconds: number;
  /** Until the last was answered. */
  seconds: number;
}

/** How often those are sent who are due, in milliseconds. */
const lookEvery = 1;

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1000;

export interface Pace {
  perSecond: number;
  seconds: number;
  connections: number;
}

/** Callers come at this rate, whether others are answered or not. @param next text of one request */
export async function openLoop(
  url: string,
  next: () => string,
  { perSecond, seconds, connections }: Pace,
): Promise<Flood> {
  const lines = new Lines(url, connections);
  await lines.open(`GET /health/live HTTP/1.1\r\nhost: ${new URL(url).host}\r\n\r\n`);
  const coming: Promise<Arrival>[] = [];
  const startedAt = performance.now();
  const arrive = async (dueAt: number): Promise<Arrival> => {
    const lateMs = performance.now() - dueAt;
    const answer = await lines.ask(next());
    return { ...answer, lateMs, ms: performance.now() - dueAt };
  };
  const all = Math.floor(perSecond * seconds);
  while (coming.length < all) {
    const due = Math.min(all, secondsSince(startedAt) * perSecond);
    while (coming.length < due) coming.push(arrive(startedAt + (coming.length / perSecond) * 1000));
    await pause(lookEvery);
  }
  const comingSeconds = secondsSince(startedAt);
  const arrivals = await Promise.all(coming);
  lines.close();
  return { arrivals, comingSeconds, seconds: secondsSince(startedAt) };
}
