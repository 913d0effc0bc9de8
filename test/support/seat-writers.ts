import { setTimeout as pause } from 'node:timers/promises';
import { AcknowledgedLog } from './acknowledged-log';
import { createCustomer, createFeature, createProduct, feature, publishPlan, subscribe } from './catalog';
import type { ApiClient, RestAnswer } from './client';
import { untilAnswered } from './reporting';
import type { SeededRandom } from './seeded-random';

/** One customer with its two numbers: what it uses, and what it may use. */
export interface SeatHolder {
  customerId: string;
  used: AcknowledgedLog<number>;
  limit: AcknowledgedLog<number>;
}

export const seats = 'seats';
/** Each plan has another limit, so that another plan is another answer. */
const limits = [11, 12, 13, 14, 15].map((each) => each * 1_000_000);

const mostPauseMs = 20;
/** One write in so many is a subscription to another plan. */
const reportsPerPlan = 4;

/** @returns so many customers on the first plan, each of whom has used one seat */
export async function sellSeats(api: ApiClient, count: number): Promise<SeatHolder[]> {
  await createProduct(api, 'main');
  await createFeature(api, seats, 'gauge');
  for (const usageLimit of limits) {
    const entitlements = [feature(seats, { usageLimit })];
    await publishPlan(api, { id: `plan-${usageLimit}`, productId: 'main', entitlements });
  }
  const ids = Array.from({ length: count }, (_, n) => `holder-${n + 1}`);
  for (const id of ids) {
    await createCustomer(api, id);
    await subscribe(api, id, `plan-${limits[0]}`);
  }
  return ids.map((customerId) => ({
    customerId,
    used: new AcknowledgedLog(0),
    limit: new AcknowledgedLog(limits[0] as number),
  }));
}

type Request = (api: ApiClient) => Promise<RestAnswer>;

/** Sends a write to some process, to another one when it is repeated. */
export type Send = (kind: 'report' | 'plan', request: Request) => Promise<RestAnswer>;

/** Write without end, each customer by one of them only, and log what was acknowledged. */
export class SeatWriters {
  private written = 0;
  private going = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly holders: readonly SeatHolder[],
    private readonly width: number,
    private readonly send: Send,
    private readonly random: SeededRandom,
  ) {}

  get acknowledged(): number {
    return this.written;
  }

  start(): void {
    this.going = true;
    const shares = Array.from({ length: this.width }, (_, place) =>
      this.holders.filter((_holder, n) => n % this.width === place),
    );
    this.running = Promise.all(shares.map((share) => this.writeAll(share)));
    // Whoever stops them is told.
    this.running.catch(() => undefined);
  }

  /** Nothing is on its way any more. */
  async stop(): Promise<void> {
    this.going = false;
    await this.running;
  }

  private async writeAll(share: readonly SeatHolder[]): Promise<void> {
    while (this.going) {
      const holder = this.random.pick(share);
      const isPlan = this.random.whole(0, reportsPerPlan) === 0;
      await (isPlan ? this.choosePlan(holder) : this.reportOne(holder));
      await pause(this.random.whole(0, mostPauseMs));
    }
  }

  private async reportOne({ customerId, used }: SeatHolder): Promise<void> {
    const acknowledge = used.begin(used.newest.state + 1);
    const usages = [{ customerId, featureId: seats, value: 1, idempotencyKey: `report-${this.written++}` }];
    const answer = await written(() =>
      this.send('report', (api) => api.send('POST', '/api/v1/usage', { usages })),
    );
    acknowledge(answer.headers.get('x-entitlements-version'));
  }

  private async choosePlan({ customerId, limit }: SeatHolder): Promise<void> {
    const next = this.random.pick(limits.filter((each) => each !== limit.newest.state));
    const acknowledge = limit.begin(next);
    const body = { customerId, planId: `plan-${next}` };
    const headers = { 'idempotency-key': `plan-${this.written++}` };
    const answer = await written(() =>
      this.send('plan', (api) => api.send('POST', '/api/v1/subscriptions', body, headers)),
    );
    acknowledge(answer.headers.get('x-entitlements-version'));
  }
}

/** Repeats until it is done; a first try may still be on its way when the second one comes. */
async function written(request: () => Promise<RestAnswer>): Promise<RestAnswer> {
  const answer = await untilAnswered(async () => {
    const told = await request();
    const isBusy = told.text.includes('ObjectAlreadyBeingUsedByAnotherRequestError');
    return isBusy ? { ...told, status: 409 } : told;
  });
  if (answer.status !== 201) throw new Error(`A write was answered ${answer.status} ${answer.text}`);
  return answer;
}
