import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createPlan,
  createProduct,
  feature,
  publishPlan,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';

/** Domain: access-and-events W8 */
describe('the activity log', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    await createFeature(api, 'seats', 'config');
  });
  afterAll(() => app.close());

  const about = async (query: string, from: ApiClient = api): Promise<Json[]> =>
    (await expectPage<Json>(from.rest('GET', `/activity?${query}`))).data;

  behavesAsList({
    app: () => app,
    path: '/activity',
    field: 'activity',
    create: async (to, index) => {
      await (index % 2 === 1
        ? createProduct(to, `list-${index}`)
        : createFeature(to, `list-${index}`, 'switch'));
      return String((await about('limit=1', to))[0]?.['id']);
    },
    filter: { query: 'entityType=product', graphql: 'entityType: [PRODUCT]' },
  });
  needsPermission({
    app: () => app,
    resource: 'activity',
    reads: [{ rest: ['GET', '/activity'], graphql: '{ activity { totalCount } }' }],
    writes: [],
  });

  it('W8: tells who changed what, from which state to which', async () => {
    await createCustomer(api, 'acme');
    const answer = await api.rest('PATCH', '/customers/acme', { name: 'Acme' });
    const [updated, decided, created] = await about('entityId=acme');
    expect(decided).toMatchObject({ type: 'customer.start_decided', entityType: 'CUSTOMER' });
    expect(created).toMatchObject({ type: 'customer.created', entityType: 'CUSTOMER', before: null });
    expect(created?.['after']).toMatchObject({ id: 'acme', name: null });
    expect(updated).toMatchObject({
      type: 'customer.updated',
      actorType: 'APP_SERVER',
      requestId: answer.headers.get('x-request-id'),
      createdAt: app.clock.now().toISOString(),
    });
    expect(updated?.['before']).toEqual(created?.['after']);
    expect(updated?.['after']).toEqual((answer.body as { data: Json }).data);
  });

  it('W8: a refused change leaves no entry', async () => {
    await createCustomer(api, 'refused');
    expect(await api.rest('PATCH', '/customers/refused', { metadata: { k: 'x'.repeat(501) } })).toRefuse(
      'InvalidMetadataError',
    );
    expect(await about('entityId=refused&type=customer.created')).toHaveLength(1);
    expect(await about('entityId=refused&type=customer.updated')).toEqual([]);
  });

  it('W8: every step of a package stands there, its entitlements under the package', async () => {
    await createPlan(api, { id: 'pro', productId: 'main' });
    const entitlements = [feature('seats', { usageLimit: 5 })];
    await expectOk(api.rest('POST', '/plans/pro/entitlements', { entitlements }));
    await expectOk(api.rest('PATCH', '/plans/pro/entitlements/seats', { type: 'FEATURE', usageLimit: 6 }));
    await expectOk(api.rest('POST', '/plans/pro/publish', { migrationType: 'NEW_CUSTOMERS' }));
    await expectOk(api.rest('POST', '/plans/pro/draft'));
    await expectOk(api.rest('DELETE', '/plans/pro/entitlements/seats'));
    await expectOk(api.rest('DELETE', '/plans/pro/draft'));
    await expectOk(api.rest('PATCH', '/plans/pro', { displayName: 'Pro!' }));
    await expectOk(api.rest('POST', '/plans/pro/archive'));
    expect((await about('entityType=plan&entityId=pro')).map(({ type }) => type)).toEqual([
      'plan.deleted',
      'plan.updated',
      'plan.draft_discarded',
      'plan.draft_created',
      'plan.updated_new_version_published',
      'plan.created',
    ]);
    const members = await about('parentId=pro');
    expect(members.map(({ type }) => type)).toEqual([
      'plan_entitlement.deleted',
      'plan_entitlement.updated',
      'plan_entitlement.created',
    ]);
    expect(members.map(({ entityId, entityType }) => [entityId, entityType])).toEqual(
      Array(3).fill(['seats', 'ENTITLEMENT']),
    );
    expect(members[1]).toMatchObject({ before: { usageLimit: 5 }, after: { usageLimit: 6 } });
    expect(members[0]).toMatchObject({ before: { usageLimit: 6 }, after: null });
  });

  it('W8: an exchanged subscription is told with both its states', async () => {
    for (const id of ['first', 'second']) await publishPlan(api, { id, productId: 'main' });
    await createCustomer(api, 'buyer');
    for (const planId of ['first', 'second'])
      await expectOk(api.rest('POST', '/subscriptions', { id: `on-${planId}`, customerId: 'buyer', planId }));
    const entries = await about('parentId=buyer');
    expect(entries.map(({ type, entityId }) => [type, entityId])).toEqual([
      ['subscription.created', 'on-second'],
      ['subscription.canceled', 'on-first'],
      ['subscription.created', 'on-first'],
    ]);
    expect(entries[1]).toMatchObject({ before: { status: 'ACTIVE' }, after: { status: 'CANCELED' } });
  });

  it('nothing of another environment is seen', async () => {
    await createCustomer(app.b.api, 'only-b');
    expect(await about('entityId=only-b')).toEqual([]);
    expect(await about('entityId=only-b&type=customer.created', app.b.api)).toHaveLength(1);
  });

  it('a cursor that is no id is BadUserInput', async () => {
    expect(await api.rest('GET', '/activity?after=nothing')).toRefuse('BadUserInput', /cursor/);
  });
});
