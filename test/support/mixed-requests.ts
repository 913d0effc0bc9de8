import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient, RestAnswer } from './client';
import { sendWrite, type WriteBook, type WriteKind } from './keyed-writes';
import { meteredFeature } from './metered-customers';
import type { SeededRandom } from './seeded-random';

/** Of a thousand requests, those of each kind; `change` begins a subscription and cancels it. */
type Shares = readonly (readonly [kind: 'check' | 'list' | 'page' | 'change' | WriteKind, of: number])[];

const ordinary: Shares = [
  ['check', 450],
  ['list', 120],
  ['page', 50],
  ['report', 200],
  ['event', 100],
  ['consumption', 50],
  ['change', 20],
  ['customer', 5],
  ['grant', 5],
];

/** What is remembered by name: keys of writes, groups of them, and objects that are told of. */
export const namesAlone: Shares = [
  ['report', 300],
  ['event', 200],
  ['consumption', 250],
  ['change', 240],
  ['customer', 5],
  ['grant', 5],
];

/** What callers ask of a service in its ordinary life. Who is told to come again does so; the first answer that is no success else fails. */
export class MixedRequests {
  /** How often somebody was told to come again. */
  putOff = 0;

  constructor(
    private readonly book: WriteBook,
    private readonly customers: readonly string[],
    private readonly random: SeededRandom,
    private readonly shares: Shares = ordinary,
  ) {}

  /** One of them. @param next who is asked, anew each time @throws Error with an answer that is no success, or of the connection */
  async ask(next: () => ApiClient): Promise<RestAnswer> {
    const kind = this.kind();
    const customer = this.random.pick(this.customers);
    const get = (path: string): Promise<RestAnswer> =>
      this.untilServed(() => next().send('GET', `/api/v1${path}`));
    if (kind === 'check') return get(`/customers/${customer}/entitlements/check?featureId=${meteredFeature}`);
    if (kind === 'list') return get(`/customers/${customer}/entitlements`);
    if (kind === 'page') return get('/customers?limit=20');
    if (kind !== 'change') return this.write(next, kind);
    const begun = await this.write(next, 'subscription');
    const { data } = begun.body as { data: { id: string } };
    const path = `/api/v1/subscriptions/${data.id}/cancel`;
    return this.untilServed(() => next().send('POST', path, { cancellationTime: 'IMMEDIATE' }));
  }

  private async write(next: () => ApiClient, kind: WriteKind): Promise<RestAnswer> {
    const intent = this.book.next(kind);
    const answer = await this.untilServed(() => sendWrite(next(), intent));
    this.book.acknowledge(intent);
    return answer;
  }

  private async untilServed(request: () => Promise<RestAnswer>): Promise<RestAnswer> {
    for (;;) {
      const answer = await request();
      if (answer.status < 300) return answer;
      const pauseMs = Number(answer.headers.get('retry-after-ms'));
      if (answer.status !== 503 || !(pauseMs > 0))
        throw new Error(`A request was answered ${answer.status} ${answer.text}`);
      this.putOff++;
      await pause(pauseMs);
    }
  }

  private kind(): Shares[number][0] {
    let place = this.random.whole(1, 1000);
    return this.shares.find(([, of]) => (place -= of) <= 0)?.[0] ?? 'check';
  }
}
