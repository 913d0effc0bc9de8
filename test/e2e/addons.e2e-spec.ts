import { createTestApp, type TestApp } from '../support/app';
import { createFeature, createProduct, feature, type Json } from '../support/catalog';
import { expectOk, type ApiClient, type Method } from '../support/client';
import { eventsAbout } from '../support/events';
import { speaksBothInterfaces } from '../support/suites/doors-suite';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: catalog

describe('addons', () => {
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
  });
  afterAll(() => app.close());

  const call = (method: Method, path: string, body?: unknown) => api.rest(method, path, body);
  const nextId = () => `addon-${++made}`;
  const post = (id: string, more: Json = {}) =>
    call('POST', '/addons', {
      id,
      displayName: `Addon ${id}`,
      productId: 'main',
      pricingType: 'FREE',
      ...more,
    });
  const create = async (id = nextId(), more: Json = {}) => {
    await expectOk(post(id, more));
    return id;
  };
  const createLive = (more: Json = {}) => create(nextId(), { status: 'PUBLISHED', ...more });
  const createPlan = async (more: Json = {}) => {
    const id = `plan-${++made}`;
    const body = { id, displayName: id, productId: 'main', pricingType: 'FREE', ...more };
    await expectOk(call('POST', '/plans', body));
    return id;
  };
  const get = (id: string, query = '') => expectOk<Json>(call('GET', `/addons/${id}${query}`));
  const update = (id: string, patch: Json) => call('PATCH', `/addons/${id}`, patch);
  const publish = (id: string) => call('POST', `/addons/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' });
  const draft = (id: string) => call('POST', `/addons/${id}/draft`);
  const discard = (id: string) => call('DELETE', `/addons/${id}/draft`);
  const archive = (id: string) => call('POST', `/addons/${id}/archive`);

  const createIn = async (to: ApiClient, id: string, productId: string, more: Json = {}) => {
    await to.rest('POST', '/products', { id: productId, displayName: productId });
    return expectOk(
      to.rest('POST', '/addons', { id, displayName: id, productId, pricingType: 'FREE', ...more }),
    );
  };
  behavesAsList({
    app: () => app,
    path: '/addons',
    field: 'addons',
    create: async (to, index) => {
      await createIn(to, `list-${index}`, 'listed', index % 2 === 1 ? { status: 'PUBLISHED' } : {});
      return `list-${index}`;
    },
    filter: { query: 'status=PUBLISHED', graphql: 'status: [PUBLISHED]' },
  });
  isTenantScoped({
    app: () => app,
    create: (to, id) => createIn(to, id, `product-${id}`),
    read: (from, id) => expectOk(from.rest('GET', `/addons/${id}`)),
    routes: [
      ['GET', (id) => `/addons/${id}`],
      ['PATCH', (id) => `/addons/${id}`, { displayName: 'changed' }],
      ['POST', (id) => `/addons/${id}/archive`],
      ['POST', (id) => `/addons/${id}/unarchive`],
      ['POST', (id) => `/addons/${id}/draft`],
      ['DELETE', (id) => `/addons/${id}/draft`],
      ['POST', (id) => `/addons/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' }],
      ['GET', (id) => `/addons/${id}/charges`],
      ['GET', (id) => `/addons/${id}/entitlements`],
      ['POST', (id) => `/addons/${id}/entitlements`, { entitlements: [feature('flag')] }],
      ['PATCH', (id) => `/addons/${id}/entitlements/flag`, { type: 'FEATURE' }],
      ['DELETE', (id) => `/addons/${id}/entitlements/flag`],
    ],
    documents: [
      'query($id: String!) { addon(id: $id) { id } }',
      'query($id: String!) { addonCharges(id: $id) { totalCount } }',
      'query($id: String!) { addonEntitlements(addonId: $id) { __typename } }',
      'mutation($id: String!) { archiveAddon(id: $id) { id } }',
      'mutation($id: String!) { deleteAddonEntitlement(addonId: $id, id: "flag") { __typename } }',
    ],
    found: { path: (id) => `/addons?productId=product-${id}` },
  });
  needsPermission({
    app: () => app,
    resource: 'addons',
    reads: [
      { rest: ['GET', '/addons'], graphql: '{ addons { totalCount } }' },
      { rest: ['GET', '/addons/nobody'], graphql: '{ addon(id: "nobody") { id } }' },
      { rest: ['GET', '/addons/nobody/charges'], graphql: '{ addonCharges(id: "nobody") { totalCount } }' },
      {
        rest: ['GET', '/addons/nobody/entitlements'],
        graphql: '{ addonEntitlements(addonId: "nobody") { __typename } }',
      },
    ],
    writes: [
      {
        rest: ['POST', '/addons', { id: 'permitted', displayName: 'x', productId: 'nothing' }],
        graphql:
          'mutation { createAddon(input: { id: "permitted", displayName: "x", productId: "nothing" }) { id } }',
      },
      {
        rest: ['PATCH', '/addons/nobody', {}],
        graphql: 'mutation { updateAddon(id: "nobody", input: {}) { id } }',
      },
      {
        rest: ['POST', '/addons/nobody/archive'],
        graphql: 'mutation { archiveAddon(id: "nobody") { id } }',
      },
      {
        rest: ['POST', '/addons/nobody/unarchive'],
        graphql: 'mutation { unarchiveAddon(id: "nobody") { id } }',
      },
      {
        rest: ['POST', '/addons/nobody/draft'],
        graphql: 'mutation { createAddonDraft(id: "nobody") { id } }',
      },
      {
        rest: ['DELETE', '/addons/nobody/draft'],
        graphql: 'mutation { discardAddonDraft(id: "nobody") { id } }',
      },
      {
        rest: ['POST', '/addons/nobody/publish', { migrationType: 'NEW_CUSTOMERS' }],
        graphql:
          'mutation { publishAddon(id: "nobody", input: { migrationType: NEW_CUSTOMERS }) { taskId } }',
      },
      {
        rest: ['POST', '/addons/nobody/entitlements', { entitlements: [feature('flag')] }],
        graphql:
          'mutation { createAddonEntitlements(addonId: "nobody", input: { entitlements: [{ feature: { id: "flag" } }] }) { __typename } }',
      },
      {
        rest: ['PATCH', '/addons/nobody/entitlements/flag', { type: 'FEATURE' }],
        graphql:
          'mutation { updateAddonEntitlement(addonId: "nobody", id: "flag", input: { feature: { isGranted: true } }) { __typename } }',
      },
      {
        rest: ['DELETE', '/addons/nobody/entitlements/flag'],
        graphql: 'mutation { deleteAddonEntitlement(addonId: "nobody", id: "flag") { __typename } }',
      },
    ],
  });
  speaksBothInterfaces({
    app: () => app,
    type: 'Addon',
    input: 'CreateAddonInput',
    path: '/addons',
    mutation: 'createAddon',
    body: (id) => ({
      id,
      displayName: 'More seats',
      description: 'Ten more',
      productId: 'main',
      pricingType: 'CUSTOM',
      billingId: 'billing-1',
      maxQuantity: 5,
      metadata: { team: 'blue' },
      status: 'PUBLISHED',
    }),
    reads: { one: 'addon' },
  });

  describe('the life of an addon (L2)', () => {
    it('L1: begins as draft of version 1, PUBLISHED at once when asked, never ARCHIVED', async () => {
      const id = await create();
      expect(await get(id)).toMatchObject({
        ...{ status: 'DRAFT', versionNumber: 1, isLatest: false, entitlements: [] },
        ...{ dependencies: null, maxQuantity: null },
      });
      expect(await get(await createLive())).toMatchObject({ status: 'PUBLISHED', isLatest: true });
      expect(await post(nextId(), { status: 'ARCHIVED' })).toRefuse('BadUserInput', /status/);
      expect(await post(nextId(), { maxQuantity: 0 })).toRefuse('BadUserInput', /maxQuantity/);
    });

    it('L2, L3: publishes, drafts and discards as a plan does', async () => {
      const id = await create();
      expect(await draft(id)).toRefuse('DraftAlreadyExists');
      await expectOk(publish(id));
      expect(await publish(id)).toRefuse('PackageAlreadyPublished');
      expect(await discard(id)).toRefuse('EditAllowedOnDraftPackageOnlyError');
      await expectOk(draft(id));
      await expectOk(discard(id));
      await expectOk(draft(id));
      await expectOk(publish(id));
      expect(await get(id)).toMatchObject({ versionNumber: 2, isLatest: true });
      expect(await get(id, '?version=1')).toMatchObject({ versionNumber: 1, isLatest: false });
      expect((await eventsAbout(app, id)).map(({ type }) => type)).toEqual([
        'addon.created',
        'addon.updated_new_version_published',
        'addon.updated_new_version_published',
      ]);
    });

    it('L3: a draft copies terms and entitlements, whose behavior may be Override', async () => {
      const needed = await createLive();
      const id = await create(nextId(), { maxQuantity: 3 });
      const entitlements = [feature('calls', { usageLimit: 5, behavior: 'Override' }), feature('flag')];
      await expectOk(call('POST', `/addons/${id}/entitlements`, { entitlements }));
      await expectOk(update(id, { dependencies: [needed] }));
      await expectOk(publish(id));
      const live = await get(id);
      const second = await expectOk<Json>(draft(id));
      expect(second).toEqual({
        ...live,
        ...{ status: 'DRAFT', versionNumber: 2, isLatest: false, updatedAt: second['updatedAt'] },
      });
      expect(live).toMatchObject({
        dependencies: [needed],
        maxQuantity: 3,
        entitlements: [
          { id: 'calls', type: 'FEATURE' },
          { id: 'flag', type: 'FEATURE' },
        ],
      });
    });

    it('L8: needs a pricing type, and for PAID a price', async () => {
      const id = await create(nextId(), { pricingType: null });
      expect(await publish(id)).toRefuse('PackagePricingTypeNotSet');
      await expectOk(update(id, { charges: { pricingType: 'PAID' } }));
      expect(await publish(id)).toRefuse('AddonHasToHavePriceError');
      expect(await post(nextId(), { status: 'PUBLISHED', pricingType: 'PAID' })).toRefuse(
        'AddonHasToHavePriceError',
      );
    });

    it('L8: version 32,767 is the last', async () => {
      const id = await createLive();
      await expectOk(draft(id));
      const age = `update package_version v set version_number = version_number + 32766 from package p
                    where p.environment_id = v.environment_id and p.uid = v.package_uid and p.id = $1`;
      await app.dataSource.query(age, [id]);
      expect(await get(id)).toMatchObject({ versionNumber: 32_767 });
      expect(await publish(id)).toRefuse('VersionExceedsMaxValueError');
    });
  });

  describe('changing an addon (L4)', () => {
    it('L1: status is taken when it is the present one, and names its route otherwise', async () => {
      const id = await create();
      await expectOk(update(id, { status: 'DRAFT' }));
      expect(await update(id, { status: 'PUBLISHED' })).toRefuse('UnsupportedParameter', /publish/);
      await expectOk(publish(id));
      await expectOk(update(id, { status: 'PUBLISHED' }));
      expect(await update(id, { status: 'ARCHIVED' })).toRefuse('UnsupportedParameter', /archive/);
      expect(await update(id, { status: 'DRAFT' })).toRefuse('UnsupportedParameter', /draft/);
      await expectOk(draft(id));
      await expectOk(update(id, { status: 'PUBLISHED' }));
      await expectOk(update(id, { status: 'DRAFT' }));
    });

    it('what belongs to a version needs a draft, what all share does not', async () => {
      const id = await createLive();
      for (const patch of [{ dependencies: [] }, { maxQuantity: 4 }, { maxQuantity: null }]) {
        expect(await update(id, patch)).toRefuse('EditAllowedOnDraftPackageOnlyError');
      }
      expect(await expectOk(update(id, { displayName: 'New' }))).toMatchObject({ displayName: 'New' });
      await expectOk(draft(id));
      expect(await expectOk(update(id, { maxQuantity: 4 }))).toMatchObject({ maxQuantity: 4 });
      expect(await expectOk(update(id, { maxQuantity: null }))).toMatchObject({ maxQuantity: null });
      expect(await update(id, { maxQuantity: 0 })).toRefuse('BadUserInput', /maxQuantity/);
    });

    it('A3: dependencies are addons of the same product, live or drafted, and close no circle', async () => {
      const [a, b, c] = [await create(), await create(), await create()];
      expect(await expectOk(update(a, { dependencies: [b, c, b] }))).toMatchObject({ dependencies: [b, c] });
      await expectOk(update(b, { dependencies: [c] }));
      for (const dependencies of [[a], [b], [c]]) {
        expect(await update(c, { dependencies })).toRefuse('PlansCircularDependencyError');
      }
      expect(await update(c, { dependencies: ['nowhere'] })).toRefuse('AddonNotFound', /nowhere/);
      const foreign = await create(nextId(), { productId: 'other' });
      expect(await update(c, { dependencies: [foreign] })).toRefuse('BadUserInput', /product/);
      const archived = await createLive();
      await expectOk(archive(archived));
      expect(await update(c, { dependencies: [archived] })).toRefuse('EntityIsArchivedError');
      expect(await expectOk(update(a, { dependencies: null }))).toMatchObject({ dependencies: null });
    });

    it('A1: a plan lists addons of its product that are not archived', async () => {
      const planId = await createPlan();
      const list = (...compatibleAddonIds: string[]) =>
        call('PATCH', `/plans/${planId}`, { compatibleAddonIds });
      const [x, y] = [await create(), await createLive()];
      expect(await expectOk(list(y, x))).toMatchObject({ compatibleAddonIds: [y, x] });
      expect(await list('nowhere')).toRefuse('AddonNotFound', /nowhere/);
      expect(await list(planId)).toRefuse('AddonNotFound');
      expect(await list(await create(nextId(), { productId: 'other' }))).toRefuse('BadUserInput', /product/);
      await expectOk(list());
      await expectOk(archive(y));
      expect(await list(y)).toRefuse('EntityIsArchivedError', new RegExp(y));
    });
  });

  describe('archiving (L9)', () => {
    it('takes the addon off the market and closes it to writes', async () => {
      const id = await createLive();
      expect(await expectOk(archive(id))).toMatchObject({ status: 'ARCHIVED' });
      for (const answer of [await archive(id), await draft(id), await publish(id), await update(id, {})]) {
        expect(answer).toRefuse('EntityIsArchivedError');
      }
    });

    it('refuses what was never published, and what has an open draft', async () => {
      const id = await create();
      expect(await archive(id)).toRefuse('DraftAddonCantBeArchived');
      await expectOk(publish(id));
      await expectOk(draft(id));
      expect(await archive(id)).toRefuse('AddonWithDraftCannotBeDeletedError');
    });

    it('refuses an addon that a draft or a live plan lists, until its newest version no longer does', async () => {
      const id = await createLive();
      const planId = await createPlan();
      const plan = (method: Method, rest = '', body?: unknown) =>
        expectOk(call(method, `/plans/${planId}${rest}`, body));
      await plan('PATCH', '', { compatibleAddonIds: [id] });
      expect(await archive(id)).toRefuse('AddonIsCompatibleWithPlan', new RegExp(planId));
      await plan('POST', '/publish', { migrationType: 'NEW_CUSTOMERS' });
      await plan('POST', '/draft');
      await plan('PATCH', '', { compatibleAddonIds: null });
      expect(await archive(id)).toRefuse('AddonIsCompatibleWithPlan');
      await plan('POST', '/publish', { migrationType: 'NEW_CUSTOMERS' });
      await expectOk(archive(id));
    });

    it('refuses to discard an addon that a plan lists or another addon needs', async () => {
      const [listed, needed, needing] = [await create(), await create(), await create()];
      const planId = await createPlan();
      await expectOk(call('PATCH', `/plans/${planId}`, { compatibleAddonIds: [listed] }));
      expect(await discard(listed)).toRefuse('AddonIsCompatibleWithPlan');
      await expectOk(update(needing, { dependencies: [needed] }));
      expect(await discard(needed)).toRefuse('IntegrityViolation', new RegExp(needing));
      await expectOk(update(needing, { dependencies: null }));
      await expectOk(discard(needed));
      expect((await eventsAbout(app, needed)).at(-1)?.type).toBe('addon.deleted');
    });
  });
});
