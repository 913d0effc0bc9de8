import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  publishAddon,
  publishPlan,
  subscribe,
  check,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { everyField } from '../support/graphql-selection';
import { calls, draftWith, pinsOf, publishFor } from '../support/publishing';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

/** Domain: customers-subscriptions X5; catalog L6, I3 */
describe('migrating one subscription', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    for (const { api: client } of [app.a, app.b, app.stranger]) {
      await createProduct(client, 'main');
      await createFeature(client, 'calls', 'metered');
      await publishPlan(client, { id: 'plain', productId: 'main', entitlements: [calls(1)] });
    }
    api = app.a.api;
  });
  afterAll(() => app.close());

  const next = (word: string) => `${word}-${++made}`;
  const sell = async (more: Json = {}): Promise<string> => {
    const id = next('plan');
    await publishPlan(api, { id, productId: 'main', entitlements: [calls(100)], ...more });
    return id;
  };
  const publishNext = async (plan: string, usageLimit: number, patch: Json = {}) => {
    await draftWith(api, 'plans', plan, usageLimit, patch);
    await publishFor(api, 'plans', plan, 'NEW_CUSTOMERS');
  };
  const holder = async (planId: string, more: Json = {}) => {
    const customerId = next('customer');
    await createCustomer(api, customerId);
    return { customerId, id: (await subscribe(api, customerId, planId, more)).id };
  };
  const migrate = (id: string, body: Json = {}) => api.rest('POST', `/subscriptions/${id}/migrate`, body);

  isTenantScoped({
    app: () => app,
    create: async (client, id) => {
      await createCustomer(client, id);
      return subscribe(client, id, 'plain', { id });
    },
    read: (client, id) => expectOk(client.rest('GET', `/subscriptions/${id}`)),
    routes: [['POST', (id) => `/subscriptions/${id}/migrate`, {}]],
    documents: ['mutation($id: String!) { migrateSubscription(id: $id) { id } }'],
  });
  needsPermission({
    app: () => app,
    resource: 'subscriptions',
    reads: [],
    writes: [
      {
        rest: ['POST', '/subscriptions/nobody/migrate', {}],
        graphql: 'mutation { migrateSubscription(id: "nobody") { id } }',
      },
    ],
  });

  it('X5: goes to the latest version of the plan and of its addons', async () => {
    const addon = next('addon');
    await publishAddon(api, { id: addon, productId: 'main', entitlements: [calls(10)] });
    const plan = await sell({ patch: { compatibleAddonIds: [addon] } });
    const { id, customerId } = await holder(plan, { addons: [{ id: addon, quantity: 2 }] });
    await draftWith(api, 'addons', addon, 20);
    await publishFor(api, 'addons', addon, 'NEW_CUSTOMERS');
    await publishNext(plan, 200);
    await publishNext(plan, 300);
    const told = await expectOk<Json>(migrate(id));
    expect(told).toMatchObject({ id, planId: plan, status: 'ACTIVE', addons: [{ id: addon, quantity: 2 }] });
    expect(await pinsOf(app, id)).toEqual([`${plan} 3`, `${addon} 2`]);
    expect(await check(api, customerId, 'featureId=calls')).toMatchObject({ usageLimit: 340 });
    expect(await expectOk(api.rest('GET', `/subscriptions/${id}`))).toEqual(told);
  });

  it('catalog I3: "already latest" means every version that it pins, also that of the base plan', async () => {
    const base = await sell();
    const plan = await sell({ patch: { parentPlanId: base }, entitlements: [] });
    const { id } = await holder(plan);
    expect(await migrate(id)).toRefuse('SubscriptionAlreadyOnLatestPlan');
    await publishNext(base, 200);
    await expectOk(migrate(id));
    expect(await pinsOf(app, id)).toEqual([`${base} 2`, `${plan} 1`]);
    expect(await migrate(id, { subscriptionMigrationTime: 'IMMEDIATE' })).toRefuse(
      'SubscriptionAlreadyOnLatestPlan',
    );
  });

  it('is the same over GraphQL', async () => {
    const plan = await sell();
    const { id } = await holder(plan);
    await publishNext(plan, 200);
    await publishNext(plan, 300);
    const migrating = (input: string) =>
      api.graphql(`mutation { migrateSubscription(id: "${id}"${input}) ${everyField(app, 'Subscription')} }`);
    const told = await expectOk<Json>(migrating(', input: { targetVersion: 2 }'));
    expect(told).toMatchObject(await expectOk<Json>(api.rest('GET', `/subscriptions/${id}`)));
    expect(await pinsOf(app, id)).toEqual([`${plan} 2`]);
    await expectOk(migrating(''));
    expect(await migrating('')).toRefuse('SubscriptionAlreadyOnLatestPlan');
  });

  it('X5: targetVersion pins the version, whatever is the latest by then', async () => {
    const plan = await sell();
    const { id } = await holder(plan);
    await publishNext(plan, 200);
    await publishNext(plan, 300);
    await expectOk(api.rest('POST', `/plans/${plan}/draft`));
    await expectOk(migrate(id, { targetVersion: 2 }));
    expect(await pinsOf(app, id)).toEqual([`${plan} 2`]);
    expect(await migrate(id, { targetVersion: 2 })).toRefuse('SubscriptionAlreadyOnLatestPlan');
    expect(await migrate(id, { targetVersion: 1 })).toRefuse('InvalidArgumentError', /version 2/);
    expect(await migrate(id, { targetVersion: 4 })).toRefuse('PlanNotFound', /no published version 4/);
    expect(await migrate(id, { targetVersion: 9 })).toRefuse('PlanNotFound', /no published version 9/);
    expect(await migrate(id, { targetVersion: 0 })).toRefuse('BadUserInput', /targetVersion/);
    expect(await pinsOf(app, id)).toEqual([`${plan} 2`]);
  });

  it('X5: without a billing period nothing can wait for its end', async () => {
    const plan = await sell();
    const { id } = await holder(plan);
    await publishNext(plan, 200);
    const answer = await migrate(id, { subscriptionMigrationTime: 'END_OF_BILLING_PERIOD' });
    expect(answer).toRefuse(
      'SubscriptionDoesNotHaveBillingPeriod',
      /^subscriptionMigrationTime: .* no billing period to wait for/,
    );
    expect(await migrate(id, { subscriptionMigrationTime: 'LATER' })).toRefuse('BadUserInput');
    expect(await pinsOf(app, id)).toEqual([`${plan} 1`]);
  });

  it('X5: what a version of another type would need was never asked for', async () => {
    const plan = await sell();
    const { id } = await holder(plan);
    await publishNext(plan, 200, { charges: { pricingType: 'CUSTOM' } });
    expect(await migrate(id)).toRefuse('InvalidArgumentError', /CUSTOM.*FREE/);
    expect(await pinsOf(app, id)).toEqual([`${plan} 1`]);
  });

  it('S7: one that has ended stays where it is', async () => {
    const plan = await sell();
    const { id } = await holder(plan);
    await publishNext(plan, 200);
    await expectOk(api.rest('POST', `/subscriptions/${id}/cancel`, {}));
    expect(await migrate(id)).toRefuse('SubscriptionAlreadyCanceledOrExpired');
  });

  it('catalog L9: the latest version of an archived plan is still there for those who run on it', async () => {
    const plan = await sell();
    const { id, customerId } = await holder(plan);
    await publishNext(plan, 200);
    await expectOk(api.rest('POST', `/plans/${plan}/archive`));
    await expectOk(migrate(id));
    expect(await check(api, customerId, 'featureId=calls')).toMatchObject({ usageLimit: 200 });
  });

  it('access-and-events W8: stands in the activity log with the versions before and after', async () => {
    const plan = await sell();
    const { id } = await holder(plan);
    await publishNext(plan, 200);
    await expectOk(migrate(id));
    const { data } = await expectPage<Json>(api.rest('GET', `/activity?entityId=${id}&limit=1`));
    expect(data[0]).toMatchObject({
      type: 'subscription.updated',
      before: { versions: [{ kind: 'PLAN', id: plan, versionNumber: 1 }] },
      after: { versions: [{ kind: 'PLAN', id: plan, versionNumber: 2 }] },
    });
  });
});
