import { setTimeout as pause } from 'node:timers/promises';
import type { Balancer } from './balancer';
import type { RestAnswer } from './client';
import { reportOf, type Report } from './reporting';
import type { SeededRandom } from './seeded-random';
import { seededKey, seededValue, type SeededUsage } from './seeded-usage';
import type { ServiceProcess } from './service-process';
import { SteadySubscriber, type Ask } from './steady-subscriber';
import type { SubscriptionBook } from './subscription-book';
import { UsageSums } from './usage-sums';

/** Each client sets the level of a counter that nobody else reports to. */
export const seats = 'seats';

interface Sent {
  usages: Report[];
  headers: Record<string, string> | undefined;
  told: string;
}

/** So many customers stand in each other's way; the others are met now and then. */
const busyCustomers = 8;
/** Between two requests of a client: a load that this machine carries, so that waiting tells of locks and not of it. */
const thinkMs = 20;
/**
 * Half of the time, in turns of so long, nobody repeats anything or sends an Idempotency-Key. Both let the service lock its counters
 * first for a second (ADR-0052); after it what is told by one process meets the counters that the other one holds.
 */
const turnMs = 2000;
/** Per cent of what clients do. Each of it is some requests, one after the other. */
const subscriptionShare = 20;
/** How much a client remembers of what it sent. */
const keptRequests = 200;

/**
 * Clients that report, repeat, set, buy, cancel and ask without an end, through whichever process is ready, and know what it must add up to.
 * They never try again: the first answer that is not as it should be, or that does not come, ends the load.
 */
export class SteadyLoad {
  readonly sums: UsageSums;
  /** How often each process has answered. */
  readonly answeredBy = new Map<ServiceProcess, number>();
  private isOver = false;
  private readonly clients: Promise<void[]>;

  constructor(
    private readonly balancer: Balancer,
    private readonly seeded: SeededUsage,
    private readonly random: SeededRandom,
    clients: number,
    book: SubscriptionBook,
  ) {
    this.sums = new UsageSums(seeded);
    const subscriber = (name: number) => new SteadySubscriber(book, random, this.ask, name, clients);
    const names = Array.from({ length: clients }, (_, index) => index + 1);
    this.clients = Promise.all(names.map((name) => this.client(name, subscriber(name))));
    // What has gone wrong is told to whoever waits for further answers, or ends the load; the other clients have no more to say.
    this.clients.catch(() => (this.isOver = true));
  }

  get answered(): number {
    return [...this.answeredBy.values()].reduce((sum, each) => sum + each, 0);
  }

  /**
   * Until so many more requests have been answered.
   * @returns by whom, in this while
   * @throws Error with an answer that was wrong
   */
  async further(requests: number): Promise<Set<ServiceProcess>> {
    const before = new Map(this.answeredBy);
    const until = this.answered + requests;
    const seen = (async () => {
      while (this.answered < until && !this.isOver) await pause(10);
    })();
    await Promise.race([seen, this.clients]);
    return new Set([...this.answeredBy].filter(([by, n]) => n > (before.get(by) ?? 0)).map(([by]) => by));
  }

  /** Every request that was begun is answered. @throws as `further` */
  async end(): Promise<void> {
    this.isOver = true;
    await this.clients;
  }

  private async client(name: number, subscriber: SteadySubscriber): Promise<void> {
    const sent: Sent[] = [];
    const key = (() => {
      let count = 0;
      return () => `${name}-${++count}`;
    })();
    while (!this.isOver) {
      const chance = this.random.whole(1, 100);
      if (this.random.whole(1, 100) <= subscriptionShare) await subscriber.next();
      else if (chance <= 10) await this.set(name, key());
      else if (chance <= 75 || this.isPlain()) await this.report(sent, key, chance <= 35);
      else if (chance <= 90) await this.repeat(sent);
      else await this.repeatSeeded();
      await pause(this.random.whole(0, 2 * thinkMs));
    }
  }

  private readonly isPlain = (): boolean => Math.floor(performance.now() / turnMs) % 2 === 0;

  /** One report or some, each of today or of the window before. */
  private async report(sent: Sent[], key: () => string, isBatch: boolean): Promise<void> {
    const usages = Array.from({ length: isBatch ? this.random.whole(2, 8) : 1 }, () => {
      const report = reportOf(this.customer(), this.random.whole(1, 5), key());
      return this.random.whole(1, 5) > 1 ? report : { ...report, createdAt: this.seeded.createdAt };
    });
    // With the header it is counted in a unit of work of its own, without it in a group.
    const isApart = !this.isPlain() && this.random.whole(1, 3) === 1;
    const headers = isApart ? { 'idempotency-key': key() } : undefined;
    const answer = await this.send(usages, headers);
    for (const report of usages) this.sums.add(report);
    sent.push({ usages, headers, told: answer.text });
    if (sent.length > keptRequests) sent.shift();
  }

  /** As who has lost the answer: it must be the same one, whoever gave it then and gives it now. */
  private async repeat(sent: Sent[]): Promise<void> {
    if (sent.length === 0) return;
    const { usages, headers, told } = this.random.pick(sent);
    const { text } = await this.send(usages, headers);
    if (text !== told) throw new Error(`A repeated request was answered ${text} and not ${told}`);
  }

  private async repeatSeeded(): Promise<void> {
    const n = this.random.whole(1, this.seeded.reports);
    const report = reportOf(this.customer(), seededValue(n), seededKey(n));
    await this.send([{ ...report, createdAt: this.seeded.createdAt }], undefined);
  }

  /** Sets a level, and asks the same process for it: what was told is in the next answer. */
  private async set(name: number, idempotencyKey: string): Promise<void> {
    const value = this.random.whole(1, 1000);
    const report = { ...reportOf(`customer-${name}`, value, idempotencyKey), featureId: seats };
    const service = this.balancer.next();
    await this.send([{ ...report, updateBehavior: 'SET' }], undefined, service);
    this.sums.set(report);
    const path = `/api/v1/customers/customer-${name}/entitlements/check?featureId=${seats}`;
    const answer = this.answeredAs(200, await service.api.send('GET', path), service);
    const { data } = answer.body as { data?: { currentUsage?: number } };
    if (data?.currentUsage !== value) throw new Error(`Set to ${value}, asked again: ${answer.text}`);
  }

  private async send(
    usages: readonly (Report & { createdAt?: string; updateBehavior?: 'SET' })[],
    headers: Sent['headers'],
    service = this.balancer.next(),
  ): Promise<RestAnswer> {
    const answer = await service.api.send('POST', '/api/v1/usage', { usages }, headers);
    return this.answeredAs(201, answer, service);
  }

  private readonly ask: Ask = async (expected, method, path, body) => {
    const service = this.balancer.next();
    const answer = this.answeredAs(expected, await service.api.send(method, `/api/v1${path}`, body), service);
    return (answer.body as { data?: unknown }).data;
  };

  private answeredAs(expected: number, answer: RestAnswer, by: ServiceProcess): RestAnswer {
    if (answer.status !== expected) {
      throw new Error(`A request was answered ${answer.status} ${answer.text}`);
    }
    this.answeredBy.set(by, (this.answeredBy.get(by) ?? 0) + 1);
    return answer;
  }

  private customer(): string {
    const among = this.random.whole(1, 10) > 3 ? busyCustomers : this.seeded.customers;
    return `customer-${this.random.whole(1, among)}`;
  }
}
