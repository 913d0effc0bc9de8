import { createTestApp, type TestApp } from '../support/app';
import { createFeature, createProduct, feature, type Json } from '../support/catalog';
import { expectOk, type ApiClient, type Method } from '../support/client';
import { eventsAbout } from '../support/events';
import { speaksBothInterfaces } from '../support/suites/doors-suite';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: catalog

describe('plans', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    await createProduct(api, 'other');
    await createFeature(api, 'flag', 'switch');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'size', 'choice');
    await expectOk(call('POST', '/credits/custom-currencies', { id: 'tokens', displayName: 'Tokens' }));
    await create('base');
  });
  afterAll(() => app.close());

  const call = (method: Method, path: string, body?: unknown) => api.rest(method, path, body);
  const nextId = () => `plan-${++made}`;
  const post = (id: string, more: Json = {}) =>
    call('POST', '/plans', {
      id,
      displayName: `Plan ${id}`,
      productId: 'main',
      pricingType: 'FREE',
      ...more,
    });
  const create = async (id = nextId(), more: Json = {}) => {
    await expectOk(post(id, more));
    return id;
  };
  const createLive = (more: Json = {}) => create(nextId(), { status: 'PUBLISHED', ...more });
  const createAddon = async (more: Json = {}) => {
    const id = `addon-${++made}`;
    const body = { id, displayName: id, productId: 'main', pricingType: 'FREE', ...more };
    await expectOk(call('POST', '/addons', body));
    return id;
  };
  const get = (id: string, query = '') => expectOk<Json>(call('GET', `/plans/${id}${query}`));
  const update = (id: string, patch: Json) => call('PATCH', `/plans/${id}`, patch);
  const publish = (id: string, migrationType = 'NEW_CUSTOMERS') =>
    call('POST', `/plans/${id}/publish`, { migrationType });
  const draft = (id: string) => call('POST', `/plans/${id}/draft`);
  const discard = (id: string) => call('DELETE', `/plans/${id}/draft`);
  const archive = (id: string) => call('POST', `/plans/${id}/archive`);
  const entitle = (id: string, ...entitlements: Json[]) =>
    expectOk(call('POST', `/plans/${id}/entitlements`, { entitlements }));

  const createIn = async (to: ApiClient, id: string, productId: string, more: Json = {}) => {
    await to.rest('POST', '/products', { id: productId, displayName: productId });
    return expectOk(
      to.rest('POST', '/plans', { id, displayName: id, productId, pricingType: 'FREE', ...more }),
    );
  };
  behavesAsList({
    app: () => app,
    path: '/plans',
    field: 'plans',
    create: async (to, index) => {
      await createIn(to, `list-${index}`, 'listed', index % 2 === 1 ? { status: 'PUBLISHED' } : {});
      return `list-${index}`;
    },
    filter: { query: 'status=published,archived', graphql: 'status: [PUBLISHED, ARCHIVED]' },
  });
  isTenantScoped({
    app: () => app,
    create: (to, id) => createIn(to, id, `product-${id}`),
    read: (from, id) => expectOk(from.rest('GET', `/plans/${id}`)),
    routes: [
      ['GET', (id) => `/plans/${id}`],
      ['PATCH', (id) => `/plans/${id}`, { displayName: 'changed' }],
      ['POST', (id) => `/plans/${id}/archive`],
      ['POST', (id) => `/plans/${id}/unarchive`],
      ['POST', (id) => `/plans/${id}/draft`],
      ['DELETE', (id) => `/plans/${id}/draft`],
      ['POST', (id) => `/plans/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' }],
      ['GET', (id) => `/plans/${id}/charges`],
      ['GET', (id) => `/plans/${id}/overage-charges`],
      ['GET', (id) => `/plans/${id}/entitlements`],
      ['POST', (id) => `/plans/${id}/entitlements`, { entitlements: [feature('flag')] }],
      ['PATCH', (id) => `/plans/${id}/entitlements/flag`, { type: 'FEATURE' }],
      ['DELETE', (id) => `/plans/${id}/entitlements/flag`],
    ],
    documents: [
      'query($id: String!) { plan(id: $id) { id } }',
      'query($id: String!) { planCharges(id: $id) { totalCount } }',
      'query($id: String!) { planOverageCharges(id: $id) { totalCount } }',
      'query($id: String!) { planEntitlements(planId: $id) { __typename } }',
      'mutation($id: String!) { updatePlan(id: $id, input: { displayName: "changed" }) { id } }',
      'mutation($id: String!) { publishPlan(id: $id, input: { migrationType: NEW_CUSTOMERS }) { taskId } }',
      'mutation($id: String!) { discardPlanDraft(id: $id) { id } }',
    ],
    found: { path: (id) => `/plans?productId=product-${id}` },
  });
  needsPermission({
    app: () => app,
    resource: 'plans',
    reads: [
      { rest: ['GET', '/plans'], graphql: '{ plans { totalCount } }' },
      { rest: ['GET', '/plans/nobody'], graphql: '{ plan(id: "nobody") { id } }' },
      { rest: ['GET', '/plans/nobody/charges'], graphql: '{ planCharges(id: "nobody") { totalCount } }' },
      {
        rest: ['GET', '/plans/nobody/overage-charges'],
        graphql: '{ planOverageCharges(id: "nobody") { totalCount } }',
      },
    ],
    writes: [
      {
        rest: ['POST', '/plans', { id: 'permitted', displayName: 'x', productId: 'nothing' }],
        graphql:
          'mutation { createPlan(input: { id: "permitted", displayName: "x", productId: "nothing" }) { id } }',
      },
      {
        rest: ['PATCH', '/plans/nobody', {}],
        graphql: 'mutation { updatePlan(id: "nobody", input: {}) { id } }',
      },
      {
        rest: ['POST', '/plans/nobody/archive'],
        graphql: 'mutation { archivePlan(id: "nobody") { id } }',
      },
      {
        rest: ['POST', '/plans/nobody/unarchive'],
        graphql: 'mutation { unarchivePlan(id: "nobody") { id } }',
      },
      {
        rest: ['POST', '/plans/nobody/draft'],
        graphql: 'mutation { createPlanDraft(id: "nobody") { id } }',
      },
      {
        rest: ['DELETE', '/plans/nobody/draft'],
        graphql: 'mutation { discardPlanDraft(id: "nobody") { id } }',
      },
      {
        rest: ['POST', '/plans/nobody/publish', { migrationType: 'NEW_CUSTOMERS' }],
        graphql: 'mutation { publishPlan(id: "nobody", input: { migrationType: NEW_CUSTOMERS }) { taskId } }',
      },
    ],
  });
  speaksBothInterfaces({
    app: () => app,
    type: 'Plan',
    input: 'CreatePlanInput',
    path: '/plans',
    mutation: 'createPlan',
    body: (id) => ({
      id,
      displayName: 'Pro',
      description: 'For teams',
      productId: 'main',
      parentPlanId: 'base',
      pricingType: 'CUSTOM',
      billingId: 'billing-1',
      metadata: { team: 'blue' },
      status: 'DRAFT',
    }),
    reads: { one: 'plan' },
  });

  describe('the life of a plan (L2)', () => {
    it('L1: begins as draft of version 1', async () => {
      const id = nextId();
      const now = app.clock.now().toISOString();
      expect(await expectOk(call('POST', '/plans', { id, displayName: 'x', productId: 'main' }))).toEqual({
        ...{ id, displayName: 'x', productId: 'main', description: null, billingId: null, metadata: {} },
        ...{ status: 'DRAFT', versionNumber: 1, isLatest: false, pricingType: null, parentPlanId: null },
        ...{ compatibleAddonIds: null, defaultTrialConfig: null, entitlements: [] },
        overageBillingPeriod: null,
        ...{ createdAt: now, updatedAt: now },
      });
      expect((await eventsAbout(app, id)).map(({ type }) => type)).toEqual(['plan.created']);
    });

    it('L1: PUBLISHED on creation publishes at once, ARCHIVED is BadUserInput', async () => {
      const id = await createLive();
      expect(await get(id)).toMatchObject({ status: 'PUBLISHED', isLatest: true, versionNumber: 1 });
      const types = (await eventsAbout(app, id)).map(({ type }) => type);
      expect(types).toEqual(['plan.created', 'plan.updated_new_version_published']);
      expect(await post(nextId(), { status: 'ARCHIVED' })).toRefuse('BadUserInput', /status/);
      const typeless = nextId();
      expect(await post(typeless, { status: 'PUBLISHED', pricingType: null })).toRefuse(
        'PackagePricingTypeNotSet',
      );
      expect(await call('GET', `/plans/${typeless}`)).toRefuse('PlanNotFound');
    });

    it('L2, L5: versions follow each other; readers see the live one, editors the draft', async () => {
      const id = await create();
      expect(await expectOk(publish(id))).toEqual({ taskId: null });
      app.clock.advance({ minutes: 1 });
      const second = await expectOk(draft(id));
      expect(second).toMatchObject({ versionNumber: 2, status: 'DRAFT', isLatest: false });
      expect(await get(id)).toMatchObject({ versionNumber: 1, status: 'PUBLISHED', isLatest: true });
      expect(await get(id, '?status=draft')).toEqual(second);
      expect(await get(id, '?version=2')).toEqual(second);
      await expectOk(publish(id));
      expect(await get(id)).toMatchObject({ versionNumber: 2, isLatest: true });
      expect(await get(id, '?version=1')).toMatchObject({ status: 'PUBLISHED', isLatest: false });
      const document =
        'query($id: String!, $n: Int) { plan(id: $id, version: $n) { versionNumber isLatest } }';
      const overGraphql = (n: number | null) => api.graphql(document, { id, n });
      expect(await expectOk(overGraphql(1))).toEqual({ versionNumber: 1, isLatest: false });
      expect(await expectOk(overGraphql(null))).toEqual({ versionNumber: 2, isLatest: true });
      expect(await overGraphql(3)).toRefuse('PlanNotFound', /version 3/);
      expect(await overGraphql(0)).toRefuse('BadUserInput', /version/);
      expect(await call('GET', `/plans/${id}?version=3`)).toRefuse('PlanNotFound', /version 3/);
      expect(await call('GET', `/plans/${id}?version=1&status=draft`)).toRefuse('PlanNotFound');
    });

    it('L3: one draft at a time, and publishing needs one', async () => {
      const id = await create();
      expect(await draft(id)).toRefuse('DraftAlreadyExists');
      await expectOk(publish(id));
      expect(await publish(id)).toRefuse('PackageAlreadyPublished');
      expect(await discard(id)).toRefuse('EditAllowedOnDraftPackageOnlyError');
      await expectOk(draft(id));
      expect(await draft(id)).toRefuse('DraftAlreadyExists');
      expect(await expectOk(discard(id))).toEqual({ id });
      expect(await get(id)).toMatchObject({ versionNumber: 1, status: 'PUBLISHED' });
      expect(await expectOk(draft(id))).toMatchObject({ versionNumber: 2 });
    });

    it('L2: a draft that was never published goes with its plan, whose id is free again', async () => {
      const id = await create();
      await entitle(id, feature('flag'));
      await expectOk(discard(id));
      expect(await call('GET', `/plans/${id}`)).toRefuse('PlanNotFound');
      expect((await eventsAbout(app, id)).at(-1)?.type).toBe('plan.deleted');
      await create(id);
    });

    it('two administrators who open a draft at once are ordered: one opens it, the other is told', async () => {
      const id = await createLive();
      const answers = await Promise.all([draft(id), draft(id)]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 400]);
      expect(answers.find(({ status }) => status === 400)).toRefuse('DraftAlreadyExists');
    });

    it('L5: a list has one row per plan, the newest of the versions that match', async () => {
      const productId = nextId();
      await createProduct(api, productId);
      const id = await createLive({ productId });
      await expectOk(draft(id));
      const rows = (query: string) => expectOk<Json[]>(call('GET', `/plans?productId=${productId}${query}`));
      const version = async (query: string) => (await rows(query)).map(({ versionNumber }) => versionNumber);
      expect(await version('')).toEqual([1]);
      expect(await version('&status=DRAFT')).toEqual([2]);
      expect(await version('&status=published&status=draft')).toEqual([2]);
      await expectOk(publish(id));
      expect(await version('&status=PUBLISHED')).toEqual([2]);
      await expectOk(archive(id));
      expect(await version('&status=PUBLISHED')).toEqual([]);
      expect(await version('&status=archived')).toEqual([2]);
      expect(await rows('')).toMatchObject([{ status: 'ARCHIVED' }]);
      expect(await call('GET', '/plans?status=gone')).toRefuse('BadUserInput', /status/);
    });
  });

  describe('changing a plan (L4)', () => {
    it('what all versions share changes at any time', async () => {
      const id = await createLive({ metadata: { a: '1', b: '2' } });
      const patch = { displayName: 'New', description: 'text', billingId: 'b', metadata: { a: '', c: '3' } };
      app.clock.advance({ minutes: 1 });
      const told = await expectOk<Json>(update(id, patch));
      expect(told).toMatchObject({ ...patch, metadata: { b: '2', c: '3' }, versionNumber: 1 });
      expect(told['updatedAt']).toBe(app.clock.now().toISOString());
      expect(await get(id)).toEqual(told);
      expect(await expectOk(update(id, { description: null, billingId: null }))).toMatchObject({
        description: null,
        billingId: null,
      });
      expect(await update(id, { metadata: { k: 'x'.repeat(501) } })).toRefuse('InvalidMetadataError');
    });

    it('what belongs to a version needs a draft', async () => {
      const id = await createLive();
      for (const patch of [
        { parentPlanId: 'base' },
        { parentPlanId: null },
        { compatibleAddonIds: [] },
        { charges: { pricingType: 'CUSTOM' } },
        { defaultTrialConfig: { duration: 14, units: 'DAY' } },
        { defaultTrialConfig: null },
      ]) {
        expect(await update(id, patch)).toRefuse('EditAllowedOnDraftPackageOnlyError');
      }
      await expectOk(draft(id));
      const patch = { parentPlanId: 'base', charges: { pricingType: 'CUSTOM' } };
      expect(await expectOk(update(id, patch))).toMatchObject({
        versionNumber: 2,
        parentPlanId: 'base',
        pricingType: 'CUSTOM',
      });
      expect(await get(id)).toMatchObject({ versionNumber: 1, parentPlanId: null, pricingType: 'FREE' });
    });

    it('a null charges asks for nothing, an empty one lacks its pricing type', async () => {
      const id = await create(nextId(), { pricingType: 'PAID' });
      expect(await expectOk(update(id, { charges: null }))).toMatchObject({ pricingType: 'PAID' });
      expect(await update(id, { charges: {} })).toRefuse('BadUserInput', /pricingType/);
    });

    it('C3, C5, C1: ids are slugs and unique, unknown keys are refused', async () => {
      expect(await post('base')).toRefuse('DuplicatedEntityNotAllowed');
      expect(await post('a b')).toRefuse('BadUserInput', /id/);
      expect(await post(nextId(), { extra: 1 })).toRefuse('BadUserInput', /extra/);
      expect(await update('base', { productId: 'other' })).toRefuse('BadUserInput', /productId/);
    });

    it('a plan and an addon may share an id', async () => {
      const id = await createAddon();
      await create(id);
      expect(await get(id)).toMatchObject({ displayName: `Plan ${id}` });
      expect(await expectOk(call('GET', `/addons/${id}`))).toMatchObject({ displayName: id });
    });
  });
});
