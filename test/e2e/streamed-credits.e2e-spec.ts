import { createTestApp, type TestApp } from '../support/app';
import { createFeature, createProduct, feature, publishPlan, subscribe, type Json } from '../support/catalog';
import type { ApiClient } from '../support/client';
import { ratedUsage } from '../support/credit-story';
import { creditCustomer, giveCredits, useCredits } from '../support/credits';
import { eventually } from '../support/eventually';
import { Listening, type State, type Usage } from '../support/listening';
import { flatFee } from '../support/priced-plans';

// Domain: entitlements-usage

describe('the stream of changes tells of credits', () => {
  let app: TestApp;
  let api: ApiClient;
  let listening: Listening;
  let names = 0;

  beforeAll(async () => {
    app = await createTestApp({ listen: true });
    api = app.a.api;
    listening = new Listening(app);
  });
  afterAll(async () => {
    listening?.leave();
    await app.close();
  });
  const newCustomer = async (): Promise<string> => {
    const id = `payer-${++names}`;
    await creditCustomer(api, id);
    return id;
  };

  it('C3: what is used of a currency, as the check tells it', async () => {
    const customerId = await newCustomer();
    await giveCredits(api, { customerId, amount: 10 });
    const stream = await listening.streamOf(`?customerId=${customerId}`);
    await useCredits(api, 4, { customerId });
    await eventually(() => {
      expect(stream.of<Usage>('usage.updated').at(-1)).toMatchObject({
        ...{ customerId, resourceId: null, ref: { type: 'CREDIT', id: 'tokens' } },
        ...{ currentUsage: 4, usageLimit: 10, usageVersion: expect.any(Number) },
      });
      return Promise.resolve();
    });
    app.clock.advance({ seconds: 1 });
    await giveCredits(api, { customerId, amount: 5 });
    await eventually(() => {
      expect(stream.of<Usage>('usage.updated').at(-1)).toMatchObject({ currentUsage: 4, usageLimit: 15 });
      return Promise.resolve();
    });
  });

  it('C3: the first credits of a currency with all that the customer may do', async () => {
    const customerId = await newCustomer();
    const stream = await listening.streamOf(`?customerId=${customerId}`);
    await giveCredits(api, { customerId, amount: 10 });
    await eventually(() => {
      expect(stream.of<State>('entitlements.updated').at(-1)?.entitlements).toMatchObject([
        { type: 'CREDIT', currency: { currencyId: 'tokens' }, usageLimit: 10, isGranted: true },
      ]);
      return Promise.resolve();
    });
  });

  it('C3, Q8: when nothing is left, and when something is again, all that may not be used any more and may be again', async () => {
    await createProduct(api, 'main');
    await createFeature(api, 'chats', 'metered');
    await publishPlan(api, {
      ...{ id: 'ai', productId: 'main', pricingType: null },
      entitlements: [feature('chats', { hasUnlimitedUsage: true })],
      patch: {
        charges: { pricingType: 'PAID', pricingModels: [flatFee(9), ratedUsage('chats', { amount: 2 })] },
      },
    });
    const customerId = await newCustomer();
    await subscribe(api, customerId, 'ai', { billingPeriod: 'MONTHLY' });
    await giveCredits(api, { customerId, amount: 10 });
    const stream = await listening.streamOf(`?customerId=${customerId}`);
    const grantedAre = (...expected: boolean[]) =>
      eventually(() => {
        const { entitlements = [] } = stream.of<State>('entitlements.updated').at(-1) ?? {};
        const told = entitlements as unknown as { isGranted: boolean; type: string }[];
        expect(told.map(({ isGranted }) => isGranted)).toEqual(expected);
        return Promise.resolve();
      });
    await useCredits(api, 10, { customerId });
    await grantedAre(false, false);
    await giveCredits(api, { customerId, amount: 1 });
    await grantedAre(true, true);
  });

  it('C3: the same over GraphQL', async () => {
    const customerId = await newCustomer();
    await giveCredits(api, { customerId, amount: 10 });
    const document = `subscription ($id: [String!]) { streamEntitlements(customerId: $id) {
      __typename ... on UsageUpdated { currentUsage usageLimit ref { type id } } } }`;
    const stream = await listening.subscriptionOf(document, { id: [customerId] });
    await useCredits(api, 3, { customerId });
    await eventually(() => {
      const told = stream.of<{ data: { streamEntitlements: Json } }>('next').at(-1);
      expect(told?.data.streamEntitlements).toEqual({
        ...{ __typename: 'UsageUpdated', currentUsage: 3, usageLimit: 10 },
        ref: { type: 'CREDIT', id: 'tokens' },
      });
      return Promise.resolve();
    });
  });

  it('C4: credits of one customer are told once a second at most, and the last state at least', async () => {
    const customerId = await newCustomer();
    await giveCredits(api, { customerId, amount: 1000 });
    const stream = await listening.streamOf(`?customerId=${customerId}`);
    const usages = () => stream.of<Usage>('usage.updated').map(({ currentUsage }) => currentUsage);
    for (let used = 1; used <= 5; used++) await useCredits(api, 1, { customerId });
    await eventually(() => Promise.resolve(expect(usages()).toHaveLength(1)));
    app.clock.advance({ seconds: 1 });
    await eventually(() => Promise.resolve(expect(usages().at(-1)).toBe(5)));
    expect(usages().length).toBeLessThanOrEqual(2);
  });
});
