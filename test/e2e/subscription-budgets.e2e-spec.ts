import type { TestApp } from '../support/app';
import { createCustomer, subscribe, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { hard, soft, Spender, withBudgetedPlans } from '../support/budgeted-plans';

// Domain: customers-subscriptions

describe('budgets of subscriptions', () => {
  let app: TestApp;
  let api: ApiClient;

  withBudgetedPlans((opened) => ({ app, api } = opened));

  const spender = (budget?: Json, planId = 'metered') =>
    Spender.of(app, api, planId, budget === undefined ? {} : { budget });

  it('is told by the provision, by GET and in lists, and null where there is none', async () => {
    const one = await spender(soft(99.5));
    expect(await one.get()).toMatchObject({ budget: soft(99.5) });
    const { data } = await expectPage<Json>(api.rest('GET', `/subscriptions?customerId=${one.customerId}`));
    expect(data).toMatchObject([{ budget: soft(99.5) }]);
    expect(await (await spender()).get()).toMatchObject({ budget: null });
  });

  it('D1, D2: is set, raised and taken away at once, and asking for nothing else changes nothing else', async () => {
    const one = await spender();
    for (const budget of [hard(10), soft(20), hard(0), null]) {
      expect(await expectOk(one.patch({ budget }))).toMatchObject({ budget, futureUpdates: [] });
      expect(await expectOk(one.patch({ metadata: { a: 'b' } }))).toMatchObject({ budget });
    }
  });

  it('V5: goes with the plan that is asked for again, and stays where nothing is said of it', async () => {
    const one = await spender(hard(10));
    const again = (more: Json) =>
      expectOk<Json>(
        api.rest('POST', '/subscriptions', { customerId: one.customerId, planId: 'metered', ...more }),
      );
    expect((await again({}))['subscription']).toMatchObject({ budget: hard(10) });
    expect((await again({ budget: soft(30) }))['subscription']).toMatchObject({ budget: soft(30) });
    const { subscription } = await subscribe(api, one.customerId, 'dearer', {
      scheduleStrategy: 'IMMEDIATE',
    });
    expect(subscription).toMatchObject({ budget: null });
  });

  it('D9, D11: goes with a plan that waits, whose budget it is', async () => {
    const one = await spender(hard(10));
    await subscribe(api, one.customerId, 'flat', {
      budget: soft(7),
      scheduleStrategy: 'END_OF_BILLING_PERIOD',
    });
    expect(await one.get()).toMatchObject({ planId: 'metered', budget: hard(10) });
    app.clock.advance({ days: 32 });
    const { data } = await expectPage<Json>(api.rest('GET', `/subscriptions?customerId=${one.customerId}`));
    expect(data).toMatchObject([
      { planId: 'flat', status: 'ACTIVE', budget: soft(7) },
      { planId: 'metered', status: 'CANCELED', budget: hard(10) },
    ]);
  });

  it.each<[string, unknown, 'BadUserInput' | 'AmountTooLarge', RegExp]>([
    ['below nothing', hard(-1), 'BadUserInput', /budget\.limit/],
    ['of half a cent', hard(0.005), 'BadUserInput', /budget\.limit has more decimals than usd has/],
    ['past all amounts', hard(1e9), 'AmountTooLarge', /budget\.limit/],
    ['without a limit', { hasSoftLimit: true }, 'BadUserInput', /budget\.limit/],
    ['that says not how', { limit: 5 }, 'BadUserInput', /budget\.hasSoftLimit/],
    ['that is a number', 5, 'BadUserInput', /budget/],
  ])('is none %s', async (_, budget, code, message) => {
    const one = await spender(hard(10));
    const body = { customerId: one.customerId, planId: 'dearer', budget };
    expect(await api.rest('POST', '/subscriptions', body)).toRefuse(code, message);
    expect(await one.patch({ budget })).toRefuse(code, message);
    expect(await one.get()).toMatchObject({ budget: hard(10) });
  });

  it.each(['free', 'agreed'])(
    'is none of plan %s, whose usage has no price; null asks for nothing',
    async (planId) => {
      const refused = /^budget: plan \w+ is (FREE|CUSTOM) and its usage has no price; leave budget out$/;
      const one = await spender(undefined, planId);
      expect(await one.patch({ budget: hard(5) })).toRefuse('UnsupportedParameter', refused);
      expect(await expectOk(one.patch({ budget: null }))).toMatchObject({ budget: null });
      await createCustomer(api, `buys-${planId}`);
      const body = { customerId: `buys-${planId}`, planId, budget: soft(5) };
      expect(await api.rest('POST', '/subscriptions', body)).toRefuse('UnsupportedParameter', refused);
    },
  );

  it('the same over GraphQL', async () => {
    const one = await spender();
    const update = (budget: Json | null) =>
      api.graphql(
        `mutation Update($input: UpdateSubscriptionInput!) {
             updateSubscription(id: "${one.subscriptionId}", input: $input) { budget { limit hasSoftLimit } } }`,
        { input: { budget } },
      );
    expect(await expectOk(update(hard(12.5)))).toEqual({ budget: hard(12.5) });
    expect(await update(hard(-1))).toRefuse('BadUserInput', /budget\.limit/);
    expect(await expectOk(update(null))).toEqual({ budget: null });
    const document = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { subscription { budget { limit hasSoftLimit } } } }`;
    await createCustomer(api, 'graph');
    const input = { customerId: 'graph', planId: 'metered', budget: soft(7) };
    expect(await expectOk(api.graphql(document, { input }))).toEqual({ subscription: { budget: soft(7) } });
  });
});
