import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishPlan,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';

// Domain: customers-subscriptions

const priced = (amount: number, billingPeriod: string): Json => ({
  billingModel: 'FLAT_FEE',
  pricePeriods: [{ billingPeriod, price: { amount, currency: 'usd' } }],
});

describe('from where billing periods are counted', () => {
  let app: TestApp;
  let api: ApiClient;
  let restore: () => Promise<void>;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createFeature(api, 'calls', 'metered');
    const calls = feature('calls', { usageLimit: 100, resetPeriod: 'MONTH' });
    for (const productId of ['maps', 'tiles', 'routes']) {
      await createProduct(api, productId);
      await publishPlan(api, { id: `${productId}-free`, productId, entitlements: [calls] });
      for (const [rank, amount] of [
        ['basic', 19],
        ['pro', 49],
      ] as const) {
        const pricingModels = [priced(amount, 'MONTHLY'), priced(amount * 10, 'ANNUALLY')];
        const patch = { charges: { pricingType: 'PAID', pricingModels } };
        const id = `${productId}-${rank}`;
        await publishPlan(api, { id, productId, pricingType: null, entitlements: [calls], patch });
      }
    }
    await createCustomer(api, 'acorn');
    restore = await app.keepState();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await restore();
    app.clock.travelTo('2026-03-31T10:15:00.000Z');
  });

  const choose = (billingAnchor: string) =>
    expectOk(api.rest('PATCH', '/environment-settings', { billingAnchor }));
  const buy = async (planId: string, more: Json = {}, customerId = 'acorn'): Promise<Json> => {
    const body = { customerId, planId, billingPeriod: 'MONTHLY', ...more };
    return (await expectOk<{ subscription: Json }>(api.rest('POST', '/subscriptions', body))).subscription;
  };
  const get = ({ id }: Json) => expectOk<Json>(api.rest('GET', `/subscriptions/${String(id)}`));
  const cycleOf = (told: Json) => [
    told['billingCycleAnchor'],
    told['currentBillingPeriodStart'],
    told['currentBillingPeriodEnd'],
  ];
  const march31 = '2026-03-31T10:15:00.000Z';
  const april1 = '2026-04-01T00:00:00.000Z';
  const april10 = '2026-04-10T12:00:00.000Z';
  const april30 = '2026-04-30T10:15:00.000Z';
  const may1 = '2026-05-01T00:00:00.000Z';
  const may31 = '2026-05-31T10:15:00.000Z';

  it('B1, B2: SUBSCRIPTION_START, which nobody has to choose, counts each from its start', async () => {
    const first = await buy('maps-basic');
    app.clock.travelTo(april10);
    const second = await buy('tiles-basic');
    expect(cycleOf(first)).toEqual([march31, march31, april30]);
    expect(cycleOf(second)).toEqual([april10, april10, '2026-05-10T12:00:00.000Z']);
  });

  it('B2: START_OF_THE_MONTH begins with what is left of the month, through both doors and in lists', async () => {
    await choose('START_OF_THE_MONTH');
    app.clock.travelTo(april10);
    const monthly = await buy('maps-basic');
    const annual = await buy('tiles-basic', { billingPeriod: 'ANNUALLY' });
    for (const told of [monthly, annual]) {
      expect(cycleOf(told)).toEqual([may1, april10, may1]);
      expect(cycleOf(await get(told))).toEqual([may1, april10, may1]);
    }
    const list = await expectOk<Json[]>(api.rest('GET', '/subscriptions?customerId=acorn'));
    expect(list.map(cycleOf)).toEqual([cycleOf(annual), cycleOf(monthly)]);
    const fields = 'billingCycleAnchor currentBillingPeriodStart currentBillingPeriodEnd';
    const query = `{ subscription(id: "${String(annual['id'])}") { ${fields} } }`;
    expect(cycleOf(await expectOk<Json>(api.graphql(query)))).toEqual([may1, april10, may1]);

    app.clock.travelTo('2026-04-30T23:59:59.999Z');
    expect(cycleOf(await get(monthly))).toEqual([may1, april10, may1]);
    app.clock.travelTo(may1);
    expect(cycleOf(await get(monthly))).toEqual([may1, may1, '2026-06-01T00:00:00.000Z']);
    expect(cycleOf(await get(annual))).toEqual([may1, may1, '2027-05-01T00:00:00.000Z']);
  });

  it('B2: at 00:00 of a 1st nothing is left, so the first period is a whole one', async () => {
    await choose('START_OF_THE_MONTH');
    app.clock.travelTo(april1);
    expect(cycleOf(await buy('maps-basic'))).toEqual([april1, april1, may1]);
  });

  describe('SUBSCRIPTIONS_CONSOLIDATE_BILLING', () => {
    beforeEach(() => choose('SUBSCRIPTIONS_CONSOLIDATE_BILLING'));

    it('B1, B2: takes the anchor of the oldest, whose day no month wears off', async () => {
      const oldest = await buy('maps-basic');
      expect(cycleOf(oldest)).toEqual([march31, march31, april30]);
      app.clock.travelTo(april10);
      await createCustomer(api, 'beech');
      expect(cycleOf(await buy('tiles-basic', {}, 'beech'))).toEqual([
        april10,
        april10,
        '2026-05-10T12:00:00.000Z',
      ]);
      const monthly = await buy('tiles-basic');
      const annual = await buy('routes-basic', { billingPeriod: 'ANNUALLY' });
      expect(cycleOf(monthly)).toEqual([march31, april10, april30]);
      expect(cycleOf(annual)).toEqual([march31, april10, '2027-03-31T10:15:00.000Z']);
      app.clock.travelTo(april30);
      expect(cycleOf(await get(monthly))).toEqual([march31, april30, may31]);
      expect(cycleOf(await get(oldest))).toEqual(cycleOf(await get(monthly)));
    });

    it('B2: the oldest is the first to start of what is PAID and runs', async () => {
      await buy('maps-free');
      app.clock.travelTo('2026-04-01T08:00:00.000Z');
      const ended = await buy('tiles-basic');
      app.clock.travelTo('2026-04-02T08:00:00.000Z');
      // Not in the cycle of the other one, so that it shows whose anchor is taken.
      await choose('SUBSCRIPTION_START');
      const left = await buy('routes-basic');
      const cancellation = { cancellationTime: 'IMMEDIATE' };
      await expectOk(api.rest('POST', `/subscriptions/${String(ended['id'])}/cancel`, cancellation));
      app.clock.travelTo('2026-04-05T08:00:00.000Z');
      await buy('tiles-basic');
      await choose('SUBSCRIPTIONS_CONSOLIDATE_BILLING');
      app.clock.travelTo(april10);
      const anchor = left['billingCycleAnchor'];
      expect(cycleOf(await buy('maps-basic'))).toEqual([anchor, april10, '2026-05-02T08:00:00.000Z']);
    });
  });

  it('B4: another plan goes on in the cycle, within its short first period too, and NOW begins one at once', async () => {
    await choose('START_OF_THE_MONTH');
    app.clock.travelTo(april10);
    await buy('maps-basic');
    app.clock.travelTo('2026-04-20T00:00:00.000Z');
    expect(cycleOf(await buy('maps-pro'))).toEqual([may1, april10, may1]);
    const grown = await buy('maps-pro', { billingPeriod: 'ANNUALLY' });
    expect(cycleOf(grown)).toEqual([may1, april10, may1]);
    const anew = await buy('maps-pro', { billingPeriod: 'ANNUALLY', billingCycleAnchor: 'NOW' });
    const now = '2026-04-20T00:00:00.000Z';
    expect(cycleOf(anew)).toEqual([now, now, '2027-04-20T00:00:00.000Z']);
    const fresh = await buy('tiles-basic', { billingCycleAnchor: 'NOW' });
    expect(cycleOf(fresh)).toEqual([now, now, '2026-05-20T00:00:00.000Z']);
  });

  it('B2: what follows a FREE plan is new', async () => {
    await choose('START_OF_THE_MONTH');
    await buy('maps-free');
    app.clock.travelTo(april10);
    expect(cycleOf(await buy('maps-basic'))).toEqual([may1, april10, may1]);
  });

  it('B2: another choice touches nothing that runs', async () => {
    const before = await buy('maps-basic');
    await choose('START_OF_THE_MONTH');
    expect(cycleOf(await get(before))).toEqual([march31, march31, april30]);
    app.clock.travelTo(april10);
    expect(cycleOf(await buy('maps-pro'))).toEqual([march31, march31, april30]);
  });

  it('B2, entitlements-usage W2: usage is counted from the start all the same', async () => {
    await choose('START_OF_THE_MONTH');
    app.clock.travelTo(april10);
    await buy('maps-basic');
    expect(await check(api, 'acorn', 'featureId=calls')).toMatchObject({
      usagePeriodAnchor: april10,
      usagePeriodStart: april10,
      usagePeriodEnd: '2026-05-10T12:00:00.000Z',
    });
  });

  it('B2: is chosen by each environment for itself', async () => {
    const other = await app.newEnvironment();
    await expectOk(other.api.rest('PATCH', '/environment-settings', { billingAnchor: 'START_OF_THE_MONTH' }));
    expect(cycleOf(await buy('maps-basic'))).toEqual([march31, march31, april30]);
  });
});
