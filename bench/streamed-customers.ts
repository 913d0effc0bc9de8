import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const feature = 'api-calls';

/** Customers of whom each has a listener of its own, and who report in turn. */
export class StreamedCustomers {
  readonly ids: string[];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });
  private readonly acknowledged = new Map<string, number>();
  private readonly lags: number[] = [];

  constructor(
    private readonly url: string,
    private readonly key: string,
    count: number,
  ) {
    this.ids = Array.from({ length: count }, (_, n) => `streamed-${n}`);
  }

  async sell(): Promise<void> {
    await this.post('/products', { id: 'p', displayName: 'P' });
    await this.post('/features', {
      id: feature,
      displayName: 'F',
      featureType: 'NUMBER',
      meterType: 'INCREMENTAL',
    });
    await this.post('/plans', { id: 'plan', displayName: 'Plan', productId: 'p', pricingType: 'FREE' });
    const terms = { type: 'FEATURE', id: feature, usageLimit: 1_000_000 };
    await this.post('/plans/plan/entitlements', { entitlements: [terms] });
    await this.post('/plans/plan/publish', { migrationType: 'NEW_CUSTOMERS' });
    const left = [...this.ids];
    const sellTo = async (): Promise<void> => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        await this.post('/customers', { id, name: id });
        await this.post('/subscriptions', { customerId: id, planId: 'plan' });
      }
    };
    await Promise.all(Array.from({ length: 16 }, sellTo));
  }

  /** @returns how late each message came, in milliseconds */
  async follow(perSecond: number, seconds: number): Promise<number[]> {
    const listening = await Promise.all(this.ids.map((id) => this.listen(id)));
    const reports: Promise<void>[] = [];
    const startedAt = performance.now();
    for (let n = 0; n < perSecond * seconds; n++) {
      const due = startedAt + (n * 1000) / perSecond - performance.now();
      if (due > 1) await pause(due);
      reports.push(this.report(this.ids[n % this.ids.length] as string, Math.floor(n / this.ids.length) + 1));
    }
    await Promise.all(reports);
    await pause(2000);
    for (const leave of listening) leave();
    this.agent.destroy();
    return this.lags;
  }

  private async report(customerId: string, level: number): Promise<void> {
    await this.post('/usage', { usages: [{ customerId, featureId: feature, value: 1 }] });
    const name = `${customerId} ${level}`;
    const heardAt = this.acknowledged.get(name);
    const now = performance.now();
    // A message may overtake the answer to the report.
    if (heardAt === undefined) this.acknowledged.set(name, now);
    else this.lags.push(Math.max(0, heardAt - now));
  }

  private heard(customerId: string, level: number): void {
    const name = `${customerId} ${level}`;
    const acknowledgedAt = this.acknowledged.get(name);
    if (acknowledgedAt === undefined) this.acknowledged.set(name, performance.now());
    else this.lags.push(performance.now() - acknowledgedAt);
  }

  private listen(id: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const path = `${this.url}/api/v1/entitlements/stream?customerId=${id}`;
      const call = request(path, { headers: { 'x-api-key': this.key }, agent: false }, (reply) => {
        reply.setEncoding('utf8').on('data', (text: string) => {
          for (const [, level] of text.matchAll(/"currentUsage":(\d+)/g)) this.heard(id, Number(level));
        });
        reply.once('error', () => undefined);
        resolve(() => call.destroy());
      });
      call.once('error', reject);
      call.end();
    });
  }

  private post(path: string, body: object): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = { 'x-api-key': this.key, 'content-type': 'application/json' };
      const call = request(
        `${this.url}/api/v1${path}`,
        { method: 'POST', headers, agent: this.agent },
        (reply) => {
          reply.resume().once('end', () => {
            if (reply.statusCode && reply.statusCode < 300) resolve();
            else reject(new Error(`POST ${path} answered ${reply.statusCode}`));
          });
        },
      );
      call.once('error', reject);
      call.end(JSON.stringify(body));
    });
  }
}
