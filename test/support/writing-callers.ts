import { setTimeout as pause } from 'node:timers/promises';
import { createFeature } from './catalog';
import { expectOk, type ApiClient, type RestAnswer } from './client';
import { creditCustomer, giveCredits } from './credits';
import { meterOf } from './metered-features';
import { meteredFeature, sellMetered } from './metered-customers';
import { reportOf, untilAnswered, type Tally } from './reporting';
import { isFullSize } from './scenario-scale';

const keptOfEach = 100;
/** At the least size a few thousand writes while all is moved, and not ten thousand. */
const thinkMs = isFullSize ? 20 : 100;

type Route = () => ApiClient;
type Request = [method: 'POST' | 'PATCH', path: string, body: object, headers?: Record<string, string>];

/** One kind of writes, one after the other. */
interface Line {
  ask: (n: number) => Request[];
  /** How many were answered as done. */
  done: number;
  sent: Request[];
}

const customer = 'metered';

/**
 * Callers of one environment who report, tell events, use credits, make customers who subscribe, and change the catalog, each write under a key and
 * until it is answered for good.
 */
export class WritingCallers {
  /** Of all writes. */
  readonly tally: Tally = new Map();
  private readonly lines = {
    reports: lineOf((n) => [['POST', '/usage', { usages: [reportOf(customer, 1, `usage-${n}`)] }]]),
    events: lineOf((n) => [
      [
        'POST',
        '/events',
        { events: [{ customerId: customer, eventName: 'call', idempotencyKey: `event-${n}` }] },
      ],
    ]),
    consumptions: lineOf((n) => [
      [
        'POST',
        '/credits/consumption',
        { customerId: 'c', currencyId: 'tokens', amount: 1, idempotencyKey: `use-${n}` },
      ],
    ]),
    customers: lineOf((n) => [
      [
        'POST',
        '/customers',
        { id: `customer-${n}`, name: `customer ${n}` },
        { 'idempotency-key': `customer-${n}` },
      ],
      [
        'POST',
        '/subscriptions',
        { customerId: `customer-${n}`, planId: 'plan' },
        { 'idempotency-key': `subscription-${n}` },
      ],
    ]),
    names: lineOf((n) => [
      [
        'PATCH',
        `/features/${meteredFeature}`,
        { displayName: `Calls ${n}` },
        { 'idempotency-key': `name-${n}` },
      ],
    ]),
  };
  private running?: Promise<unknown>;
  private isOver = false;
  private isGivenUp = false;

  /** @param route asked before each attempt: to whom it goes */
  constructor(private readonly route: Route) {}

  /** What they need. */
  static async prepare(api: ApiClient): Promise<void> {
    await sellMetered(api, [customer]);
    await createFeature(api, 'calls', 'metered', { meter: meterOf('COUNT') });
    await creditCustomer(api);
    await giveCredits(api, { amount: 1_000_000 });
  }

  /** Done of each kind. */
  get done(): Record<keyof WritingCallers['lines'], number> {
    const { reports, events, consumptions, customers, names } = this.lines;
    return {
      ...{ reports: reports.done, events: events.done, consumptions: consumptions.done },
      ...{ customers: customers.done, names: names.done },
    };
  }

  start(): void {
    this.running = Promise.all(Object.values(this.lines).map((line) => this.keepOn(line)));
    this.running.catch(() => (this.isOver = true));
  }

  /** Until so many more of each kind are done. @throws what one of them was refused with */
  async goOn(more: number): Promise<void> {
    const ends = Object.values(this.lines).map((line) => ({ line, end: line.done + more }));
    const reached = (async () => {
      while (!this.isOver && ends.some(({ line, end }) => line.done < end)) await pause(thinkMs);
    })();
    await Promise.race([reached, this.running]);
  }

  /** What was begun is done. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** Whatever it is that they wait for. */
  async giveUp(): Promise<void> {
    this.isGivenUp = true;
    await this.stop().catch(() => undefined);
  }

  /** As who has lost the answers: the last of each kind, whoever answered them. */
  async repeat(): Promise<void> {
    for (const { sent } of Object.values(this.lines)) for (const request of sent) await this.send(request);
  }

  private async keepOn(line: Line): Promise<void> {
    for (let n = 1; !this.isOver; n++) {
      for (const request of line.ask(n)) {
        await this.send(request);
        line.sent.push(request);
      }
      line.done++;
      line.sent.splice(0, line.sent.length - keptOfEach);
      await pause(thinkMs);
    }
  }

  private async send([method, path, body, headers]: Request): Promise<RestAnswer> {
    const request = async (): Promise<RestAnswer> =>
      this.isGivenUp ? givenUp : this.route().send(method, `/api/v1${path}`, body, headers);
    const answer = await untilAnswered(request, this.tally);
    if (answer.status >= 300)
      throw new Error(`${method} ${path} was answered ${answer.status} ${answer.text}`);
    return answer;
  }
}

const givenUp: RestAnswer = { door: 'REST', status: 410, body: null, text: '', headers: new Headers() };

const lineOf = (ask: Line['ask']): Line => ({ ask, done: 0, sent: [] });

/** The name that the last change of the catalog gave. */
export const nameOf = async (api: ApiClient): Promise<string> =>
  (await expectOk<{ displayName: string }>(api.rest('GET', `/features/${meteredFeature}`))).displayName;
