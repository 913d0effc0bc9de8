import type { SeededRandom } from './seeded-random';
import { soldFeature, soldPlans, subscriberOf, termsOf, type SoldPlan } from './seeded-subscriptions';
import { statusOf, type Entry, type SubscriptionBook } from './subscription-book';

/** Sends a request to whichever process is next. @returns what it answers @throws Error with any other answer than this one */
export type Ask = (expected: number, method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

interface ToldSubscription {
  id: string;
  planId: string;
  status: string;
  cancelReason: string | null;
}

/** So many customers of each client change what they have again and again; the others now and then. */
const busyCustomers = 4;
const plans = Object.keys(soldPlans) as SoldPlan[];
/** Both releases do so at once; of a lower plan the last one knows nothing else. */
const atOnce = { scheduleStrategy: 'IMMEDIATE' };

/**
 * Buys, changes and cancels subscriptions of customers whom nobody else serves, so that each answer is known beforehand; and asks again
 * after each acknowledgement, whichever release is next.
 */
export class SteadySubscriber {
  private made = 0;

  /** @param clients that share the customers, of which this is the one called `name` */
  constructor(
    private readonly book: SubscriptionBook,
    private readonly random: SeededRandom,
    private readonly ask: Ask,
    private readonly name: number,
    private readonly clients: number,
  ) {}

  async next(): Promise<void> {
    const n = this.customer();
    const running = this.book.runningOf(n);
    const chance = this.random.whole(1, 100);
    if (chance <= 20) await this.requireList(n);
    else if (chance <= 35) await this.requireTold(n, this.random.pick(this.book.of(n)));
    else if (chance <= 55 && running) await this.cancel(n, running);
    else await this.changeTo(n, this.random.pick(plans.filter((each) => each !== running?.planId)), running);
  }

  private async changeTo(n: number, planId: SoldPlan, former: Entry | undefined): Promise<void> {
    const id = `subscription-of-${n}-${++this.made}`;
    const body = { id, customerId: subscriberOf(n), planId, ...termsOf(planId), ...atOnce };
    const { subscription } = (await this.ask(201, 'POST', '/subscriptions', body)) as {
      subscription: ToldSubscription;
    };
    this.book.begin(n, id, planId);
    requireAs({ id, planId, cancelReason: null }, subscription, 'begun');
    await this.requireGranted(n);
    await this.requireTold(n, this.entry(n, former?.id ?? id));
  }

  private async cancel(n: number, { id }: Entry): Promise<void> {
    const body = { cancellationTime: 'IMMEDIATE' };
    const told = (await this.ask(201, 'POST', `/subscriptions/${id}/cancel`, body)) as ToldSubscription;
    this.book.cancel(n);
    requireAs(this.entry(n, id), told, 'canceled');
    await this.requireGranted(n);
    await this.requireTold(n, this.entry(n, id));
  }

  private async requireTold(n: number, entry: Entry): Promise<void> {
    const told = (await this.ask(200, 'GET', `/subscriptions/${entry.id}`)) as ToldSubscription;
    requireAs(entry, told, `of customer ${n}`);
  }

  private async requireList(n: number): Promise<void> {
    const path = `/subscriptions?limit=100&customerId=${subscriberOf(n)}`;
    const told = ((await this.ask(200, 'GET', path)) as ToldSubscription[]).map(lineOf);
    const wanted = this.book.of(n).slice(0, 100).map(lineOfEntry);
    if (told.join() !== wanted.join())
      throw new Error(`Customer ${n} has ${told.join()} and not ${wanted.join()}`);
  }

  private async requireGranted(n: number): Promise<void> {
    const path = `/customers/${subscriberOf(n)}/entitlements/check?featureId=${soldFeature}`;
    const told = (await this.ask(200, 'GET', path)) as { isGranted: boolean; usageLimit?: number | null };
    const running = this.book.runningOf(n);
    const limit = running && soldPlans[running.planId];
    if (told.isGranted !== (running !== undefined) || (told.usageLimit ?? undefined) !== limit)
      throw new Error(`Customer ${n} is granted ${JSON.stringify(told)} and not ${limit}`);
  }

  private entry(n: number, id: string): Entry {
    return this.book.of(n).find((each) => each.id === id) as Entry;
  }

  private customer(): number {
    const own = Math.floor((this.book.customers - this.name) / this.clients) + 1;
    const among = this.random.whole(1, 10) > 3 ? Math.min(busyCustomers, own) : own;
    return this.name + this.clients * (this.random.whole(1, among) - 1);
  }
}

const lineOf = ({ id, planId, status, cancelReason }: ToldSubscription): string =>
  `${id} ${planId} ${status} ${cancelReason}`;
const lineOfEntry = (entry: Entry): string => lineOf({ ...entry, status: statusOf(entry) });

function requireAs(entry: Entry, told: ToldSubscription, what: string): void {
  if (lineOf(told) !== lineOfEntry(entry))
    throw new Error(`A subscription ${what} is told as ${lineOf(told)} and not as ${lineOfEntry(entry)}`);
}
