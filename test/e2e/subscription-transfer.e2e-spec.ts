import { createTestApp, type TestApp } from '../support/app';
import {
  check,
  createCustomer,
  createFeature,
  createProduct,
  publishPlan,
  report,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { everyField } from '../support/graphql-selection';
import { calls } from '../support/publishing';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

/** Domain: customers-subscriptions X6 */
describe('transferring a subscription to another resource', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    for (const { api: client } of [app.a, app.b, app.stranger]) {
      await createProduct(client, 'sites', { multipleSubscriptions: true });
      await createFeature(client, 'calls', 'metered');
      await publishPlan(client, {
        id: 'team',
        productId: 'sites',
        pricingType: 'CUSTOM',
        entitlements: [calls(100)],
      });
      await publishPlan(client, { id: 'free', productId: 'sites', entitlements: [calls(5)] });
    }
    api = app.a.api;
    await createProduct(api, 'single');
    await publishPlan(api, { id: 'alone', productId: 'single', entitlements: [calls(1)] });
  });
  afterAll(() => app.close());

  const customer = async (): Promise<string> => {
    const id = `customer-${++made}`;
    await createCustomer(api, id);
    return id;
  };
  const transfer = (id: string, destinationResourceId: string) =>
    api.rest('POST', `/subscriptions/${id}/transfer`, { destinationResourceId });
  const heldOn = async (customerId: string, resourceId: string): Promise<unknown[]> => {
    const query = `customerId=${customerId}&resourceId=${resourceId}&status=ACTIVE`;
    const { data } = await expectPage<Json>(api.rest('GET', `/subscriptions?${query}`));
    return data.map(({ planId }) => planId);
  };
  const limitOn = async (customerId: string, resourceId: string): Promise<unknown> =>
    (await check(api, customerId, `featureId=calls&resourceId=${resourceId}`)).usageLimit;

  isTenantScoped({
    app: () => app,
    create: async (client, id) => {
      await createCustomer(client, id);
      return subscribe(client, id, 'team', { id, resourceId: 'one' });
    },
    read: (client, id) => expectOk(client.rest('GET', `/subscriptions/${id}`)),
    routes: [['POST', (id) => `/subscriptions/${id}/transfer`, { destinationResourceId: 'two' }]],
    documents: [
      'mutation($id: String!) { transferSubscription(id: $id, input: { destinationResourceId: "two" }) { id } }',
    ],
  });
  needsPermission({
    app: () => app,
    resource: 'subscriptions',
    reads: [],
    writes: [
      {
        rest: ['POST', '/subscriptions/nobody/transfer', { destinationResourceId: 'two' }],
        graphql:
          'mutation { transferSubscription(id: "nobody", input: { destinationResourceId: "two" }) { id } }',
      },
    ],
  });

  it('X6: what it grants goes along at once, to a resource that is made; what was used stays', async () => {
    const customerId = await customer();
    const { id } = await subscribe(api, customerId, 'team', { resourceId: 'one' });
    await expectOk(report(api, customerId, 'calls', 7, { resourceId: 'one' }));
    const moved = await expectOk(transfer(id, 'two'));
    expect(moved).toMatchObject({ id, resourceId: 'two', status: 'ACTIVE', planId: 'team' });
    expect(await check(api, customerId, 'featureId=calls&resourceId=one')).toMatchObject({
      isGranted: false,
      accessDeniedReason: 'NoActiveSubscription',
    });
    expect(await check(api, customerId, 'featureId=calls&resourceId=two')).toMatchObject({
      isGranted: true,
      usageLimit: 100,
      currentUsage: 0,
    });
    // Back again it meets what was used there.
    await expectOk(transfer(id, 'one'));
    expect(await check(api, customerId, 'featureId=calls&resourceId=one')).toMatchObject({
      usageLimit: 100,
      currentUsage: 7,
    });
  });

  it('X6: over GraphQL, and the log tells both states', async () => {
    const customerId = await customer();
    const { id } = await subscribe(api, customerId, 'team', { resourceId: 'one' });
    const document = `mutation($id: String!) { transferSubscription(id: $id, input: { destinationResourceId: "two" }) ${everyField(app, 'Subscription')} }`;
    expect(await expectOk<Json>(api.graphql(document, { id }))).toMatchObject({ id, resourceId: 'two' });
    const { data } = await expectPage<Json>(api.rest('GET', `/activity?entityId=${id}`));
    expect(data[0]).toMatchObject({
      type: 'subscription.updated',
      before: { resourceId: 'one' },
      after: { resourceId: 'two' },
    });
  });

  it('X6: a FREE subscription at the destination gives way, another one refuses', async () => {
    const customerId = await customer();
    const { id } = await subscribe(api, customerId, 'team', { resourceId: 'one' });
    const free = await subscribe(api, customerId, 'free', { resourceId: 'two' });
    await expectOk(transfer(id, 'two'));
    expect(await expectOk(api.rest('GET', `/subscriptions/${free.id}`))).toMatchObject({
      status: 'CANCELED',
      cancelReason: 'UPGRADE_OR_DOWNGRADE',
    });
    expect(await heldOn(customerId, 'two')).toEqual(['team']);
    const other = await subscribe(api, customerId, 'team', { resourceId: 'three' });
    expect(await transfer(other.id, 'two')).toMatchObject({
      status: 400,
      body: { code: 'InvalidArgumentError' },
    });
    // Where it is already.
    expect(await transfer(other.id, 'three')).toMatchObject({
      status: 400,
      body: { code: 'InvalidArgumentError' },
    });
    expect(await limitOn(customerId, 'three')).toBe(100);
  });

  it('X6, T6: what is tried or waits for its start is refused as well, and a trial leaves a FREE one where it is', async () => {
    const customerId = await customer();
    const trialOverrideConfiguration = { isTrial: true, trialEndDate: '2099-01-01T00:00:00.000Z' };
    const tried = await subscribe(api, customerId, 'team', { resourceId: 'one', trialOverrideConfiguration });
    const startDate = '2099-01-01T00:00:00.000Z';
    const later = await subscribe(api, customerId, 'team', { resourceId: 'two', startDate });
    await subscribe(api, customerId, 'team', { resourceId: 'three' });
    for (const { id } of [tried, later])
      expect(await transfer(id, 'three')).toRefuse(
        'InvalidArgumentError',
        /^destinationResourceId: three holds/,
      );
    await subscribe(api, customerId, 'free', { resourceId: 'four' });
    for (const { id } of [tried, later])
      expect(await expectOk(transfer(id, 'four'))).toMatchObject({ resourceId: 'four' });
    expect(await heldOn(customerId, 'four')).toEqual(['free']);
    expect(await limitOn(customerId, 'four')).toBe(100);
    const another = await subscribe(api, customerId, 'team', {
      resourceId: 'one',
      trialOverrideConfiguration,
    });
    expect(await transfer(another.id, 'four')).toRefuse('InvalidArgumentError', new RegExp(tried.id));
  });

  it('X6: the source falls back to the downgrade plan of the product', async () => {
    await createProduct(api, 'rooms', { multipleSubscriptions: true });
    await publishPlan(api, { id: 'basic', productId: 'rooms', entitlements: [calls(2)] });
    await publishPlan(api, {
      id: 'big',
      productId: 'rooms',
      pricingType: 'CUSTOM',
      entitlements: [calls(50)],
    });
    const productSettings = {
      subscriptionEndSetup: 'DOWNGRADE_TO_FREE',
      downgradePlanId: 'basic',
      subscriptionCancellationTime: 'IMMEDIATE',
      subscriptionStartSetup: 'PLAN_SELECTION',
    };
    await expectOk(api.rest('PATCH', '/products/rooms', { productSettings }));
    const customerId = await customer();
    const { id } = await subscribe(api, customerId, 'big', { resourceId: 'one' });
    await expectOk(transfer(id, 'two'));
    expect([await heldOn(customerId, 'one'), await heldOn(customerId, 'two')]).toEqual([['basic'], ['big']]);
    expect([await limitOn(customerId, 'one'), await limitOn(customerId, 'two')]).toEqual([2, 50]);
  });

  it('X6: a product that holds one subscription per customer knows no resources', async () => {
    const { id } = await subscribe(api, await customer(), 'alone');
    expect(await transfer(id, 'two')).toMatchObject({ status: 400, body: { code: 'UnsupportedParameter' } });
  });

  it('S7: what has ended is not transferred', async () => {
    const { id } = await subscribe(api, await customer(), 'team', { resourceId: 'one' });
    await expectOk(api.rest('POST', `/subscriptions/${id}/cancel`, {}));
    expect(await transfer(id, 'two')).toMatchObject({
      status: 400,
      body: { code: 'SubscriptionAlreadyCanceledOrExpired' },
    });
  });

  it('V4, X6: of many transfers to one resource at once, one arrives', async () => {
    const customerId = await customer();
    const ids: string[] = [];
    for (const resourceId of ['a', 'b', 'c', 'd'])
      ids.push((await subscribe(api, customerId, 'team', { resourceId })).id);
    const answers = await Promise.all(ids.map((id) => transfer(id, 'meeting')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3);
    expect(await heldOn(customerId, 'meeting')).toEqual(['team']);
  });
});
