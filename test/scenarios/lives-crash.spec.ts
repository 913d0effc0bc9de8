import { newKeySecret } from '#libs/credentials/key-secret';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, type RestAnswer } from '../support/client';
import { createTestDatabase, rowsOf, type TestDatabase } from '../support/database';
import { Gate, type Place } from '../support/gate';
import { bodyOf, cancelBodyOf, patchBodyOf, productOf, toldOf } from '../support/life-courses';
import { LifeModel } from '../support/life-model';
import { plansOfModel, type End, type Patch, type PlanId, type Wish } from '../support/life-terms';
import { KilledFleet } from '../support/lives-under-kills';
import { changeSettings, downgradingTo } from '../support/product-settings';
import { inParallel } from '../support/reporting';
import { scaled } from '../support/scenario-scale';
import { seededRandom } from '../support/seeded-random';
import { sellPlans } from '../support/subscription-lives';

// Domain: customers-subscriptions

jest.setTimeout(3_600_000);

const lives = scaled(300, 24);
const months = 12;
const dayMs = 86_400_000;
const writers = 6;
const random = seededRandom('lives-crash.spec');
const telling: Place = { table: 'activity', on: 'insert', at: 'write' };
const changing: Place = { table: 'subscription', on: 'update', at: 'write' };
const committing: Place = { table: 'outbox_event', on: 'insert', at: 'commit' };
const places = [committing, changing, telling];
const kills = Array.from({ length: scaled(20, 3) }, (_, n) => places[n % places.length] as Place);

type Asked = { customerId: string } & (
  | { wish: Wish }
  | { subscriptionId: string; end: End }
  | { subscriptionId: string; patch: Patch }
);

interface Request {
  requestId: string;
  at: number;
  asked: Asked;
  isAcknowledged: boolean;
}

/** One of the log. */
interface Entry {
  type: string;
  entity_id: string;
  created_at: Date;
}

/** Of one customer, in the order of the changes. */
const entriesOf = (customerId: string): string => `
  select type, entity_id, created_at from activity
   where entity_type = 'SUBSCRIPTION' and parent_id = '${customerId}' order by uid`;

/** Whose changes and events are not the same, by their types and instants. */
const untold = `
  select entity_id, type, at, sum(changes)::int as changes, sum(events)::int as events
    from (select entity_id, type, created_at as at, 1 as changes, 0 as events from activity where entity_type = 'SUBSCRIPTION'
          union all
          select entity_id, type, occurred_at, 0, 1 from outbox_event where entity_type = 'SUBSCRIPTION') told
   group by 1, 2, 3 having sum(changes) <> sum(events)`;

describe(`${lives} lives of ${months} months and more, by three processes with ${kills.length} kills`, () => {
  let database: TestDatabase;
  let gate: Gate;
  let fleet: KilledFleet;
  let now = Math.ceil(Date.now() / dayMs) * dayMs;
  let environmentId: string;
  const customers = Array.from({ length: lives }, (_, n) => `life-${n}`);
  /** By the customers, in the order in which they were asked. */
  const asked = new Map<string, Request[]>(customers.map((id) => [id, []]));
  const codes = new Set<string>();

  beforeAll(async () => {
    database = await createTestDatabase();
    gate = await Gate.in(database.url, places);
    const BOOTSTRAP_SERVER_KEY = newKeySecret('server-');
    fleet = new KilledFleet(
      database.url,
      { BOOTSTRAP_SERVER_KEY, BOOTSTRAP_ENVIRONMENT_TYPE: 'SANDBOX' },
      random,
    );
    await fleet.start(3);
    await sellPlans(fleet.api());
    await expectOk(changeSettings(fleet.api(), downgradingTo('free')));
    await inParallel(writers, customers, (id) => createCustomer(fleet.api(), id));
    const [environment] = await fleet.told<{ id: string }[]>('/environments');
    environmentId = environment?.id as string;
  });
  afterAll(async () => {
    await gate?.close();
    await fleet?.end();
    await database?.drop();
  });

  const text = (at: number): string => new Date(at).toISOString();

  /** The oldest first. */
  const listOf = async (customerId: string): Promise<Json[]> =>
    (await fleet.told<Json[]>(`/subscriptions?customerId=${customerId}&limit=100`)).reverse();

  const newWish = (): Wish => {
    const plan = random.pick(Object.keys(plansOfModel) as PlanId[]);
    const wish: Wish = { plan };
    if (random.whole(0, 5) === 0) return { plan, strategy: 'END_OF_BILLING_PERIOD' };
    if (random.whole(0, 3) === 0) wish.startsAt = now + random.whole(1, 50) * dayMs;
    if (random.whole(0, 3) === 0) wish.endsAt = (wish.startsAt ?? now) + random.whole(1, 60) * dayMs;
    return wish;
  };

  const newEnd = (): End =>
    random.pick<End>([
      {},
      { time: 'END_OF_BILLING_PERIOD' },
      { time: 'SPECIFIC_DATE', at: now + random.whole(1, 60) * dayMs },
    ]);

  const newPatch = (): Patch =>
    random.pick<Patch>([
      { endsAt: now + random.whole(1, 60) * dayMs },
      { endsAt: null },
      { trialEndsAt: now + random.whole(1, 40) * dayMs },
    ]);

  async function write(customerId: string, requestId: string): Promise<void> {
    const held = random.whole(0, 2) === 0 ? await listOf(customerId) : [];
    const subscriptionId = held.at(-1)?.['id'] as string | undefined;
    const mine: Asked =
      subscriptionId === undefined
        ? { customerId, wish: newWish() }
        : random.whole(0, 1) === 0
          ? { customerId, subscriptionId, end: newEnd() }
          : { customerId, subscriptionId, patch: newPatch() };
    const answer = await send(mine, { 'x-request-id': requestId, 'idempotency-key': requestId });
    const isAcknowledged = answer.status < 300;
    if (!isAcknowledged) codes.add((answer.body as { code: string }).code);
    asked.get(customerId)?.push({ requestId, at: now, asked: mine, isAcknowledged });
  }

  function send(mine: Asked, headers: Record<string, string>): Promise<RestAnswer> {
    if ('wish' in mine) {
      const body = { customerId: mine.customerId, ...bodyOf(mine.wish) };
      return fleet.ask('POST', '/subscriptions', body, headers);
    }
    const path = `/subscriptions/${mine.subscriptionId}`;
    return 'end' in mine
      ? fleet.ask('POST', `${path}/cancel`, cancelBodyOf(mine.end), headers)
      : fleet.ask('PATCH', path, patchBodyOf(mine.patch), headers);
  }

  async function live(): Promise<void> {
    // They go on until every kill has met somebody at work, however long processes take to come back on this machine.
    for (let month = 0; month < months || fleet.kills < kills.length; month++) {
      await fleet.moveClock(environmentId, text(now));
      // The later half of the customers lives by time alone from the third month on.
      const writing = random.shuffled(customers.slice(0, month < 2 ? lives : lives / 2));
      await inParallel(writers, writing, (id) => write(id, `${id}-${month}`));
      now += random.whole(25, 35) * dayMs;
    }
    await fleet.moveClock(environmentId, text(now));
    await fleet.rest(environmentId);
  }

  it('Z1, Z2, V4, V11, D9: each boundary is carried out once and at its instant, nothing by half, and no acknowledged change is lost', async () => {
    const began = now;
    // About so many rows of each kind are written on the way; the kills share them.
    const mostRows = Math.floor((lives * 6) / kills.length);
    await Promise.all([live(), fleet.strike(gate, kills, mostRows)]);
    expect(fleet.kills).toBe(kills.length);
    for (const customerId of customers) {
      const entries = await rowsOf<Entry>(database.url, entriesOf(customerId));
      const subscriptions = await listOf(customerId);
      const ids = subscriptions.map(({ id }) => id);
      const model = new LifeModel(began, productOf(true));
      for (const { requestId, at, asked: mine } of acknowledgedOf(customerId)) {
        model.to(at);
        expect([requestId, mine, told(model, ids, mine)]).toEqual([requestId, mine, null]);
      }
      model.to(now);
      expect([customerId, subscriptions.map(toldOf)]).toEqual([customerId, model.told]);
      const histories = ids.map((id) =>
        entries
          .filter(({ entity_id }) => entity_id === id)
          .map(({ type, created_at }) => [type, created_at.toISOString()]),
      );
      expect([customerId, histories]).toEqual([customerId, model.histories]);
    }
  });

  /** Those that changed something and those that only asked for what was there (catalog C10). */
  const acknowledgedOf = (customerId: string): Request[] =>
    (asked.get(customerId) ?? []).filter(({ isAcknowledged }) => isAcknowledged);

  function told(model: LifeModel, ids: readonly unknown[], mine: Asked): string | null {
    if ('wish' in mine) return model.provision(mine.wish);
    const life = model.at(ids.indexOf(mine.subscriptionId));
    return 'end' in mine ? model.cancel(life, mine.end) : model.patch(life, mine.patch);
  }

  it('V4: no customer holds a place twice, and time has left nothing undone', async () => {
    const twice = `select customer_id, slot from subscription where canceled_at is null and slot is not null
                    group by 1, 2 having count(*) > 1`;
    expect(await rowsOf(database.url, twice)).toEqual([]);
    const due = `select id, due_at from subscription where due_at <= '${text(now)}'`;
    expect(await rowsOf(database.url, due)).toEqual([]);
  });

  it('D10: each change is told by one event, at its instant', async () => {
    expect(await rowsOf(database.url, untold)).toEqual([]);
  });

  it('S7, V5, V6, T7, X1: who is refused is told why', () => {
    const right = [
      ...['BadUserInput', 'InvalidCancellationDate', 'InvalidSubscriptionStatus'],
      ...['SubscriptionAlreadyCanceledOrExpired', 'SubscriptionDoesNotHaveBillingPeriod'],
      'SchedulingAtEndOfBillingPeriod',
      ...['TrialMustBeCancelledImmediately', 'ObjectAlreadyBeingUsedByAnotherRequestError'],
    ];
    expect([...codes].filter((code) => !right.includes(code))).toEqual([]);
    expect(codes.size).toBeGreaterThan(0);
  });
});
