import { createTestApp, type TestApp } from '../support/app';
import {
  createCustomer,
  createPlan,
  createProduct,
  publishAddon,
  publishPlan,
  subscribe,
  type Json,
} from '../support/catalog';
import { expectOk, expectPage, type ApiClient, type Method } from '../support/client';
import { eventsAbout } from '../support/events';

/** Domain: catalog P6 */
describe('archiving products', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;
  let id: string;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    id = `product-${made++}`;
    await createProduct(api, id);
  });

  const call = (method: Method, path: string, body?: unknown) => expectOk<Json>(api.rest(method, path, body));
  const archive = () => api.rest('POST', `/products/${id}/archive`);
  const unarchive = () => api.rest('POST', `/products/${id}/unarchive`);
  const statuses = async (kind: 'plans' | 'addons') => {
    const { data } = await expectPage<Json>(api.rest('GET', `/${kind}?productId=${id}`));
    return Object.fromEntries(data.map((each) => [String(each['id']).replace(`${id}-`, ''), each['status']]));
  };
  /** Plans and addons that catalog L9 would keep one by one: a child, a listed addon, a draft beside a version, a start plan. */
  const sell = async () => {
    await publishAddon(api, { id: `${id}-addon`, productId: id });
    await call('POST', `/addons/${id}-addon/draft`);
    await publishPlan(api, {
      id: `${id}-base`,
      productId: id,
      patch: { compatibleAddonIds: [`${id}-addon`] },
    });
    await publishPlan(api, { id: `${id}-child`, productId: id, parentPlanId: `${id}-base` });
    await createPlan(api, { id: `${id}-planned`, productId: id });
    const settings = {
      subscriptionStartSetup: 'FREE_PLAN',
      subscriptionStartPlanId: `${id}-base`,
      subscriptionEndSetup: 'DOWNGRADE_TO_FREE',
      downgradePlanId: `${id}-base`,
      subscriptionCancellationTime: 'IMMEDIATE',
    };
    await call('PATCH', `/products/${id}`, { productSettings: settings });
  };

  it('P6: takes its plans and addons along, whatever links them; drafts stay drafts', async () => {
    await sell();
    const tag = (await api.rest('GET', `/plans/${id}-child`)).headers.get('etag');
    expect(await expectOk(archive())).toMatchObject({ id, status: 'ARCHIVED' });
    expect(await statuses('plans')).toEqual({ base: 'ARCHIVED', child: 'ARCHIVED', planned: 'DRAFT' });
    expect(await statuses('addons')).toEqual({ addon: 'ARCHIVED' });
    expect((await api.rest('GET', `/plans/${id}-child`)).headers.get('etag')).not.toBe(tag);
  });

  it('P6: each of them is told, as the product is', async () => {
    await sell();
    await expectOk(archive());
    const last = async (subject: string) => {
      const { type, entity_type, payload } = (await eventsAbout(app, subject)).at(-1) ?? {};
      return [type, entity_type, payload];
    };
    const archived = (noun: string, subject: string) => [
      `${noun}.deleted`,
      noun.toUpperCase(),
      { [noun]: expect.objectContaining({ id: subject, status: 'ARCHIVED' }) },
    ];
    expect(await last(id)).toEqual(archived('product', id));
    expect(await last(`${id}-base`)).toEqual(archived('plan', `${id}-base`));
    expect(await last(`${id}-addon`)).toEqual(archived('addon', `${id}-addon`));
    expect((await last(`${id}-planned`))[0]).toBe('plan.created');
    const log = `/activity?entityId=${id}-base&type=plan.deleted`;
    expect((await expectPage<Json>(api.rest('GET', log))).data).toMatchObject([
      { before: { status: 'PUBLISHED' }, after: { status: 'ARCHIVED' } },
    ]);
  });

  it('P6: the same over GraphQL', async () => {
    const ask = (name: string) => api.graphql(`mutation { ${name}(id: "${id}") { id status } }`);
    expect(await expectOk(ask('archiveProduct'))).toEqual({ id, status: 'ARCHIVED' });
    expect(await ask('archiveProduct')).toRefuse('EntityIsArchivedError', /archived/);
    expect(await expectOk(ask('unarchiveProduct'))).toEqual({ id, status: 'PUBLISHED' });
    expect(await ask('unarchiveProduct')).toRefuse('CannotUnarchiveProductError', /is not archived/);
  });

  it('P6: CannotArchiveProductError while a subscription runs on it', async () => {
    await publishPlan(api, { id: `${id}-plan`, productId: id });
    await createCustomer(api, `${id}-customer`);
    const { id: subscriptionId } = await subscribe(api, `${id}-customer`, `${id}-plan`);
    expect(await archive()).toRefuse('CannotArchiveProductError', /live subscriptions/);
    const over = await api.graphql(`mutation { archiveProduct(id: "${id}") { id } }`);
    expect(over).toRefuse('CannotArchiveProductError', /live subscriptions/);
    expect(await statuses('plans')).toEqual({ plan: 'PUBLISHED' });
    await call('POST', `/subscriptions/${subscriptionId}/cancel`);
    await expectOk(archive());
  });

  it('P6: EntityIsArchivedError for whatever writes on it', async () => {
    // Before the product has a plan that new customers start with.
    await createCustomer(api, `${id}-customer`);
    await sell();
    await expectOk(archive());
    const settings = {
      subscriptionStartSetup: 'PLAN_SELECTION',
      subscriptionEndSetup: 'CANCEL_SUBSCRIPTION',
      subscriptionCancellationTime: 'IMMEDIATE',
    };
    const writes: [Method, string, unknown?][] = [
      ['PATCH', `/products/${id}`, { displayName: 'x' }],
      ['PATCH', `/products/${id}`, { productSettings: settings }],
      ['POST', `/products/${id}/archive`],
      ['POST', `/products/${id}/duplicate`, { targetId: `${id}-2` }],
      ['POST', `/products/${id}/auto-cancellation-rules`, { targetProductId: id }],
      ['DELETE', `/products/${id}/auto-cancellation-rules/nobody`],
      ['POST', '/plans', { id: `${id}-new`, displayName: 'x', productId: id }],
      ['POST', '/addons', { id: `${id}-new`, displayName: 'x', productId: id }],
      ['PATCH', `/plans/${id}-planned`, { displayName: 'x' }],
      ['POST', `/plans/${id}-planned/publish`, { migrationType: 'NEW_CUSTOMERS' }],
      ['DELETE', `/plans/${id}-planned/draft`],
      ['DELETE', `/plans/${id}-planned/entitlements/x`],
      ['POST', `/plans/${id}-base/draft`],
      ['PATCH', `/addons/${id}-addon`, { displayName: 'x' }],
      ['POST', '/subscriptions', { customerId: `${id}-customer`, planId: `${id}-base` }],
    ];
    for (const [method, path, body] of writes) {
      const answer = await api.rest(method, path, body);
      expect([path, (answer.body as Json)['code']]).toEqual([path, 'EntityIsArchivedError']);
    }
  });

  it('P6: comes back alone, and takes writes again', async () => {
    await sell();
    await expectOk(archive());
    app.clock.advance({ minutes: 1 });
    expect(await expectOk(unarchive())).toMatchObject({
      id,
      status: 'PUBLISHED',
      updatedAt: app.clock.now().toISOString(),
    });
    expect((await eventsAbout(app, id)).at(-1)).toMatchObject({ type: 'product.updated' });
    expect(await statuses('plans')).toEqual({ base: 'ARCHIVED', child: 'ARCHIVED', planned: 'DRAFT' });
    await call('PATCH', `/plans/${id}-planned`, { displayName: 'x' });
    await publishPlan(api, { id: `${id}-planned-2`, productId: id });
  });

  it('P6: CannotUnarchiveProductError where nothing is archived', async () => {
    expect(await unarchive()).toRefuse('CannotUnarchiveProductError', /is not archived/);
  });

  it('C1: an archived product keeps its id', async () => {
    await expectOk(archive());
    expect(await api.rest('POST', '/products', { id, displayName: 'x' })).toRefuse(
      'DuplicatedEntityNotAllowed',
    );
  });

  it('P6: of an archival and a subscription, a plan or a draft at once, none leaves something live on it', async () => {
    for (let turn = 0; turn < 8; turn++) {
      id = `contested-${turn}`;
      await createProduct(api, id);
      await publishPlan(api, { id: `${id}-plan`, productId: id });
      await createPlan(api, { id: `${id}-draft`, productId: id });
      await createCustomer(api, `${id}-customer`);
      const [archived, subscribed, published] = await Promise.all([
        archive(),
        api.rest('POST', '/subscriptions', { customerId: `${id}-customer`, planId: `${id}-plan` }),
        api.rest('POST', `/plans/${id}-draft/publish`, { migrationType: 'NEW_CUSTOMERS' }),
        api.rest('POST', '/plans', { id: `${id}-new`, displayName: 'x', productId: id, pricingType: 'FREE' }),
      ]);
      const isArchived = archived.status === 201;
      expect(subscribed.status).toBe(isArchived ? 400 : 201);
      if (!isArchived) continue;
      expect(subscribed).toRefuse('EntityIsArchivedError');
      const { draft, plan } = await statuses('plans');
      expect({ draft, plan }).toEqual({
        draft: published.status === 201 ? 'ARCHIVED' : 'DRAFT',
        plan: 'ARCHIVED',
      });
    }
  });
});
