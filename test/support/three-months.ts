import {
  createCustomer,
  createFeature,
  feature,
  publishAddon,
  publishPlan,
  subscribe,
  type Json,
} from './catalog';
import { expectOk, type ApiClient } from './client';
import { rowsOf } from './database';
import { flatFee, monthly } from './priced-plans';
import { changeSettings, downgradingTo } from './product-settings';
import { inParallel } from './reporting';
import { sellPlans } from './subscription-lives';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const writers = 8;

/** The last of a month, so that its periods are clamped. */
const begin = Date.parse('2031-01-31T00:00:00.000Z');
/** So many days are three months. */
export const daysOfMonths = 89;
const dayOf = (n: number): string => new Date(begin + n * dayMs).toISOString();
export const firstDay = dayOf(0);
export const lastDay = dayOf(daysOfMonths);
/** The last day by so many moves, each some whole days. */
export const inMoves = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => dayOf(Math.round(((n + 1) * daysOfMonths) / count)));

/** The plans of `sellPlans`, one with seats and an addon, and a free one for whoever loses its plan. */
export async function sellForMonths(api: ApiClient): Promise<void> {
  await sellPlans(api);
  await expectOk(changeSettings(api, downgradingTo('free')));
  await createFeature(api, 'seats', 'config');
  await publishAddon(api, {
    ...{ id: 'extra', productId: 'main', pricingType: null },
    entitlements: [feature('calls', { usageLimit: 7, resetPeriod: 'MONTH', behavior: 'Increment' })],
    patch: { charges: { pricingType: 'PAID', pricingModels: [flatFee(5)] } },
  });
  const seats = { billingModel: 'PER_UNIT', featureId: 'seats', pricePeriods: [monthly(10)] };
  await publishPlan(api, {
    ...{ id: 'team', productId: 'main', pricingType: null },
    entitlements: [feature('calls', { usageLimit: 500, resetPeriod: 'MONTH' })],
    patch: {
      compatibleAddonIds: ['extra'],
      charges: { pricingType: 'PAID', pricingModels: [flatFee(99), seats] },
    },
  });
}

/** A customer and what it asks for on the first day; time does the rest. */
class Person {
  constructor(
    private readonly api: ApiClient,
    private readonly id: string,
    /** Minutes that no two customers share, so that hardly any two boundaries meet. */
    private readonly minutes: number,
  ) {}

  /** An instant after the first day, or before it. */
  at = (day: number): string => new Date(begin + day * dayMs + this.minutes * minuteMs).toISOString();
  begun = async (planId: string, more: Json = {}): Promise<string> =>
    (await subscribe(this.api, this.id, planId, more)).id;
  /** So many days before the first one. */
  running = (planId: string, day: number, more: Json = {}): Promise<string> =>
    this.begun(planId, { startDate: this.at(-day), ...more });
  patch = (id: string, body: Json) => expectOk(this.api.rest('PATCH', `/subscriptions/${id}`, body));
  cancel = (id: string, body: Json) => expectOk(this.api.rest('POST', `/subscriptions/${id}/cancel`, body));
}

const seats = (quantity: number): Json => ({ charges: [{ type: 'FEATURE', id: 'seats', quantity }] });
const extra = (quantity: number): Json => ({ addons: [{ id: 'extra', quantity }] });

/** What each kind of customer does, and what time makes of it. */
const lives: ((person: Person) => Promise<unknown>)[] = [
  // A trial is told to end soon, and converts.
  (person) => person.running('tried', 5),
  // It expires, and the free plan follows.
  (person) => person.running('ending', 5),
  // A start to come, an end that was decided with it.
  (person) => person.begun('pro', { startDate: person.at(3), cancellationDate: person.at(43) }),
  // Ends on a day, and leaves no access until then.
  async (person) => {
    const end = { cancellationTime: 'SPECIFIC_DATE', endDate: person.at(45) };
    await person.cancel(await person.running('pro', 10), {
      ...end,
      cancellationAction: 'REVOKE_ENTITLEMENTS',
    });
  },
  // Ends with its billing period; the free plan follows.
  async (person) =>
    person.cancel(await person.running('pro', 10), { cancellationTime: 'END_OF_BILLING_PERIOD' }),
  // A lower plan waits.
  async (person) => {
    await person.running('pro', 12);
    await person.begun('basic');
  },
  // Fewer seats and a smaller addon wait.
  async (person) => {
    const id = await person.running('team', 12, { ...seats(5), ...extra(2) });
    await person.patch(id, { ...seats(3), ...extra(1) });
  },
  // Another plan is bought while a trial runs, and follows it.
  async (person) => {
    await person.running('tried', 2);
    await person.begun('pro');
  },
  // A trial to come, which converts and ends.
  (person) => person.begun('tried', { startDate: person.at(8), cancellationDate: person.at(70) }),
  // What is tried beside another plan takes its place.
  async (person) => {
    await person.running('basic', 12);
    await person.running('tried', 4);
  },
];
export const kindsOfLives = lives.length;

/** Customers `life-1` and on, of each kind in turn. */
export async function beginLives(api: ApiClient, count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, n) => n);
  await inParallel(writers, all, async (n) => {
    const id = `life-${n + 1}`;
    await createCustomer(api, id);
    // Spread over a day, each kind alike.
    const minutes = Math.floor(n / kindsOfLives) % 1440;
    await lives[n % kindsOfLives]?.(new Person(api, id, minutes));
  });
}

/** Of what time has left undone there is nothing. */
export const stillDue = `select id, due_at from subscription where due_at <= '${lastDay}'`;

const idsOfCustomers = (count: number): string[] => Array.from({ length: count }, (_, n) => `life-${n + 1}`);

/** Events and entries of the log since the first day, as they followed each other: by whom, when and of what. */
const told = `
  select told.kind, told.type, told.actor, told.at, s.customer_id as customer, s.plan_id as plan, told.state
    from (select 'event' as kind, uid, type, actor, occurred_at as at, entity_id, payload -> 'subscription' as state
            from outbox_event where entity_type = 'SUBSCRIPTION'
          union all
          select 'log', uid, type, actor, created_at, entity_id, jsonb_build_array(before, after)
            from activity where entity_type = 'SUBSCRIPTION') told
    join subscription s on s.id = told.entity_id
   where told.at > '${firstDay}' order by told.kind, told.uid`;

/** Each state of what a customer was granted, from when on it was known. */
const granted = `
  select c.id as customer, s.plan_id as plan, g.declared_at, g.place, g.starts_at, g.ends_at, g.granted
    from entitlement_source_state g
    join customer c on c.uid = g.customer_uid
    join subscription s on s.uid::text = g.source_key
   order by c.id, g.declared_at, g.place, s.uid`;

/** An environment, by its door and its database. */
interface Place {
  api: ApiClient;
  url: string;
}

/** Ids that the service makes differ between two environments. */
const madeIds = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const nameless = (state: unknown): string => JSON.stringify(state).replaceAll(madeIds, 'made');

/** By customer, all that is told of it: by lists, answers to it, events, the log and what was declared. */
async function toldOf({ api, url }: Place, count: number): Promise<Map<string, string[]>> {
  const ids = idsOfCustomers(count);
  const all = new Map(ids.map((id): [string, string[]] => [id, []]));
  const note = (id: string, what: unknown): void => void all.get(id)?.push(nameless(what));
  for (const statement of [told, granted])
    for (const row of await rowsOf<{ customer: string }>(url, statement)) note(row.customer, row);
  await inParallel(writers, ids, async (id) => {
    note(id, await expectOk(api.rest('GET', `/subscriptions?customerId=${id}&limit=100`)));
    note(id, await expectOk(api.rest('GET', `/customers/${id}/entitlements`)));
  });
  return all;
}

/** Customers of whom two environments tell otherwise, with what comes first that differs. */
export async function differingLives(one: Place, other: Place, count: number): Promise<string[][]> {
  const [its, others] = [await toldOf(one, count), await toldOf(other, count)];
  return [...its].flatMap(([id, mine]) => {
    const yours = others.get(id) ?? [];
    const at = Array.from({ length: Math.max(mine.length, yours.length) }, (_, n) => n).find(
      (n) => mine[n] !== yours[n],
    );
    return at === undefined ? [] : [[id, mine[at] ?? 'nothing', yours[at] ?? 'nothing']];
  });
}
