import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchCase } from '../cases/bench-case';
import { headersOf, idPlace, type LoadRequest } from '../cases/requests';
import { markdown, quantile, whole } from '../figures';
import { load } from './load';
import { runSeconds, warmUp, yardstickOf, type Measured } from './measure';
import { openLoop, type Flood } from './open-loop';

/** What becomes of callers who come at a rate of their own. */
export interface Pressed {
  title: string;
  flood: Flood;
  bar: string;
}

const pressedSeconds = 4;
const pressedConnections = 1000;
/** By then nobody is refused any more because of what came before. */
const calmMs = 2000;

/**
 * At half of what the service does when each caller waits for its answer, and at three times as much. The bare server is asked as often as that
 * too: where it falls behind, so must whoever refuses, and the machine is measured.
 */
export async function press({ bare, service }: Measured, measured: BenchCase): Promise<Pressed[]> {
  await warmUp(service, measured);
  const { perSecond } = await load(service, measured, { seconds: runSeconds });
  const at = async (times: number, words: string, bar = '–', of = service): Promise<Pressed> => {
    await pause(calmMs);
    const pace = { perSecond: times * perSecond, seconds: pressedSeconds, connections: pressedConnections };
    const next = textsOf(of.url, of === bare ? yardstickOf(measured) : measured);
    return { title: `${measured.title}, ${words}`, flood: await openLoop(of.url, next, pace), bar };
  };
  return [
    await at(0.5, 'half of it'),
    await at(3, 'three times', 'p99 ≤ 5 × the row above'),
    await at(3, 'as many of the bare server', '–', bare),
  ];
}

/** The requests of a case one after the other, as they go over the wire. */
export function textsOf(url: string, { key, requests }: BenchCase): () => string {
  const texts = requests.map((request) => textOf(new URL(url).host, key, request));
  let n = 0;
  return () => (texts[n++ % texts.length] as string).replaceAll(idPlace, () => randomUUID());
}

function textOf(host: string, key: string, { method, path, body = '' }: LoadRequest): string {
  const length = Buffer.byteLength(body.replaceAll(idPlace, () => randomUUID()));
  const headers = Object.entries({ host, ...headersOf(key), 'content-length': String(length) });
  const head = [`${method} ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

const columns = [
  'case',
  'came/s',
  'served/s',
  'p50 ms',
  'p99 ms',
  'told to come again/s',
  'failed',
  'generator late, p99 ms',
  'bar',
];

function row({ title, flood: { arrivals, comingSeconds, seconds }, bar }: Pressed): string[] {
  const served = arrivals.filter(({ status }) => status >= 200 && status < 300);
  const refused = arrivals.filter(
    ({ status, hasRetryAfter }) => (status === 503 || status === 429) && hasRetryAfter,
  );
  const waits = served.map(({ ms }) => ms);
  return [
    title,
    whole(arrivals.length / comingSeconds),
    whole(served.length / seconds),
    whole(quantile(waits, 0.5)),
    whole(quantile(waits, 0.99)),
    whole(refused.length / seconds),
    whole(arrivals.length - served.length - refused.length),
    whole(
      quantile(
        arrivals.map(({ lateMs }) => lateMs),
        0.99,
      ),
    ),
    bar,
  ];
}

export const pressedTable = (all: Pressed[]): string =>
  markdown([columns, ...all.map(row)], [0, columns.length - 1]);

export const pressedSettings = `Callers who do not wait for each other, ${pressedSeconds} s long, at a multiple of what the service did for as many connections as the case has. Who was refused was told when to come again; failed is all else. What the generator is late itself is part of each wait.`;
