import { ChangeFeed } from '#libs/changes/change-feed';
import { sourcesOf } from '../support/answer-sources';
import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  report,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { ratedUsage } from '../support/credit-story';
import { creditCustomer, giveCredits, useCredits } from '../support/credits';
import { execute } from '../support/database';
import { eventually } from '../support/eventually';
import { flatFee } from '../support/priced-plans';

// Domain: entitlements-usage

const credit = (amount: number, more: Json = {}): Json => ({
  ...{ type: 'CREDIT', id: 'tokens', amount, cadence: 'MONTH' },
  ...more,
});

describe('balances from memory', () => {
  let app: TestApp;
  let api: ApiClient;
  const ask = (from = api, more = ''): Promise<Json> => check(from, 'c', `currencyId=tokens${more}`);
  const leftOf = async (from = api, more = ''): Promise<number> => {
    const { usageLimit, currentUsage } = await ask(from, more);
    return Number(usageLimit) - Number(currentUsage);
  };
  const polled = (nest = app.nest) => nest.get(ChangeFeed).renewed();
  const asked = (work: () => Promise<unknown>, nest = app.nest) => sourcesOf(nest, work, 'balances');
  const later = (days: number): string =>
    new Date(app.clock.now().getTime() + days * 86_400_000).toISOString();

  beforeEach(async () => {
    app = await createTestApp();
    api = app.a.api;
    await creditCustomer(api);
    await createProduct(api, 'main');
  });
  afterEach(async () => {
    app.clock.reset();
    await app.close();
  });

  it('Q9: a process that is alone reads a wallet once, and sees at once all that it takes from it itself', async () => {
    await giveCredits(api, { amount: 100 });
    await ask();
    await polled();
    const sources = await asked(async () => {
      for (let used = 1; used <= 5; used++) {
        await useCredits(api, 1);
        expect(await leftOf()).toBe(100 - used);
        const document =
          '{ checkCustomerEntitlement(customerId: "c", currencyId: "tokens") { ... on CustomerEntitlementCredit { currentUsage } } }';
        const { data } = await api.graphql(document);
        expect(data?.['checkCustomerEntitlement']).toEqual({ currentUsage: used });
      }
    });
    // A poll may tell of a group before the group's own answer has come; then the wallet is read once more.
    expect(sources.memory).toBeGreaterThanOrEqual(9);
    expect(sources.tables).toBeLessThanOrEqual(1);
  });

  it('Q9: what grants change is in the next answer: given, changed, voided', async () => {
    expect(await leftOf()).toBe(0);
    const { id } = await giveCredits(api, { amount: 10 });
    expect(await leftOf()).toBe(10);
    await expectOk(api.rest('PATCH', `/credits/grants/${String(id)}`, { expireAt: later(2) }));
    expect(await ask()).toMatchObject({ validUntil: later(2) });
    await giveCredits(api, { amount: 5 });
    expect(await leftOf()).toBe(15);
    await expectOk(api.rest('POST', `/credits/grants/${String(id)}/void`));
    expect(await leftOf()).toBe(5);
  });

  it('Q9: begins and ends follow at their instants from what is held', async () => {
    await giveCredits(api, { amount: 10, effectiveAt: later(1), expireAt: later(2) });
    for (const [days, left] of [
      [0, 0],
      [1, 10],
      [1, 0],
    ] as const) {
      app.clock.advance({ days });
      for (let again = 0; again < 3; again++) expect(await leftOf()).toBe(left);
    }
  });

  it('Q9: a soft limit is told from when a subscription gives it until it ends, also by the clock alone', async () => {
    await publishPlan(api, {
      id: 'soft',
      productId: 'main',
      entitlements: [credit(5, { hasSoftLimit: true })],
    });
    await useCredits(api, 1);
    expect(await ask()).toMatchObject({ isGranted: false });
    const { id } = await subscribe(api, 'c', 'soft');
    await useCredits(api, 9);
    expect(await ask()).toMatchObject({ isGranted: true });
    await expectOk(
      api.rest('POST', `/subscriptions/${id}/cancel`, {
        cancellationTime: 'SPECIFIC_DATE',
        endDate: later(3),
      }),
    );
    expect(await ask()).toMatchObject({ isGranted: true });
    app.clock.advance({ days: 3 });
    expect(await ask()).toMatchObject({ isGranted: false, accessDeniedReason: 'InsufficientCredits' });
  });

  it('Q9, credits L1: a resource is paid from its own wallet from when a subscription gives into it until that ends', async () => {
    await createProduct(api, 'sites', { multipleSubscriptions: true });
    await publishPlan(api, { id: 'site', productId: 'sites', entitlements: [credit(7)] });
    await giveCredits(api, { amount: 100 });
    const { id } = await subscribe(api, 'c', 'site', { resourceId: 'one' });
    for (let again = 0; again < 2; again++) expect(await leftOf(api, '&resourceId=one')).toBe(7);
    await useCredits(api, 2, { resourceId: 'one' });
    expect([await leftOf(api, '&resourceId=one'), await leftOf()]).toEqual([5, 100]);
    await expectOk(
      api.rest('POST', `/subscriptions/${id}/cancel`, {
        cancellationTime: 'SPECIFIC_DATE',
        endDate: later(3),
      }),
    );
    expect(await leftOf(api, '&resourceId=one')).toBe(5);
    app.clock.advance({ days: 3 });
    for (let again = 0; again < 2; again++) expect(await leftOf(api, '&resourceId=one')).toBe(100);
  });

  it('Q1, Q9: a customer that is archived, a currency that is renamed, and one that takes the id of an archived one', async () => {
    await createCustomer(api, 'other');
    await giveCredits(api, { amount: 10 });
    await ask();
    await expectOk(api.rest('PATCH', '/credits/custom-currencies/tokens', { displayName: 'Coins' }));
    expect(await ask()).toMatchObject({ currency: { displayName: 'Coins' }, isGranted: true });
    await expectOk(api.rest('POST', '/customers/c/archive'));
    expect(await ask()).toMatchObject({ accessDeniedReason: 'CustomerIsArchived' });
    await expectOk(api.rest('POST', '/customers/c/unarchive'));
    expect(await leftOf()).toBe(10);
    await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'gems', displayName: 'Gems' }));
    const gems = () => check(api, 'other', 'currencyId=gems');
    expect(await gems()).toMatchObject({ currency: { displayName: 'Gems' } });
    await expectOk(api.rest('POST', '/credits/custom-currencies/gems/archive'));
    await expectOk(api.rest('POST', '/credits/custom-currencies', { id: 'gems', displayName: 'New gems' }));
    expect(await gems()).toMatchObject({ currency: { displayName: 'New gems' } });
  });

  it('G9: each of several processes sees what another one acknowledged, whichever that was', async () => {
    await giveCredits(api, { amount: 1000 });
    const other = await app.startBeside();
    let left = 1000;
    for (let turn = 0; turn < 20; turn++) {
      const [writer, reader] = turn % 2 ? [api, other.api] : [other.api, api];
      await useCredits(writer, 1);
      left--;
      expect([await leftOf(reader), await leftOf(writer)]).toEqual([left, left]);
    }
    const sources = await asked(async () => {
      for (let again = 0; again < 5; again++) expect(await leftOf()).toBe(left);
    });
    expect(sources.memory + sources.poll).toBeGreaterThanOrEqual(4);
  });

  it('G9: many at once are each seen by whoever asks after its acknowledgement', async () => {
    await giveCredits(api, { amount: 1000 });
    let used = 0;
    const spend = async () => {
      for (let times = 0; times < 15; times++) {
        const least = used;
        await useCredits(api, 1);
        used++;
        const left = await leftOf();
        expect(left).toBeLessThanOrEqual(1000 - least - 1);
        expect(left).toBeGreaterThanOrEqual(0);
      }
    };
    await Promise.all(Array.from({ length: 12 }, spend));
    expect(await leftOf()).toBe(1000 - 180);
  });

  it('what another tool changes is seen within a poll, though the row bears the name of a write of this process', async () => {
    await giveCredits(api, { amount: 10 });
    await useCredits(api, 1);
    expect(await leftOf()).toBe(9);
    await execute(app.databaseUrl, 'update credit_wallet set granted = 20');
    await eventually(async () => expect(await leftOf()).toBe(19));
  });

  it('Q8: what usage of a rated feature would be paid from is held too, and what a report has taken from it', async () => {
    await createFeature(api, 'chats', 'metered');
    await publishPlan(api, {
      ...{ id: 'ai', productId: 'main', pricingType: null },
      entitlements: [feature('chats', { hasUnlimitedUsage: true })],
      patch: {
        charges: { pricingType: 'PAID', pricingModels: [flatFee(9), ratedUsage('chats', { amount: 2 })] },
      },
    });
    await subscribe(api, 'c', 'ai', { billingPeriod: 'MONTHLY' });
    await giveCredits(api, { amount: 20 });
    const may = async (units: number) =>
      (await check(api, 'c', `featureId=chats&requestedUsage=${units}`))['isGranted'];
    expect(await may(10)).toBe(true);
    await polled();
    const sources = await asked(async () => {
      for (let left = 9; left >= 5; left--) {
        await expectOk(report(api, 'c', 'chats', 1));
        expect([await may(left), await may(left + 1)]).toEqual([true, false]);
        expect(await leftOf()).toBe(2 * left);
      }
    });
    // Of 15: one is asked for the first time, and after each report a poll may come first.
    expect(sources.tables).toBeLessThanOrEqual(6);
    expect(sources.memory).toBeGreaterThanOrEqual(9);
  });

  it('Q13: lists are answered from memory, of customers without any credits too', async () => {
    const list = () => expectOk<Json>(api.rest('GET', '/customers/c/entitlements'));
    expect((await list())['entitlements']).toEqual([]);
    await giveCredits(api, { amount: 10 });
    await list();
    await polled();
    const sources = await asked(async () => {
      await useCredits(api, 1);
      expect((await list())['entitlements']).toMatchObject([{ usageLimit: 10, currentUsage: 1 }]);
      expect((await list())['entitlements']).toMatchObject([{ usageLimit: 10, currentUsage: 1 }]);
    });
    expect(sources.tables).toBeLessThanOrEqual(1);
  });

  it('tells of which state an answer is, and asks for a newer one where the caller has seen one', async () => {
    await giveCredits(api, { amount: 10 });
    const path = '/customers/c/entitlements/check?currencyId=tokens';
    const used = await api.rest('POST', '/credits/consumption', {
      ...{ customerId: 'c', currencyId: 'tokens', amount: 1, idempotencyKey: 'versioned' },
    });
    const version = Number(used.headers.get('x-entitlements-version'));
    expect(version).toBeGreaterThan(0);
    const read = await api.rest('GET', path, undefined, { 'x-min-version': String(version) });
    expect(Number(read.headers.get('x-entitlements-version'))).toBeGreaterThanOrEqual(version);
    expect(read.headers.get('x-entitlements-staleness-ms')).not.toBeNull();
  });
});
