import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
  report,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { holdRow, somebodyWaits } from '../support/held-row';
import { calls, draftWith, endOf, pinsOf, publishFor } from '../support/publishing';

/** Domain: catalog L6, L7, I3; customers-subscriptions X5 */
describe('publishing for all customers', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'seats', 'gauge');
  });
  afterAll(() => app.close());

  const next = (word: string) => `${word}-${++made}`;
  /** A live plan with a limit of calls. */
  const sell = async (usageLimit = 100, more: Json = {}): Promise<string> => {
    const id = next('plan');
    await publishPlan(api, { id, productId: 'main', entitlements: [calls(usageLimit)], ...more });
    return id;
  };
  const holder = async (planId: string, more: Json = {}) => {
    const customerId = next('customer');
    await createCustomer(api, customerId);
    return { customerId, id: (await subscribe(api, customerId, planId, more)).id };
  };
  const limitOf = async (customerId: string, featureId = 'calls') =>
    (await check(api, customerId, `featureId=${featureId}`))['usageLimit'];
  const get = (id: string) => expectOk<Json>(api.rest('GET', `/subscriptions/${id}`));

  it('L6: NEW_CUSTOMERS gives the version to those who come after it and leaves the others', async () => {
    const plan = await sell(100);
    const old = await holder(plan);
    await draftWith(api, 'plans', plan, 200);
    expect(await publishFor(api, 'plans', plan, 'NEW_CUSTOMERS')).toBeNull();
    expect(await limitOf(old.customerId)).toBe(100);
    expect(await limitOf((await holder(plan)).customerId)).toBe(200);
    expect(await pinsOf(app, old.id)).toEqual([`${plan} 1`]);
  });

  it('L6: ALL_CUSTOMERS moves every live subscription of any older version in a task', async () => {
    const plan = await sell(100);
    const first = await holder(plan);
    await draftWith(api, 'plans', plan, 200);
    await publishFor(api, 'plans', plan, 'NEW_CUSTOMERS');
    const second = await holder(plan);
    await draftWith(api, 'plans', plan, 300);
    const task = await endOf(api, await publishFor(api, 'plans', plan));
    expect(task).toMatchObject({
      kind: 'MIGRATE_SUBSCRIPTIONS',
      entityType: 'PLAN',
      entityId: plan,
      state: 'COMPLETED',
      progress: { done: 2, failed: 0, total: 2 },
    });
    const result = { entityType: 'SUBSCRIPTION', state: 'DONE', code: null, message: null, result: null };
    expect(task.results).toEqual([
      expect.objectContaining({ ...result, entityId: first.id }),
      expect.objectContaining({ ...result, entityId: second.id }),
    ]);
    for (const { id, customerId } of [first, second]) {
      expect(await pinsOf(app, id)).toEqual([`${plan} 3`]);
      expect(await limitOf(customerId)).toBe(300);
    }
  });

  it('L7: who asked for it is named by each change, under the id of the task', async () => {
    const plan = await sell();
    const { id } = await holder(plan);
    await draftWith(api, 'plans', plan, 200);
    const task = await endOf(api, await publishFor(api, 'plans', plan));
    const { data } = await expectPage<Json>(api.rest('GET', `/activity?entityId=${id}`));
    const [published] = (await expectPage<Json>(api.rest('GET', `/activity?entityId=${plan}&limit=1`))).data;
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      type: 'subscription.updated',
      actorType: 'APP_SERVER',
      actor: published?.['actor'],
      requestId: task.id,
      before: { versions: [{ kind: 'PLAN', id: plan, versionNumber: 1 }] },
      after: { versions: [{ kind: 'PLAN', id: plan, versionNumber: 2 }] },
    });
    const told = (await eventsAbout(app, id)).at(-1);
    expect(told).toMatchObject({
      type: 'subscription.updated',
      payload: { subscription: { id, planId: plan } },
    });
  });

  it('I3: a new version of the base reaches the subscriptions of plans that inherit from it, and nothing else of them', async () => {
    const base = await sell(100);
    const pro = await sell(7, {
      patch: { parentPlanId: base },
      entitlements: [feature('seats', { usageLimit: 3 })],
    });
    const old = await holder(pro);
    await expectOk(api.rest('POST', `/plans/${pro}/draft`));
    await expectOk(api.rest('PATCH', `/plans/${pro}/entitlements/seats`, { type: 'FEATURE', usageLimit: 9 }));
    await publishFor(api, 'plans', pro, 'NEW_CUSTOMERS');
    await draftWith(api, 'plans', base, 500);
    const task = await endOf(api, await publishFor(api, 'plans', base));
    expect(task).toMatchObject({ state: 'COMPLETED', progress: { done: 1, total: 1 } });
    expect(await pinsOf(app, old.id)).toEqual([`${base} 2`, `${pro} 1`]);
    expect(await limitOf(old.customerId)).toBe(500);
    expect(await limitOf(old.customerId, 'seats')).toBe(3);
  });

  it('I3: a version that inherits from another plan brings its chain along', async () => {
    const [before, after] = [await sell(100), await sell(400)];
    const pro = await sell(0, { patch: { parentPlanId: before }, entitlements: [] });
    const { id, customerId } = await holder(pro);
    await expectOk(api.rest('POST', `/plans/${pro}/draft`));
    await expectOk(api.rest('PATCH', `/plans/${pro}`, { parentPlanId: after }));
    await endOf(api, await publishFor(api, 'plans', pro));
    expect(await pinsOf(app, id)).toEqual([`${after} 1`, `${pro} 2`]);
    expect(await limitOf(customerId)).toBe(400);
  });

  it('A3, entitlements-usage W2: an addon moves with its quantity and its instant of joining', async () => {
    const addon = next('addon');
    await publishAddon(api, {
      id: addon,
      productId: 'main',
      entitlements: [feature('seats', { usageLimit: 2 })],
    });
    const plan = await sell(100, { patch: { compatibleAddonIds: [addon] } });
    const { id, customerId } = await holder(plan, { addons: [{ id: addon, quantity: 3 }] });
    const joined = () =>
      app.dataSource.query<Json[]>(
        'select quantity, joined_at from subscription_package where package_id = $1',
        [addon],
      );
    const before = await joined();
    app.clock.advance({ days: 1 });
    await expectOk(api.rest('POST', `/addons/${addon}/draft`));
    await expectOk(
      api.rest('PATCH', `/addons/${addon}/entitlements/seats`, { type: 'FEATURE', usageLimit: 5 }),
    );
    expect(await endOf(api, await publishFor(api, 'addons', addon))).toMatchObject({
      entityType: 'ADDON',
      state: 'COMPLETED',
    });
    expect(await pinsOf(app, id)).toEqual([`${plan} 1`, `${addon} 2`]);
    expect(await limitOf(customerId, 'seats')).toBe(15);
    expect(await joined()).toEqual(before);
  });

  it('L7: values that the subscription itself was given are kept', async () => {
    const plan = await sell(100, {
      pricingType: 'CUSTOM',
      entitlements: [calls(100), feature('seats', { isCustom: true })],
    });
    const { id, customerId } = await holder(plan, { entitlements: [feature('seats', { usageLimit: 42 })] });
    await draftWith(api, 'plans', plan, 150);
    await endOf(api, await publishFor(api, 'plans', plan));
    expect(await limitOf(customerId)).toBe(150);
    expect(await limitOf(customerId, 'seats')).toBe(42);
    expect(await get(id)).toMatchObject({
      subscriptionEntitlements: [{ id: 'seats' }],
      pricingType: 'CUSTOM',
    });
  });

  it('L7: who has not started is re-pointed, who has ended is not', async () => {
    const plan = await sell(100);
    const [coming, gone] = [await holder(plan), await holder(plan)];
    await app.dataSource.query(`update subscription set start_date = '2030-01-01' where id = $1`, [
      coming.id,
    ]);
    expect(await get(coming.id)).toMatchObject({ status: 'NOT_STARTED' });
    await expectOk(api.rest('POST', `/subscriptions/${gone.id}/cancel`, {}));
    await draftWith(api, 'plans', plan, 200);
    const task = await endOf(api, await publishFor(api, 'plans', plan));
    expect(task).toMatchObject({ state: 'COMPLETED', progress: { done: 1, failed: 0, total: 1 } });
    expect(await pinsOf(app, coming.id)).toEqual([`${plan} 2`]);
    expect(await pinsOf(app, gone.id)).toEqual([`${plan} 1`]);
  });

  describe('customers-subscriptions X5: a version of another pricing type', () => {
    const publishAs = async (plan: string, pricingType: string) => {
      await draftWith(api, 'plans', plan, 200, { charges: { pricingType } });
      return endOf(api, await publishFor(api, 'plans', plan));
    };

    it('CUSTOM to FREE goes in place, and the subscription follows', async () => {
      const plan = await sell(100, { pricingType: 'CUSTOM' });
      const { id } = await holder(plan);
      expect(await publishAs(plan, 'FREE')).toMatchObject({ state: 'COMPLETED' });
      expect(await get(id)).toMatchObject({ pricingType: 'FREE', planId: plan });
    });

    it('FREE to CUSTOM is InvalidArgumentError of that subscription, which stays where it is', async () => {
      const plan = await sell(100);
      const { id, customerId } = await holder(plan);
      const task = await publishAs(plan, 'CUSTOM');
      expect(task).toMatchObject({ state: 'FAILED', progress: { done: 0, failed: 1, total: 1 } });
      expect(task.results).toEqual([
        expect.objectContaining({ entityId: id, state: 'FAILED', code: 'InvalidArgumentError' }),
      ]);
      expect(task.results[0]?.message).toMatch(/CUSTOM.*FREE/);
      expect(await pinsOf(app, id)).toEqual([`${plan} 1`]);
      expect(await limitOf(customerId)).toBe(100);
      expect(await get(id)).toMatchObject({ pricingType: 'FREE' });
    });

    it('L7: the others of the task are moved: PARTIALLY_FAILED, told with those that failed first', async () => {
      const base = await sell(100);
      const enterprise = await sell(0, {
        pricingType: 'CUSTOM',
        patch: { parentPlanId: base },
        entitlements: [],
      });
      const [moved, stays] = [await holder(enterprise), await holder(base)];
      const task = await publishAs(base, 'CUSTOM');
      expect(task).toMatchObject({ state: 'PARTIALLY_FAILED', progress: { done: 1, failed: 1, total: 2 } });
      expect(task.results.map(({ entityId, state }) => [entityId, state])).toEqual([
        [stays.id, 'FAILED'],
        [moved.id, 'DONE'],
      ]);
      expect(await limitOf(moved.customerId)).toBe(200);
      expect(await limitOf(stays.customerId)).toBe(100);
    });

    it('A2: a plan that became FREE takes no addon that is not', async () => {
      const addon = next('addon');
      await publishAddon(api, {
        id: addon,
        productId: 'main',
        pricingType: 'CUSTOM',
        entitlements: [calls(5)],
      });
      const plan = await sell(100, { pricingType: 'CUSTOM', patch: { compatibleAddonIds: [addon] } });
      const { id } = await holder(plan, { addons: [{ id: addon, quantity: 1 }] });
      const task = await publishAs(plan, 'FREE');
      expect(task.results).toEqual([
        expect.objectContaining({ entityId: id, code: 'IncompatibleSubscriptionAddon' }),
      ]);
      expect(await pinsOf(app, id)).toEqual([`${plan} 1`, `${addon} 1`]);
    });
  });

  describe('entitlements-usage H1: usage', () => {
    const moveOn = async (behavior: string) => {
      const productId = next('product');
      await createProduct(api, productId);
      await expectOk(api.rest('PATCH', `/products/${productId}`, { usageResetCutoffRule: { behavior } }));
      const plan = await sell(100, { productId });
      const { customerId } = await holder(plan);
      await expectOk(report(api, customerId, 'calls', 30));
      app.clock.advance({ days: 2 });
      await draftWith(api, 'plans', plan, 200);
      await endOf(api, await publishFor(api, 'plans', plan));
      return check(api, customerId, 'featureId=calls');
    };

    it.each(['NEVER_RESET', 'BILLING_PERIOD_CHANGE'])('goes on under %s', async (behavior) => {
      expect(await moveOn(behavior)).toMatchObject({ usageLimit: 200, currentUsage: 30 });
    });

    it('begins anew at the move under ALWAYS_RESET', async () => {
      const told = await moveOn('ALWAYS_RESET');
      expect(told).toMatchObject({
        usageLimit: 200,
        currentUsage: 0,
        usagePeriodStart: app.clock.now().toISOString(),
      });
    });
  });

  it('L6: a version that is published for new customers meanwhile takes nobody along', async () => {
    const plan = await sell(100);
    const { id, customerId } = await holder(plan);
    const release = await holdRow(app.databaseUrl, 'customer', customerId);
    await draftWith(api, 'plans', plan, 200);
    const taskId = await publishFor(api, 'plans', plan);
    await somebodyWaits(app.databaseUrl);
    await draftWith(api, 'plans', plan, 300);
    await publishFor(api, 'plans', plan, 'NEW_CUSTOMERS');
    await release();
    expect(await endOf(api, taskId)).toMatchObject({ state: 'COMPLETED' });
    expect(await pinsOf(app, id)).toEqual([`${plan} 2`]);
    expect(await limitOf(customerId)).toBe(200);
  });

  it('L6: who subscribes while it is published is not forgotten', async () => {
    const [small, large] = [await sell(1), await sell(100)];
    const { id, customerId } = await holder(small);
    // The provision has looked up the large plan and waits to end the small one.
    const release = await holdRow(app.databaseUrl, 'subscription', id);
    const subscribing = subscribe(api, customerId, large);
    await somebodyWaits(app.databaseUrl);
    await draftWith(api, 'plans', large, 200);
    const publishing = publishFor(api, 'plans', large);
    await somebodyWaits(app.databaseUrl, 2);
    await release();
    await subscribing;
    expect(await endOf(api, await publishing)).toMatchObject({ progress: { done: 1, failed: 0, total: 1 } });
    expect(await limitOf(customerId)).toBe(200);
  });

  it('L7: a subscription that ended meanwhile had its turn, and nothing changed', async () => {
    const plan = await sell(100);
    const { id, customerId } = await holder(plan);
    const release = await holdRow(app.databaseUrl, 'customer', customerId);
    await draftWith(api, 'plans', plan, 200);
    const taskId = await publishFor(api, 'plans', plan);
    await somebodyWaits(app.databaseUrl);
    await app.dataSource.query(
      `update subscription set canceled_at = now(), cancel_reason = 'Immediate' where id = $1`,
      [id],
    );
    await release();
    const task = await endOf(api, taskId);
    expect(task).toMatchObject({
      state: 'COMPLETED',
      results: [{ entityId: id, result: { isMoved: false } }],
    });
    expect(await pinsOf(app, id)).toEqual([`${plan} 1`]);
  });
});
