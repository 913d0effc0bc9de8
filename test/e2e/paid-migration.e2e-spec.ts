import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { calls, draftWith, endOf, pinsOf, publishFor } from '../support/publishing';

const price = (amount: number, currency = 'usd'): Json => ({ amount, currency });
const flat = (amount: number, billingPeriod = 'MONTHLY', currency = 'usd'): Json => ({
  billingModel: 'FLAT_FEE',
  pricePeriods: [{ billingPeriod, price: price(amount, currency) }],
});
const perSeat = (amount: number, more: Json = {}): Json => ({
  billingModel: 'PER_UNIT',
  featureId: 'seats',
  pricePeriods: [{ billingPeriod: 'MONTHLY', price: price(amount) }],
  ...more,
});
const paid = (...pricingModels: Json[]): Json => ({ charges: { pricingType: 'PAID', pricingModels } });

/** Domain: catalog L7; customers-subscriptions X5. Nobody is billed in this release, so nothing is prorated. */
describe('moving PAID subscriptions to another version', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'seats', 'config');
  });
  afterAll(() => app.close());

  const sell = async (patch: Json, pricingType: string | null = null): Promise<string> => {
    const id = `plan-${++made}`;
    await publishPlan(api, { id, productId: 'main', pricingType, entitlements: [calls(100)], patch });
    return id;
  };
  const buy = async (planId: string, more: Json = {}): Promise<string> => {
    const customerId = `customer-${++made}`;
    await createCustomer(api, customerId);
    return (await subscribe(api, customerId, planId, more)).id;
  };
  const get = (id: string) => expectOk<Json>(api.rest('GET', `/subscriptions/${id}`));
  const publishAll = async (plan: string, patch: Json) => {
    await draftWith(api, 'plans', plan, 200, patch);
    return endOf(api, await publishFor(api, 'plans', plan));
  };
  const migrate = async (plan: string, id: string, patch: Json, body: Json = {}) => {
    await draftWith(api, 'plans', plan, 200, patch);
    await publishFor(api, 'plans', plan, 'NEW_CUSTOMERS');
    return api.rest('POST', `/subscriptions/${id}/migrate`, body);
  };

  it('L7: the price switches with the version; units and billing cycle go on', async () => {
    const plan = await sell(paid(flat(49), perSeat(10)));
    const id = await buy(plan, { charges: [{ type: 'FEATURE', id: 'seats', quantity: 5 }] });
    const before = await get(id);
    app.clock.advance({ days: 10 });
    expect(await publishAll(plan, paid(flat(59), perSeat(12)))).toMatchObject({ state: 'COMPLETED' });
    const told = await get(id);
    const kept = ['billingCycleAnchor', 'currentBillingPeriodStart', 'currentBillingPeriodEnd', 'startDate'];
    expect(kept.map((field) => told[field])).toEqual(kept.map((field) => before[field]));
    expect(told).toMatchObject({ pricingType: 'PAID', status: 'ACTIVE' });
    const amounts = (prices: unknown) =>
      new Map((prices as { amount: number; featureId: string | null }[]).map((p) => [p.featureId, p.amount]));
    expect(amounts(before['prices'])).toEqual(
      new Map([
        [null, 49],
        ['seats', 10],
      ] as [string | null, number][]),
    );
    expect(amounts(told['prices'])).toEqual(
      new Map([
        [null, 59],
        ['seats', 12],
      ] as [string | null, number][]),
    );
    const [{ quantity } = {}] = await app.dataSource.query<{ quantity?: string }[]>(
      `select purchase->'quantities'->0->>'quantity' as quantity from subscription where id = $1`,
      [id],
    );
    expect(quantity).toBe('5');
  });

  it.each([
    ['FREE', { charges: { pricingType: 'FREE' } }],
    ['CUSTOM', { charges: { pricingType: 'CUSTOM' } }],
  ])(
    'customers-subscriptions X5: PAID to %s goes in place, without price and billing period from then on',
    async (type, patch) => {
      const plan = await sell(paid(flat(49)));
      const id = await buy(plan);
      expect(await publishAll(plan, patch)).toMatchObject({ state: 'COMPLETED' });
      expect(await get(id)).toMatchObject({
        pricingType: type,
        prices: [],
        billingCycleAnchor: null,
        currentBillingPeriodStart: null,
      });
    },
  );

  it('customers-subscriptions X5: CUSTOM to FREE goes in place, FREE to CUSTOM needs a new provision', async () => {
    const [agreed, free] = [await sell({}, 'CUSTOM'), await sell({}, 'FREE')];
    const [custom, gratis] = [await buy(agreed), await buy(free)];
    expect(await expectOk(migrate(agreed, custom, { charges: { pricingType: 'FREE' } }))).toMatchObject({
      ...{ pricingType: 'FREE', status: 'ACTIVE' },
    });
    expect(await migrate(free, gratis, { charges: { pricingType: 'CUSTOM' } })).toRefuse(
      'InvalidArgumentError',
      /CUSTOM.*FREE/,
    );
    expect(await get(gratis)).toMatchObject({ pricingType: 'FREE' });
  });

  it.each(['FREE', 'CUSTOM'])(
    'customers-subscriptions X5: %s to PAID needs a new provision',
    async (type) => {
      const plan = await sell({}, type);
      const id = await buy(plan);
      const task = await publishAll(plan, paid(flat(49)));
      expect(task).toMatchObject({
        state: 'FAILED',
        results: [{ entityId: id, code: 'InvalidArgumentError' }],
      });
      expect(await get(id)).toMatchObject({ pricingType: type });
      expect(await pinsOf(app, id)).toEqual([`${plan} 1`]);
    },
  );

  it('customers-subscriptions V7: a version that is not sold by the month leaves who pays by the month where they are', async () => {
    const plan = await sell(paid(flat(49)));
    const id = await buy(plan);
    const task = await publishAll(plan, paid(flat(490, 'ANNUALLY')));
    expect(task.results).toMatchObject([{ entityId: id, code: 'BadUserInput' }]);
    expect(task.results[0]?.message).toMatch(/ANNUALLY/);
    expect(await get(id)).toMatchObject({ prices: [{ amount: 49 }] });
  });

  it('R9: nobody is moved to another currency', async () => {
    const plan = await sell(paid(flat(49)));
    const id = await buy(plan);
    const answer = await migrate(plan, id, paid(flat(45, 'MONTHLY', 'eur')));
    expect(answer).toRefuse('InvalidArgumentError', /usd/);
    expect(await get(id)).toMatchObject({ prices: [{ amount: 49, currency: 'usd' }] });
  });

  it('customers-subscriptions V8: units that are beyond the new version are InvalidQuantity', async () => {
    const plan = await sell(paid(perSeat(10)));
    const id = await buy(plan, { unitQuantity: 5 });
    const answer = await migrate(plan, id, paid(perSeat(10, { maxUnitQuantity: 3 })));
    expect(answer).toRefuse('InvalidQuantity');
    expect(await pinsOf(app, id)).toEqual([`${plan} 1`]);
  });

  it('customers-subscriptions X5: at the end of the billing period, unless it is wanted at once', async () => {
    const plan = await sell(paid(flat(49)));
    const id = await buy(plan);
    const later = { subscriptionMigrationTime: 'END_OF_BILLING_PERIOD' };
    const answer = await migrate(plan, id, paid(flat(59)), later);
    expect(await expectOk(Promise.resolve(answer))).toMatchObject({
      ...{ prices: [{ amount: 49 }], futureUpdates: [{ subscriptionScheduleType: 'MIGRATE_TO_LATEST' }] },
    });
    await expectOk(api.rest('POST', `/subscriptions/${id}/migrate`));
    expect(await get(id)).toMatchObject({ prices: [{ amount: 59 }] });
  });
});
