import { createTestApp, type TestApp } from '../support/app';
import { attentionOf, overdraftsOf, type ToldOverdraft } from '../support/attention';
import { createProduct, publishPlan, subscribe, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { CreditSandbox } from '../support/credit-sandbox';
import { creditCustomer, giveCredits, grantsOf, ledgerOf, useCredits } from '../support/credits';
import { execute, rowsOf } from '../support/database';
import type { TestEnvironment } from '../support/environments';
import { seededRandom } from '../support/seeded-random';

// Domain: access-and-events

const credit = (amount: number): Json => ({ type: 'CREDIT', id: 'tokens', amount, cadence: 'MONTH' });

describe('wallets in overdraft', () => {
  let app: TestApp;
  let place: TestEnvironment;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  beforeEach(async () => {
    place = await app.newEnvironment();
    ({ api } = place);
    await creditCustomer(api);
  });
  afterAll(() => app.close());

  const now = (): string => app.clock.now().toISOString();
  const inHours = (hours: number): string =>
    new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
  /** Balance and instant of each. */
  const levels = async (limit?: number) =>
    (await overdraftsOf(api, limit)).map(({ balance, since }) => [balance, since]);
  /** Names the writes of what is kept. */
  const kept = () =>
    rowsOf(
      app.databaseUrl,
      `select xmin, uid from attention where environment_id = '${place.environmentId}'`,
    );

  it('P5, credits N4: from the use that was lacking on, until something settles it', async () => {
    await giveCredits(api, { amount: 10 });
    expect(await overdraftsOf(api)).toEqual([]);
    const since = now();
    await useCredits(api, 25);
    const wallet = { customerId: 'c', currencyId: 'tokens', resourceId: null };
    expect(await overdraftsOf(api)).toEqual([{ ...wallet, balance: -15, since }]);
    const before = await kept();
    app.clock.advance({ hours: 1 });
    await useCredits(api, 2.5);
    await giveCredits(api, { amount: 7 });
    expect(await levels()).toEqual([[-10.5, since]]);
    expect(await kept()).toEqual(before);
    await giveCredits(api, { amount: 10.5 });
    expect(await overdraftsOf(api)).toEqual([]);
    expect(await kept()).toEqual([]);
    app.clock.advance({ hours: 1 });
    await useCredits(api, 1);
    expect(await levels()).toEqual([[-1, now()]]);
  });

  it('P5: a use that is there, and an end of credits, write nothing and bring nobody into overdraft', async () => {
    await giveCredits(api, { amount: 10, expireAt: inHours(1) });
    await useCredits(api, 10);
    await giveCredits(api, { amount: 10, expireAt: inHours(2) });
    await useCredits(api, 3);
    app.clock.advance({ hours: 3 });
    expect(await overdraftsOf(api)).toEqual([]);
    await useCredits(api, 1);
    expect(await levels()).toEqual([[-1, now()]]);
  });

  it('P5, credits L1: each wallet by itself: of a currency, of a resource', async () => {
    await creditCustomer(api, 'd', 'gems');
    await createProduct(api, 'sites', { multipleSubscriptions: true });
    await publishPlan(api, { id: 'pro', productId: 'sites', entitlements: [credit(1000)] });
    await subscribe(api, 'c', 'pro', { resourceId: 'site' });
    const uses: Json[] = [
      { resourceId: 'site' },
      { currencyId: 'gems' },
      { customerId: 'd' },
      { customerId: 'd', currencyId: 'gems' },
    ];
    const expected: ToldOverdraft[] = [];
    for (const [at, use] of uses.entries()) {
      app.clock.advance({ minutes: 1 });
      await useCredits(api, 1001 + at, use);
      const wallet = { customerId: 'c', currencyId: 'tokens', resourceId: null, ...use };
      expected.unshift({ ...wallet, balance: at === 0 ? -1 : -1001 - at, since: now() });
    }
    expect(await overdraftsOf(api)).toEqual(expected);
    expect((await attentionOf(api, 3)).wallets).toEqual({ items: expected.slice(0, 3), hasMore: true });
    expect((await attentionOf(api, 4)).wallets?.hasMore).toBe(false);
  });

  it('P5, credits N3: what was used before and is told late is owed since it was used', async () => {
    await useCredits(api, 1, { createdAt: inHours(-48) });
    expect(await levels()).toEqual([[-1, inHours(-48)]]);
  });

  it('P5, credits N5: what begins by itself has settled it before it is told, whoever keeps the books', async () => {
    const since = now();
    await useCredits(api, 25);
    await giveCredits(api, { amount: 10, effectiveAt: inHours(1) });
    await giveCredits(api, { amount: 20, effectiveAt: inHours(2) });
    expect(await levels()).toEqual([[-25, since]]);
    app.clock.advance({ hours: 1 });
    expect(await levels()).toEqual([[-15, since]]);
    app.clock.advance({ hours: 1 });
    expect(await overdraftsOf(api)).toEqual([]);
    expect(await kept()).toEqual([]);
    expect((await ledgerOf(api))[0]).toMatchObject({ endingBalance: 5 });
  });

  it('P5, credits R8: so does a window of a subscription, and what was owed before it is another overdraft than what is owed after', async () => {
    const sandbox = await CreditSandbox.begin(app);
    await sandbox.at('01-31');
    await createProduct(sandbox.api, 'main');
    await publishPlan(sandbox.api, { id: 'pro', productId: 'main', entitlements: [credit(100)] });
    await subscribe(sandbox.api, 'c', 'pro');
    await useCredits(sandbox.api, 150);
    const told = async () => (await overdraftsOf(sandbox.api)).map(({ balance, since }) => [balance, since]);
    expect(await told()).toEqual([[-50, '2027-01-31T00:00:00.000Z']]);
    await sandbox.at('02-28');
    expect(await told()).toEqual([]);
    await useCredits(sandbox.api, 51);
    expect(await told()).toEqual([[-1, '2027-02-28T00:00:00.000Z']]);
  });

  it('P5: one use that owes again what something late had settled is a new overdraft, though one write tells both', async () => {
    await useCredits(api, 25);
    await giveCredits(api, { amount: 30, effectiveAt: inHours(1) });
    app.clock.advance({ hours: 2 });
    await useCredits(api, 6);
    expect(await levels()).toEqual([[-1, now()]]);
    expect(await kept()).toHaveLength(1);
  });

  it('P5: where very many are due at once those whose books are behind are left out, and there may be more', async () => {
    for (let one = 0; one < 9; one++) {
      await creditCustomer(api, `many-${one}`);
      await useCredits(api, 5, { customerId: `many-${one}` });
      const gift = { customerId: `many-${one}`, amount: 5, effectiveAt: inHours(1) };
      await giveCredits(api, gift);
    }
    app.clock.advance({ hours: 1 });
    const asked = async () =>
      (await expectOk<{ wallets: unknown }>(api.rest('GET', '/attention?limit=1'))).wallets;
    expect(await asked()).toEqual({ items: [], hasMore: true });
    expect(await asked()).toEqual({ items: [], hasMore: false });
    expect(await kept()).toEqual([]);
  });

  it('P5, A8: while no books can be kept because the environment is moved, those that are behind are left out', async () => {
    await useCredits(api, 5);
    await creditCustomer(api, 'due');
    await useCredits(api, 5, { customerId: 'due' });
    await giveCredits(api, { customerId: 'due', effectiveAt: inHours(1) });
    const refuse = `create function fence() returns trigger language plpgsql as $$ begin raise 'moved' using errcode = 'EM001'; end $$`;
    const fence = `create trigger fence before update on credit_wallet for each row
      when (old.environment_id = '${place.environmentId}') execute function fence()`;
    await execute(app.databaseUrl, refuse, fence);
    app.clock.advance({ hours: 1 });
    expect((await attentionOf(api)).wallets).toMatchObject({ items: [{ customerId: 'c' }], hasMore: true });
    await execute(app.databaseUrl, 'drop trigger fence on credit_wallet', 'drop function fence()');
    expect((await attentionOf(api)).wallets).toMatchObject({ items: [{ customerId: 'c' }], hasMore: false });
  });

  it('P5: one environment tells nothing of another', async () => {
    await useCredits(api, 1);
    const other = await app.newEnvironment();
    expect(await overdraftsOf(other.api)).toEqual([]);
    expect(await overdraftsOf(api)).toHaveLength(1);
  });

  it('P5: after a random course it is what the ledgers and grants of the customers tell', async () => {
    const random = seededRandom('attention-wallets.e2e-spec');
    const [customers, currencies] = [
      ['c', 'd', 'e'],
      ['tokens', 'gems'],
    ];
    await creditCustomer(api, 'd', 'gems');
    await creditCustomer(api, 'e');
    const anyone = () => ({ customerId: random.pick(customers), currencyId: random.pick(currencies) });
    const steps: (() => Promise<unknown>)[] = [
      () => useCredits(api, random.whole(1, 30), anyone()),
      () => useCredits(api, random.whole(1, 30), { ...anyone(), createdAt: inHours(-random.whole(0, 40)) }),
      () => {
        const begins = random.next() < 0.5 ? {} : { effectiveAt: inHours(random.whole(1, 9)) };
        const ends = random.next() < 0.5 ? {} : { expireAt: inHours(random.whole(10, 20)) };
        return giveCredits(api, { ...anyone(), ...begins, ...ends, amount: random.whole(1, 40) });
      },
    ];
    for (let step = 0; step < 60; step++) {
      app.clock.advance({ minutes: random.whole(1, 120), ms: 13 });
      await random.pick(steps)();
      if (step % 6 === 5) await expectAsListed(customers, currencies);
    }
  });

  /** The list is asked first: it finds the books as late as they are. */
  async function expectAsListed(customers: readonly string[], currencies: readonly string[]): Promise<void> {
    const told = await overdraftsOf(api, 50);
    const listed: ToldOverdraft[] = [];
    for (const customerId of customers)
      for (const currencyId of currencies) {
        const [last] = await ledgerOf(api, customerId, `&currencyId=${currencyId}`);
        const balance = Number(last?.['endingBalance'] ?? 0);
        if (balance >= 0) continue;
        const grants = await grantsOf(api, customerId, `&currencyId=${currencyId}`);
        const owed = grants.find(({ grantType, status }) => grantType === 'OVERDRAFT' && status === 'ACTIVE');
        const since = String(owed?.['effectiveAt']);
        listed.push({ customerId, currencyId, resourceId: null, balance, since });
      }
    const named = (all: readonly ToldOverdraft[]) => all.map((each) => JSON.stringify(each)).sort();
    expect(named(told)).toEqual(named(listed));
    const instants = told.map(({ since }) => since);
    expect(instants).toEqual([...instants].sort().reverse());
  }
});
