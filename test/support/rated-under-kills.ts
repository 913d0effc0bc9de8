import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  subscribe,
  type Json,
} from './catalog';
import { expectOk, type ApiClient } from './client';
import { ratedUsage } from './credit-story';
import { giveCredits, proofOf } from './credits';
import { rowsOf } from './database';
import { meterOf } from './metered-features';
import { inParallel, untilAnswered, type Tally } from './reporting';
import type { SeededRandom } from './seeded-random';

const clients = 16;
/** Tokens for one chat that is reported, and for one prompt that is told as an event. */
const rates = { chats: 2, prompts: 3 };

/** Customers of a plan that rates both, every second of them with credits: what others use is owed. */
export async function ratedCustomers(api: ApiClient, ids: readonly string[]): Promise<void> {
  await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' }));
  await createFeature(api, 'chats', 'metered');
  await createFeature(api, 'prompts', 'metered', { meter: meterOf('COUNT', undefined, 'prompt') });
  await createProduct(api, 'main');
  const pricingModels = Object.entries(rates).map(([id, amount]) => ratedUsage(id, { amount }));
  await publishPlan(api, {
    ...{ id: 'rated', productId: 'main', pricingType: null },
    entitlements: Object.keys(rates).map((id) => feature(id, { hasUnlimitedUsage: true })),
    patch: { charges: { pricingType: 'PAID', pricingModels } },
  });
  for (const [n, id] of ids.entries()) {
    await createCustomer(api, id);
    await subscribe(api, id, 'rated', { billingPeriod: 'MONTHLY' });
    if (n % 2 === 0) await giveCredits(api, { customerId: id, amount: 500 });
  }
}

/** What one request tells of one customer. */
interface Told {
  customerId: string;
  key: string;
  /** Of a report; events are one each. */
  values: number[];
  kind: keyof typeof rates;
  at: string;
}

/** Usage that clients tell, and what became of it. */
export class RatedRush {
  readonly tally: Tally = new Map();
  private readonly told: Told[];

  constructor(
    private readonly customers: readonly string[],
    count: number,
    private readonly random: SeededRandom,
  ) {
    const now = Date.now();
    this.told = Array.from({ length: count }, (_, n): Told => {
      const kind = random.next() < 0.5 ? 'chats' : 'prompts';
      const values = Array.from({ length: random.whole(1, 4) }, () => random.whole(1, 5));
      // Not before their subscriptions, of which nobody was charged anything.
      const at = new Date(now + random.whole(0, 5_000)).toISOString();
      return { customerId: random.pick(customers), key: `key-${n}`, values, kind, at };
    });
  }

  /** Sixteen clients, each request until it is answered; some under an Idempotency-Key, and some told twice though acknowledged. */
  async send(api: () => ApiClient): Promise<void> {
    await inParallel(clients, this.told, async (told) => {
      const headers: Record<string, string> =
        this.random.next() < 0.25 ? { 'idempotency-key': `once-${told.key}` } : {};
      for (let times = this.random.next() < 0.1 ? 2 : 1; times > 0; times--) {
        const answer = await untilAnswered(() => send(api(), told, headers), this.tally);
        if (answer.status !== 201) throw new Error(`Answered ${answer.status} ${answer.text}`);
      }
    });
  }

  /** Counted once, taken once in the ledger of its customer, and every wallet is proved. Domain: credits D6, D7, N6, N7, N10 */
  async expectExactlyOnce(databaseUrl: string, api: ApiClient): Promise<void> {
    const taken = await rowsOf<{ told: string }>(databaseUrl, takenOf);
    const faults: Json[] = [];
    const used: string[] = [];
    for (const customerId of this.customers) {
      const proof = await proofOf(api, customerId);
      if (proof['holds'] !== true) faults.push({ customerId, ...proof });
      for (const kind of ['chats', 'prompts'] as const) {
        const path = `/customers/${customerId}/entitlements/check?featureId=${kind}`;
        const { currentUsage } = await expectOk<Json>(api.rest('GET', path));
        used.push(`${customerId} ${kind} ${String(currentUsage)}`);
      }
    }
    expect(faults).toEqual([]);
    const sums = this.sums();
    expect(used.sort()).toEqual(sums.map(({ of, units }) => `${of} ${units}`).sort());
    const due = sums.filter(({ units }) => units > 0);
    expect(taken.map(({ told }) => told).sort()).toEqual(
      due.map(({ of, units, cost, events }) => `${of} ${units * cost} ${events}`).sort(),
    );
  }

  private sums() {
    return this.customers.flatMap((customerId) =>
      (['chats', 'prompts'] as const).map((kind) => {
        const own = this.told.filter((each) => each.customerId === customerId && each.kind === kind);
        const values = own.flatMap((each) => each.values);
        const units = kind === 'chats' ? values.reduce((sum, value) => sum + value, 0) : values.length;
        return { of: `${customerId} ${kind}`, units, cost: rates[kind], events: values.length };
      }),
    );
  }
}

/** What the ledger has taken for each feature of a customer, and for how many reports and events. */
const takenOf = `
  select c.id || ' ' || l.feature_id || ' ' || trim_scale(-sum(l.amount)) || ' ' || count(distinct l.event_id) as told
    from credit_ledger_entry l join customer c on c.environment_id = l.environment_id and c.uid = l.customer_uid
   where l.event_type = 'CREDITS_CONSUMED' group by c.id, l.feature_id`;

function send(api: ApiClient, { customerId, key, values, kind, at }: Told, headers: Record<string, string>) {
  const each = values.map((value, n) => ({ customerId, idempotencyKey: `${key}-${n}`, value }));
  if (kind === 'chats') {
    const usages = each.map((report) => ({ ...report, featureId: kind, createdAt: at }));
    return api.send('POST', '/api/v1/usage', { usages }, headers);
  }
  const events = each.map(({ value: _, ...event }) => ({ ...event, eventName: 'prompt', timestamp: at }));
  return api.send('POST', '/api/v1/events', { events }, headers);
}
