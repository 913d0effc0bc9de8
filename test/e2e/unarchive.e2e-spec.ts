import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createFeature,
  createProduct,
  feature,
  publishAddon,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, type ApiClient, type Method } from '../support/client';
import { eventsAbout } from '../support/events';

/** Domain: catalog L2, L9, P6, I5 */
describe('packages return from the archive', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    await createFeature(api, 'calls', 'metered');
  });
  afterAll(() => app.close());

  const call = (method: Method, path: string, body?: unknown) => api.rest(method, path, body);
  const nextId = (noun: string) => `${noun}-${++made}`;
  const plan = async (more: Json = {}) => {
    const id = nextId('plan');
    await publishPlan(api, { id, productId: 'main', ...more });
    return id;
  };
  const addon = async () => {
    const id = nextId('addon');
    await publishAddon(api, { id, productId: 'main' });
    return id;
  };
  const get = (path: string) => expectOk<Json>(call('GET', path));
  const archive = (path: string) => call('POST', `${path}/archive`);
  const unarchive = (path: string) => call('POST', `${path}/unarchive`);
  const publish = (path: string) => call('POST', `${path}/publish`, { migrationType: 'NEW_CUSTOMERS' });
  const republish = async (path: string) => {
    await expectOk(call('POST', `${path}/draft`));
    await expectOk(publish(path));
  };

  it.each(['/plans', '/addons'])('L2: of %s every version that archiving took returns', async (route) => {
    const id = route === '/plans' ? await plan() : await addon();
    const path = `${route}/${id}`;
    await republish(path);
    const versions = async () =>
      Promise.all([1, 2].map((version) => get(`${path}?version=${version}`).then((told) => told['status'])));
    const before = await get(path);
    await expectOk(archive(path));
    expect(await versions()).toEqual(['ARCHIVED', 'ARCHIVED']);
    const answer = await unarchive(path);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      data: { id, status: 'PUBLISHED', versionNumber: 2, isLatest: true },
    });
    expect(await versions()).toEqual(['PUBLISHED', 'PUBLISHED']);
    const after = await get(path);
    expect(after).toEqual({ ...before, updatedAt: after['updatedAt'] });
  });

  it('L2: a draft beside the versions of a plan is a draft still', async () => {
    const path = `/plans/${await plan({ entitlements: [feature('calls', { usageLimit: 1 })] })}`;
    await expectOk(call('POST', `${path}/draft`));
    await expectOk(call('PATCH', `${path}/entitlements/calls`, { type: 'FEATURE', usageLimit: 2 }));
    await expectOk(archive(path));
    await expectOk(unarchive(path));
    expect(await get(`${path}?status=draft`)).toMatchObject({ versionNumber: 2, status: 'DRAFT' });
    expect(await get(`${path}/entitlements`)).toMatchObject([{ usageLimit: 2 }]);
    expect(await get(`${path}/entitlements?version=1`)).toMatchObject([{ usageLimit: 1 }]);
    await expectOk(publish(path));
  });

  it('L9: it is sold again, and written again', async () => {
    const id = await plan();
    await expectOk(archive(`/plans/${id}`));
    const customerId = nextId('buyer');
    await createCustomer(api, customerId);
    expect(await call('POST', '/subscriptions', { customerId, planId: id })).toRefuse(
      'EntityIsArchivedError',
    );
    await expectOk(unarchive(`/plans/${id}`));
    await subscribe(api, customerId, id);
    await expectOk(call('PATCH', `/plans/${id}`, { displayName: 'Again' }));
  });

  it('BadUserInput for what is not archived, through both doors', async () => {
    const [planId, addonId] = [await plan(), await addon()];
    expect(await unarchive(`/plans/${planId}`)).toRefuse('BadUserInput', /not archived/);
    expect(await unarchive(`/addons/${addonId}`)).toRefuse('BadUserInput', /not archived/);
    const document = `mutation($id: String!) { unarchiveAddon(id: $id) { status } }`;
    expect(await api.graphql(document, { id: addonId })).toRefuse('BadUserInput', /not archived/);
    await expectOk(archive(`/addons/${addonId}`));
    expect(await expectOk(api.graphql(document, { id: addonId }))).toEqual({ status: 'PUBLISHED' });
    const draft = nextId('plan');
    await expectOk(call('POST', '/plans', { id: draft, displayName: draft, productId: 'main' }));
    expect(await unarchive(`/plans/${draft}`)).toRefuse('BadUserInput', /not archived/);
    expect(await unarchive('/plans/nowhere')).toRefuse('PlanNotFound');
    expect(await unarchive('/addons/nowhere')).toRefuse('AddonNotFound');
  });

  it('I5: not before the plan that it inherits from', async () => {
    const parentPlanId = await plan();
    const child = await plan({ parentPlanId });
    await expectOk(archive(`/plans/${child}`));
    await expectOk(archive(`/plans/${parentPlanId}`));
    expect(await unarchive(`/plans/${child}`)).toRefuse('EntityIsArchivedError', new RegExp(parentPlanId));
    await expectOk(unarchive(`/plans/${parentPlanId}`));
    await expectOk(unarchive(`/plans/${child}`));
  });

  it('L9: not before the addons that it lists', async () => {
    const listed = await addon();
    const id = await plan({ patch: { compatibleAddonIds: [listed] } });
    await expectOk(archive(`/plans/${id}`));
    await expectOk(archive(`/addons/${listed}`));
    expect(await unarchive(`/plans/${id}`)).toRefuse('EntityIsArchivedError', new RegExp(listed));
    await expectOk(unarchive(`/addons/${listed}`));
    await expectOk(unarchive(`/plans/${id}`));
  });

  it('I5: not below a plan that has risen above it', async () => {
    const parentPlanId = await plan();
    const child = await plan({ parentPlanId });
    await expectOk(archive(`/plans/${child}`));
    await expectOk(call('POST', `/plans/${parentPlanId}/draft`));
    await expectOk(call('PATCH', `/plans/${parentPlanId}`, { charges: { pricingType: 'CUSTOM' } }));
    await expectOk(publish(`/plans/${parentPlanId}`));
    expect(await unarchive(`/plans/${child}`)).toRefuse('BadUserInput', /CUSTOM/);
  });

  it('P6: not before its product, and then one by one', async () => {
    await createProduct(api, 'retired');
    const [parentPlanId, child] = [nextId('plan'), nextId('plan')];
    await publishPlan(api, { id: parentPlanId, productId: 'retired' });
    await publishPlan(api, { id: child, productId: 'retired', parentPlanId });
    await expectOk(archive('/products/retired'));
    expect(await unarchive(`/plans/${parentPlanId}`)).toRefuse('EntityIsArchivedError', /retired/);
    await expectOk(unarchive('/products/retired'));
    expect(await get(`/plans/${parentPlanId}`)).toMatchObject({ status: 'ARCHIVED' });
    expect(await unarchive(`/plans/${child}`)).toRefuse('EntityIsArchivedError', new RegExp(parentPlanId));
    await expectOk(unarchive(`/plans/${parentPlanId}`));
    await expectOk(unarchive(`/plans/${child}`));
  });

  it('C10, access-and-events W6, W8: a new state, told in the activity log and by an event', async () => {
    const id = await plan();
    await expectOk(archive(`/plans/${id}`));
    const tag = (await call('GET', `/plans/${id}`)).headers.get('etag');
    const answer = await unarchive(`/plans/${id}`);
    expect(answer.headers.get('etag')).not.toBe(tag);
    const [entry] = await expectOk<Json[]>(call('GET', `/activity?entityId=${id}&type=plan.unarchived`));
    expect(entry).toMatchObject({ before: { status: 'ARCHIVED' }, after: { status: 'PUBLISHED' } });
    expect((await eventsAbout(app, id)).at(-1)?.type).toBe('plan.unarchived');
  });
});
