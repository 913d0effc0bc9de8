import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { headersOf } from './cases/requests';
import { markdown, median, quantile, tenths, whole } from './figures';
import { openEnvironment } from './seed';
import { isWanted } from './settings';
import { seedTargetOf, type Stand } from './stand';

const title = 'webhooks, customers created and heard of';
const rounds = 9;
const changes = 1000;
const clients = 8;
const patienceMs = 120_000;

/** What stands beside the receiver that is measured. */
const companies = { alone: [], 'beside three that are dead': ['silent', 'failing', 'gone'] } as const;
type Company = keyof typeof companies;

/** Of one round. */
interface Heard {
  /** From the acknowledgement of a change to its message, ms. */
  lags: number[];
  perSecond: number;
}

class Receiver {
  private readonly arrivals = new Map<string, number>();

  private constructor(private readonly server: Server) {}

  static async open(status: number | undefined): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => (text += part));
      request.on('end', () => {
        const { customer } = (JSON.parse(text) as { data: { customer: { id: string } } }).data;
        receiver.arrivals.set(customer.id, performance.now());
        // One without a status is silent.
        if (status !== undefined) response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async arrivalsOf(ids: readonly string[]): Promise<number[]> {
    const deadline = performance.now() + patienceMs;
    while (ids.some((id) => !this.arrivals.has(id))) {
      if (performance.now() > deadline) throw new Error('Not all messages came');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return ids.map((id) => this.arrivals.get(id) as number);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** How soon and how many messages come to a receiver, and whether dead ones beside it make a difference. */
export async function runWebhooks(stand: Stand): Promise<string | undefined> {
  if (!isWanted(title)) return undefined;
  const names = Object.keys(companies) as Company[];
  const heard = new Map<Company, Heard[]>(names.map((name) => [name, []]));
  const opened: Receiver[] = [];
  const open = async (status?: number): Promise<Receiver> => {
    const receiver = await Receiver.open(status);
    opened.push(receiver);
    return receiver;
  };
  const keys = new Map<Company, { key: string; receiver: Receiver }>();
  for (const name of names) {
    const key = await openEnvironment(seedTargetOf(stand), `webhooks ${name}`);
    const receiver = await open(204);
    for (const kind of companies[name]) {
      const dead = await open(kind === 'failing' ? 500 : undefined);
      await hear(stand, key, dead.url);
      if (kind === 'gone') await dead.close();
    }
    await hear(stand, key, receiver.url);
    keys.set(name, { key, receiver });
  }
  for (let round = 0; round < rounds; round++)
    // Who is second has more to read past.
    for (const [name, { key, receiver }] of round % 2 === 0 ? [...keys] : [...keys].reverse())
      heard.get(name)?.push(await heardIn(stand, key, receiver, `${round}`));
  for (const receiver of opened) await receiver.close().catch(() => undefined);
  stand.say(title);
  return tableOf(heard);
}

async function hear(stand: Stand, key: string, endpoint: string): Promise<void> {
  await send(stand, key, '/webhooks', { name: 'bench', endpoint, eventTypes: ['customer.*'] });
}

async function send(stand: Stand, key: string, path: string, body: object): Promise<void> {
  const headers = { ...headersOf(key), 'content-type': 'application/json' };
  const answer = await fetch(`${stand.service.url}/api/v1${path}`, {
    ...{ method: 'POST', headers, body: JSON.stringify(body) },
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${text}`);
}

async function heardIn(stand: Stand, key: string, receiver: Receiver, round: string): Promise<Heard> {
  await stand.database.checkpoint();
  const ids = Array.from({ length: changes }, (_, n) => `customer-${round}-${n}`);
  const acknowledged = new Map<string, number>();
  const waiting = [...ids];
  const began = performance.now();
  const client = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      await send(stand, key, '/customers', { id });
      acknowledged.set(id, performance.now());
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const arrivals = await receiver.arrivalsOf(ids);
  const lags = ids.map((id, n) => Math.max(0, (arrivals[n] ?? NaN) - (acknowledged.get(id) ?? NaN)));
  return { lags, perSecond: changes / ((Math.max(...arrivals) - began) / 1000) };
}

function tableOf(heard: ReadonlyMap<Company, readonly Heard[]>): string {
  const rates = [...heard.values()].map((each) => median(each.map(({ perSecond }) => perSecond)));
  const rows = [...heard].map(([name, each], n) => {
    const lags = each.flatMap((round) => round.lags);
    const rate = rates[n] ?? NaN;
    const share = (rate / (rates[0] ?? NaN)).toFixed(2);
    return [`${title}, ${name}`, whole(rate), share, tenths(median(lags)), tenths(quantile(lags, 0.99))];
  });
  const head = ['case', 'messages/s', 'of the first', 'ms after the answer', 'p99'];
  return `${markdown([head, ...rows], [0])}\n\nBars: p99 below 2,000 ms; a dead receiver slows the others by less than 5 %.`;
}
