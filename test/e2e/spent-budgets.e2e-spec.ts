import type { TestApp } from '../support/app';
import { counted, subscribe, usedOf, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { hard, sellBudgetedPlans, soft, Spender, withBudgetedPlans } from '../support/budgeted-plans';
import { countedStatements } from '../support/counted-statements';
import { explain } from '../support/explanations';
import { callOf, sendEvents } from '../support/metered-features';
import { grant } from '../support/promotions';

// Domain: customers-subscriptions

describe('what is spent of a budget', () => {
  let app: TestApp;
  let api: ApiClient;

  withBudgetedPlans((opened) => ({ app, api } = opened));

  const spender = (budget: Json | null, planId = 'metered', more: Json = {}) =>
    Spender.of(app, api, planId, { budget, ...more });
  const tokens = ({ customerId }: Spender, number: number, more: Json = {}) =>
    sendEvents(api, callOf(customerId, { dimensions: { tokens: number }, ...more }));

  it('O3, entitlements-usage Q2: is the price of all usage, fees aside: from the limit on checks of what has a price deny, of nothing else', async () => {
    const one = await spender(hard(10));
    await one.use('calls', 50);
    await one.use('packs', 11);
    await one.use('storage', 101);
    await tokens(one, 50);
    expect(await one.reason()).toBeNull();
    expect(await one.told()).toEqual([]);
    await one.use('seats', 1);
    for (const id of ['calls', 'packs', 'storage', 'seats', 'tokens', 'people'])
      expect(await one.check(id)).toMatchObject({ isGranted: false, accessDeniedReason: 'BudgetExceeded' });
    expect(await one.check('emails')).toMatchObject({ isGranted: true, accessDeniedReason: null });
    expect(await one.told()).toHaveLength(1);
  });

  it('O3: a soft one denies nobody, and is told of all the same', async () => {
    const one = await spender(soft(10));
    await one.use('calls', 500);
    expect(await one.reason()).toBeNull();
    expect(await one.told()).toHaveLength(1);
  });

  it('access-and-events W10: it is told once a period with the subscription, in the name of who has told of the usage', async () => {
    const one = await spender(hard(10));
    await one.use('calls', 99);
    expect(await one.told()).toEqual([]);
    for (const value of [1, 1, -50, 100]) await one.use('calls', value);
    const [event, ...others] = await one.told();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      entity_type: 'SUBSCRIPTION',
      actor: expect.stringMatching(/./) as string,
      payload: { subscription: { id: one.subscriptionId, budget: hard(10), customerId: one.customerId } },
    });
    expect(event?.payload['subscription']).toEqual(await one.get());
  });

  it('O3, entitlements-usage A3, A8: by DELTA and SET, of a window and of a level; what is given back may be used again', async () => {
    const one = await spender(hard(10));
    await one.use('calls', 100, { updateBehavior: 'SET' });
    expect(await one.reason()).toBe('BudgetExceeded');
    await one.use('calls', 99, { updateBehavior: 'SET' });
    expect(await one.reason()).toBeNull();
    await one.use('seats', 1);
    expect(await one.reason('seats')).toBe('BudgetExceeded');
    await one.use('seats', -1);
    expect(await one.reason('seats')).toBeNull();
    expect(await one.told()).toHaveLength(1);
  });

  it('O3: 80 calls and a seat of 10.00, a seat that is given back, and another limit', async () => {
    const one = await spender(hard(10));
    await one.use('calls', 80);
    await one.use('seats', 1);
    expect([await one.reason(), await one.reason('seats')]).toEqual(['BudgetExceeded', 'BudgetExceeded']);
    await one.use('seats', -1);
    await one.use('calls', 19);
    expect(await one.reason()).toBeNull();
    await one.use('calls', 1);
    expect(await one.reason()).toBe('BudgetExceeded');
    await expectOk(one.patch({ budget: hard(20) }));
    await one.use('calls', 99);
    expect(await one.reason()).toBeNull();
    await one.use('calls', 1);
    expect(await one.reason()).toBe('BudgetExceeded');
    expect(await one.told()).toHaveLength(1);
  });

  it('O3, entitlements-usage A11, A16: events of any meter count, each once', async () => {
    const one = await spender(hard(5));
    const user = (name: string) => callOf(one.customerId, { dimensions: { user: name } });
    const first = user('ada');
    await sendEvents(api, first, user('bob'), user('ada'), user('cyd'));
    await sendEvents(api, first, first, user('bob'));
    expect(await one.reason('people')).toBeNull();
    await tokens(one, 199);
    expect(await one.reason('people')).toBeNull();
    await tokens(one, 1);
    expect(await one.reason('people')).toBe('BudgetExceeded');
    await tokens(one, -100);
    expect(await one.reason()).toBeNull();
    expect(await one.told()).toHaveLength(1);
  });

  it('O3: reports and events fill one budget together', async () => {
    const one = await spender(hard(10));
    await Promise.all([one.use('calls', 30), tokens(one, 300), one.use('calls', 30), tokens(one, 100)]);
    expect(await one.reason('tokens')).toBe('BudgetExceeded');
    expect(await one.told()).toHaveLength(1);
  });

  it('entitlements-usage Q12: enforceLimit refuses once it is spent, as a check would; what gives back and a soft one never', async () => {
    const one = await spender(hard(10));
    const enforced = { enforceLimit: true };
    const spent =
      /^usages\[0\]: BudgetExceeded: usage of 12\.00 usd has reached the budget of 10, and nothing/;
    expect(await counted(one.report('calls', 120, enforced))).toMatchObject({ currentUsage: 120 });
    for (const [id, value] of [
      ['calls', 1],
      ['calls', 0],
      ['seats', 1],
    ] as const)
      expect(await one.report(id, value, enforced)).toRefuse('EntitlementLimitExceededError', spent);
    const usages = [{ customerId: one.customerId, featureId: 'calls', value: 1, ...enforced }];
    const mutation = 'mutation Report($input: ReportUsageInput!) { reportUsage(input: $input) { id } }';
    expect(await api.graphql(mutation, { input: { usages } })).toRefuse(
      'EntitlementLimitExceededError',
      spent,
    );
    const key = { 'idempotency-key': one.customerId };
    expect(await api.send('POST', '/api/v1/usage', { usages }, key)).toRefuse(
      'EntitlementLimitExceededError',
    );
    await expectOk(one.report('emails', 1, enforced));
    await expectOk(one.report('calls', -21, enforced));
    await expectOk(one.report('calls', 1, enforced));
    expect(await usedOf(api, one.customerId, 'calls')).toBe(100);
    const lenient = await spender(soft(10));
    for (const _ of [1, 2]) await expectOk(lenient.report('calls', 100, enforced));
  });

  it('entitlements-usage Q12, A2: a batch is judged in its order, and one that is refused spends and tells nothing', async () => {
    const one = await spender(hard(10));
    const batch = (...of: [featureId: string, value: number][]) => {
      const usages = of.map(([featureId, value]) => ({
        ...{ customerId: one.customerId, featureId, value, enforceLimit: true },
      }));
      return api.rest('POST', '/usage', { usages });
    };
    expect(await batch(['calls', 60], ['seats', 2], ['packs', 1])).toRefuse(
      'EntitlementLimitExceededError',
      /^usages\[2\]: BudgetExceeded: usage of 10\.00 usd/,
    );
    expect(await one.told()).toEqual([]);
    expect(await one.reason()).toBeNull();
    await expectOk(batch(['calls', 60], ['seats', 2], ['calls', -10], ['packs', 1]));
    expect(await one.told()).toHaveLength(1);
    expect(await one.reason()).toBe('BudgetExceeded');
  });

  it('entitlements-usage A4: late usage is spent of the period that it happened in', async () => {
    const one = await spender(hard(10));
    await one.use('calls', 99);
    const before = app.clock.now();
    app.clock.advance({ days: 32 });
    await one.use('calls', 50, { createdAt: before.toISOString() });
    expect(await one.reason()).toBeNull();
    await one.use('calls', 99);
    await one.use('calls', 5, { createdAt: before.toISOString() });
    expect(await one.reason()).toBeNull();
    expect(await one.told()).toEqual([]);
  });

  it('B1: a new period begins with nothing spent, but for levels; it is told of anew', async () => {
    const one = await spender(hard(10));
    await one.use('calls', 100);
    const { validUntil } = await one.check('seats');
    expect(validUntil).toBe('2026-04-04T15:30:00.000Z');
    app.clock.advance({ days: 31 });
    expect(await one.reason()).toBeNull();
    expect(await one.told()).toHaveLength(1);
    await one.use('seats', 5);
    expect(await one.reason()).toBe('BudgetExceeded');
    expect(await one.told()).toHaveLength(2);
    app.clock.advance({ days: 31 });
    expect(await one.reason()).toBe('BudgetExceeded');
    await one.use('calls', 1);
    expect(await one.told()).toHaveLength(3);
  });

  it('D2: raised, lifted, set anew and soft, it is so at once, by what was used of the period until then', async () => {
    const one = await spender(null);
    await one.use('calls', 100);
    await tokens(one, 100);
    await one.use('seats', 1);
    expect(await one.reason()).toBeNull();
    const is = async (budget: Json | null, reason: string | null) => {
      await expectOk(one.patch({ budget }));
      expect(await one.reason()).toBe(reason);
    };
    await is(hard(13), 'BudgetExceeded');
    await is(hard(13.01), null);
    await is(hard(0), 'BudgetExceeded');
    await is(soft(0), null);
    await is(hard(13), 'BudgetExceeded');
    await is(null, null);
    expect(await one.told()).toEqual([]);
    await is(hard(13), 'BudgetExceeded');
    await one.use('calls', 1);
    await is(null, null);
    await is(hard(13), 'BudgetExceeded');
    await one.use('calls', 1);
    expect(await one.told()).toHaveLength(1);
  });

  it('O3, entitlements-usage G9: other prices count at once: an addon that prices a feature, and a plan that takes its place', async () => {
    const one = await spender(hard(10));
    await one.use('calls', 50);
    await one.use('emails', 10);
    expect(await one.reason('emails')).toBeNull();
    await expectOk(one.patch({ addons: [{ id: 'texts', quantity: 1 }] }));
    expect(await one.reason('emails')).toBe('BudgetExceeded');
    await expectOk(one.patch({ addons: [], scheduleStrategy: 'IMMEDIATE' }));
    expect(await one.reason()).toBeNull();
    // What was used before belongs to the one that has ended.
    app.clock.advance({ hours: 1 });
    await subscribe(api, one.customerId, 'dearer', { budget: hard(10), scheduleStrategy: 'IMMEDIATE' });
    expect(await one.reason()).toBeNull();
    await one.use('calls', 20);
    expect(await one.reason()).toBe('BudgetExceeded');
  });

  it('B4: a billing cycle that begins anew begins a period of the budget', async () => {
    const one = await spender(hard(10));
    await one.use('calls', 100);
    app.clock.advance({ days: 3 });
    expect(await one.reason()).toBe('BudgetExceeded');
    await expectOk(one.patch({ billingCycleAnchor: 'NOW' }));
    expect(await one.reason()).toBeNull();
    await one.use('calls', 100);
    expect(await one.reason()).toBe('BudgetExceeded');
    expect(await one.told()).toHaveLength(2);
  });

  it('X6: on another resource it is spent by what is used there', async () => {
    const one = await spender(hard(10), 'site', { resourceId: 'north' });
    const ask = async (id: string) =>
      (
        await expectOk<Json>(
          api.rest('GET', `/customers/${one.customerId}/entitlements/check?featureId=calls&resourceId=${id}`),
        )
      )['accessDeniedReason'];
    await one.use('calls', 100, { resourceId: 'north' });
    expect(await ask('north')).toBe('BudgetExceeded');
    const transfer = { destinationResourceId: 'south' };
    await expectOk(api.rest('POST', `/subscriptions/${one.subscriptionId}/transfer`, transfer));
    expect([await ask('north'), await ask('south')]).toEqual(['NoActiveSubscription', null]);
    await one.use('calls', 100, { resourceId: 'south' });
    expect(await ask('south')).toBe('BudgetExceeded');
  });

  it.each([
    ['', hard(10)],
    [', also of one that was lifted before', null],
  ])('S5: with its end nothing of it is left%s', async (_, budget) => {
    const one = await spender(hard(10));
    await one.use('calls', 100);
    await expectOk(one.patch({ budget }));
    await expectOk(
      api.rest('POST', `/subscriptions/${one.subscriptionId}/cancel`, { cancellationTime: 'IMMEDIATE' }),
    );
    await subscribe(api, one.customerId, 'metered');
    expect(await one.reason()).toBeNull();
    const left = await app.dataSource.query<object[]>(
      'select from usage_spend s join customer c on c.uid = s.customer_uid where c.id = $1',
      [one.customerId],
    );
    expect(left).toEqual([]);
  });

  it('entitlements-usage G1, G4: each resource has its own; what is in force decides, not what it stands above', async () => {
    const one = await spender(hard(10));
    const on = (resourceId: string) => ({ resourceId });
    for (const id of ['north', 'south'])
      await subscribe(api, one.customerId, 'site', { ...on(id), budget: hard(20) });
    const ask = async (id: string) =>
      (
        await expectOk<Json>(
          api.rest('GET', `/customers/${one.customerId}/entitlements/check?featureId=seats&resourceId=${id}`),
        )
      )['accessDeniedReason'];
    await one.use('seats', 10, on('north'));
    expect([await ask('north'), await ask('south'), await one.reason('seats')]).toEqual([
      'BudgetExceeded',
      null,
      null,
    ]);
    await grant(api, one.customerId, 'calls', { hasUnlimitedUsage: true });
    await one.use('calls', 500);
    expect([await one.reason(), await one.reason('seats')]).toEqual([null, null]);
  });

  it('entitlements-usage Q13, Q16: list, explanation and answers as of an instant tell the same', async () => {
    const one = await spender(hard(10));
    const { customerId } = one;
    await one.use('calls', 99);
    app.clock.advance({ hours: 1 });
    const before = app.clock.now();
    app.clock.advance({ hours: 1 });
    await tokens(one, 10);
    const reasons = async (at?: Date): Promise<unknown[]> => {
      const query = at ? `at=${at.toISOString()}` : '';
      const checked = await expectOk<Json>(
        api.rest('GET', `/customers/${customerId}/entitlements/check?featureId=seats&${query}`),
      );
      const { entitlement } = await explain(api, customerId, { featureId: 'seats', ...(at && { at }) });
      const { entitlements } = await expectOk<{ entitlements: (Json & { feature: Json })[] }>(
        api.rest('GET', `/customers/${customerId}/entitlements?${query}`),
      );
      const listed = entitlements.find(({ feature }) => feature['id'] === 'seats');
      return [checked, entitlement, listed].map((each) => each?.['accessDeniedReason']);
    };
    expect(await reasons()).toEqual(['BudgetExceeded', 'BudgetExceeded', 'BudgetExceeded']);
    expect(await reasons(before)).toEqual([null, null, null]);
    app.clock.advance({ hours: 1 });
    await expectOk(one.patch({ budget: hard(20) }));
    expect(await reasons()).toEqual([null, null, null]);
    const spent = new Date(app.clock.now().getTime() - 1);
    expect(await reasons(spent)).toEqual(['BudgetExceeded', 'BudgetExceeded', 'BudgetExceeded']);
  });

  it('entitlements-usage Q2: the reasons before it win, and it wins over the limit', async () => {
    const one = await spender(hard(0));
    const ask = async (query: string) =>
      (await expectOk<Json>(api.rest('GET', `/customers/${one.customerId}/entitlements/check?${query}`)))[
        'accessDeniedReason'
      ];
    expect(await ask('featureId=calls&requestedValues=a')).toBe('FeatureTypeMismatch');
    expect(await ask('featureId=storage&requestedUsage=101')).toBe('BudgetExceeded');
    expect(await ask('featureId=emails')).toBeNull();
  });

  it('a check reads once, also one that nothing is held of, and one from memory not at all', async () => {
    const one = await spender(hard(10));
    const asked = () =>
      countedStatements(app, () =>
        api.rest('GET', `/customers/${one.customerId}/entitlements/check?featureId=calls`),
      );
    let fromMemory = 0;
    for (let used = 1; used < 100; used++) {
      await one.use('calls', 1);
      if (used % 9 !== 0) continue;
      const { answer, statements } = await asked();
      expect(statements.length).toBeLessThanOrEqual(1);
      expect(answer.body).toMatchObject({ data: { currentUsage: used, accessDeniedReason: null } });
      if (statements.length === 0) fromMemory++;
    }
    // A poll may come between a commit and its acknowledgement, and what it tells of is read again.
    expect(fromMemory).toBeGreaterThan(0);
    await one.use('calls', 1);
    const { answer, statements } = await asked();
    expect(statements.length).toBeLessThanOrEqual(1);
    expect(answer.body).toMatchObject({ data: { currentUsage: 100, accessDeniedReason: 'BudgetExceeded' } });
  });

  it('a report of who has no budget is one statement, as before', async () => {
    const one = await spender(null);
    for (const _ of [1, 2, 3]) await one.use('calls', 1);
    const send = () => one.report('calls', 1);
    expect((await countedStatements(app, send)).statements).toHaveLength(1);
  });

  it('a budget of another environment is spent by nobody here', async () => {
    const one = await spender(hard(10));
    await one.use('calls', 100);
    await sellBudgetedPlans(app.b.api);
    const other = await Spender.of(app, app.b.api, 'metered', { budget: hard(10) });
    expect(await other.reason()).toBeNull();
    expect(await app.b.api.rest('PATCH', `/subscriptions/${one.subscriptionId}`, { budget: null })).toRefuse(
      'SubscriptionNotFound',
    );
    expect(await one.reason()).toBe('BudgetExceeded');
  });
});
