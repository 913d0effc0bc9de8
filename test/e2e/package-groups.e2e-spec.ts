import { createTestApp, type TestApp } from '../support/app';
import { createProduct, publishAddon, publishPlan, type Json } from '../support/catalog';
import { expectOk, type ApiClient, type Method } from '../support/client';
import { speaksBothInterfaces } from '../support/suites/doors-suite';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

/** Domain: catalog A6, L9 */
describe('package groups', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    await createProduct(api, 'other');
    for (const id of ['maps', 'routes', 'tiles']) await publishAddon(api, { id, productId: 'main' });
    await publishAddon(api, { id: 'elsewhere', productId: 'other' });
  });
  afterAll(() => app.close());

  const call = (method: Method, path: string, body?: unknown) => api.rest(method, path, body);
  const nextId = () => `group-${++made}`;
  const post = (id: string, more: Json = {}) =>
    call('POST', '/package-groups', { id, addonIds: ['maps', 'routes'], ...more });
  const create = async (more: Json = {}) => {
    const id = nextId();
    await expectOk(post(id, more));
    return id;
  };
  const get = (id: string) => expectOk<Json>(call('GET', `/package-groups/${id}`));
  const update = (id: string, patch: Json) => call('PATCH', `/package-groups/${id}`, patch);
  const archive = (id: string) => call('POST', `/package-groups/${id}/archive`);
  const unarchive = (id: string) => call('POST', `/package-groups/${id}/unarchive`);
  const remove = (id: string) => call('DELETE', `/package-groups/${id}`);
  const offer = (planId: string, id: string, body: Json = {}) =>
    call('PUT', `/plans/${planId}/package-groups/${id}`, body);
  const planDraft = async (): Promise<string> => {
    const id = `plan-${++made}`;
    const plan = { id, displayName: id, productId: 'main', pricingType: 'CUSTOM' };
    await expectOk(call('POST', '/plans', plan));
    return id;
  };

  const createIn = async (to: ApiClient, id: string, productId: string) => {
    await to.rest('POST', '/products', { id: productId, displayName: productId });
    const addon = { id: `of-${productId}`, displayName: 'x', productId, pricingType: 'FREE' };
    await to.rest('POST', '/addons', addon);
    return expectOk(to.rest('POST', '/package-groups', { id, addonIds: [addon.id] }));
  };
  behavesAsList({
    app: () => app,
    path: '/package-groups',
    field: 'packageGroups',
    create: async (to, index) => {
      const id = `list-${index}`;
      await createIn(to, id, 'listed');
      if (index % 2 === 1) await expectOk(to.rest('POST', `/package-groups/${id}/archive`));
      return id;
    },
    filter: { query: 'status=archived', graphql: 'status: [ARCHIVED]' },
  });
  isTenantScoped({
    app: () => app,
    create: (to, id) => createIn(to, id, `product-${id}`),
    read: (from, id) => expectOk(from.rest('GET', `/package-groups/${id}`)),
    routes: [
      ['GET', (id) => `/package-groups/${id}`],
      ['PATCH', (id) => `/package-groups/${id}`, { displayName: 'changed' }],
      ['POST', (id) => `/package-groups/${id}/archive`],
      ['POST', (id) => `/package-groups/${id}/unarchive`],
      ['DELETE', (id) => `/package-groups/${id}`],
    ],
    documents: [
      'query($id: String!) { packageGroup(id: $id) { id } }',
      'mutation($id: String!) { updatePackageGroup(id: $id, input: { displayName: "changed" }) { id } }',
      'mutation($id: String!) { archivePackageGroup(id: $id) { id } }',
      'mutation($id: String!) { deletePackageGroup(id: $id) { id } }',
    ],
    found: { path: (id) => `/package-groups?productId=product-${id}` },
  });
  needsPermission({
    app: () => app,
    resource: 'addons',
    reads: [
      { rest: ['GET', '/package-groups'], graphql: '{ packageGroups { totalCount } }' },
      { rest: ['GET', '/package-groups/nobody'], graphql: '{ packageGroup(id: "nobody") { id } }' },
    ],
    writes: [
      {
        rest: ['POST', '/package-groups', { id: 'permitted', addonIds: ['nothing'] }],
        graphql: 'mutation { createPackageGroup(input: { id: "permitted", addonIds: ["nothing"] }) { id } }',
      },
      {
        rest: ['PATCH', '/package-groups/nobody', {}],
        graphql: 'mutation { updatePackageGroup(id: "nobody", input: {}) { id } }',
      },
      {
        rest: ['POST', '/package-groups/nobody/archive'],
        graphql: 'mutation { archivePackageGroup(id: "nobody") { id } }',
      },
      {
        rest: ['POST', '/package-groups/nobody/unarchive'],
        graphql: 'mutation { unarchivePackageGroup(id: "nobody") { id } }',
      },
      {
        rest: ['DELETE', '/package-groups/nobody'],
        graphql: 'mutation { deletePackageGroup(id: "nobody") { id } }',
      },
    ],
  });
  speaksBothInterfaces({
    app: () => app,
    type: 'PackageGroup',
    input: 'CreatePackageGroupInput',
    path: '/package-groups',
    mutation: 'createPackageGroup',
    body: (id) => ({ id, displayName: 'Extras', addonIds: ['maps', 'routes'] }),
    reads: { one: 'packageGroup' },
  });

  it('A6: a group is a set of addons of one product', async () => {
    const id = nextId();
    const now = app.clock.now().toISOString();
    expect(await expectOk(post(id, { addonIds: ['routes', 'maps', 'routes'] }))).toEqual({
      ...{ id, displayName: null, productId: 'main', addonIds: ['routes', 'maps'], status: 'PUBLISHED' },
      ...{ createdAt: now, updatedAt: now },
    });
    expect(await post(nextId(), { addonIds: ['maps', 'elsewhere'] })).toRefuse('BadUserInput', /elsewhere/);
    expect(await post(nextId(), { addonIds: ['nowhere'] })).toRefuse('AddonNotFound', /nowhere/);
    expect(await post(nextId(), { addonIds: ['maps', 'nowhere'] })).toRefuse('AddonNotFound', /nowhere/);
    expect(await post(nextId(), { addonIds: [] })).toRefuse('BadUserInput', /addonIds/);
    expect(await post('a b')).toRefuse('BadUserInput', /id/);
  });

  it('A6: an archived addon is not put into a group', async () => {
    await publishAddon(api, { id: 'retired', productId: 'main' });
    await expectOk(call('POST', '/addons/retired/archive'));
    expect(await post(nextId(), { addonIds: ['maps', 'retired'] })).toRefuse(
      'EntityIsArchivedError',
      /retired/,
    );
    expect(await update(await create(), { addonIds: ['retired'] })).toRefuse('EntityIsArchivedError');
  });

  it('PATCH replaces the addons, null clears the name, absent leaves both', async () => {
    const id = await create({ displayName: 'Extras' });
    app.clock.advance({ minutes: 1 });
    const changed = await expectOk<Json>(update(id, { addonIds: ['tiles'] }));
    expect(changed).toMatchObject({ addonIds: ['tiles'], displayName: 'Extras' });
    expect(changed['updatedAt']).toBe(app.clock.now().toISOString());
    expect(await expectOk(update(id, { displayName: null }))).toMatchObject({
      addonIds: ['tiles'],
      displayName: null,
    });
    expect(await update(id, { addonIds: ['elsewhere'] })).toRefuse('BadUserInput', /product main/);
    expect(await update(id, { addonIds: [] })).toRefuse('BadUserInput', /addonIds/);
    expect(await update(id, { status: 'ARCHIVED' })).toRefuse('BadUserInput', /status/);
  });

  it('an archived group takes no change until it is unarchived', async () => {
    const id = await create();
    expect(await expectOk(archive(id))).toMatchObject({ id, status: 'ARCHIVED' });
    expect(await archive(id)).toRefuse('EntityIsArchivedError');
    expect(await update(id, { displayName: 'x' })).toRefuse('EntityIsArchivedError');
    expect(await offer(await planDraft(), id)).toRefuse('EntityIsArchivedError', new RegExp(id));
    expect(await expectOk(unarchive(id))).toMatchObject({ status: 'PUBLISHED' });
    expect(await unarchive(id)).toRefuse('BadUserInput', /not archived/);
  });

  it('a group does not return while one of its addons is archived', async () => {
    await publishAddon(api, { id: 'leaving', productId: 'main' });
    const id = await create({ addonIds: ['maps', 'leaving'] });
    await expectOk(archive(id));
    await expectOk(call('POST', '/addons/leaving/archive'));
    expect(await unarchive(id)).toRefuse('EntityIsArchivedError', /leaving/);
    await expectOk(call('POST', '/addons/leaving/unarchive'));
    await expectOk(unarchive(id));
  });

  it('IntegrityViolation: a group is archived only when no plan in use offers it', async () => {
    const [id, planId] = [await create(), await planDraft()];
    await expectOk(offer(planId, id));
    expect(await archive(id)).toRefuse('IntegrityViolation', new RegExp(planId));
    await expectOk(call('POST', `/plans/${planId}/publish`, { migrationType: 'NEW_CUSTOMERS' }));
    await expectOk(call('POST', `/plans/${planId}/draft`));
    await expectOk(call('DELETE', `/plans/${planId}/package-groups/${id}`));
    expect(await archive(id)).toRefuse('IntegrityViolation', new RegExp(planId));
    await expectOk(call('POST', `/plans/${planId}/publish`, { migrationType: 'NEW_CUSTOMERS' }));
    await expectOk(archive(id));
  });

  it('IntegrityViolation: a group that a version ever offered is archived, never deleted', async () => {
    const [id, planId] = [await create(), await planDraft()];
    await expectOk(offer(planId, id));
    expect(await remove(id)).toRefuse('IntegrityViolation', /archive/);
    await expectOk(call('DELETE', `/plans/${planId}/package-groups/${id}`));
    expect(await expectOk(remove(id))).toEqual({ id });
    expect(await call('GET', `/package-groups/${id}`)).toRefuse('PackageGroupNotFound');
    await expectOk(post(id));
  });

  it('A6: a group keeps as many addons as a plan asks for', async () => {
    const [id, planId] = [await create({ addonIds: ['maps', 'routes', 'tiles'] }), await planDraft()];
    await expectOk(offer(planId, id, { minItems: 2 }));
    expect(await update(id, { addonIds: ['maps'] })).toRefuse('BadUserInput', new RegExp(`2.*${planId}`));
    await expectOk(update(id, { addonIds: ['maps', 'tiles'] }));
    expect(await get(id)).toMatchObject({ addonIds: ['maps', 'tiles'] });
  });

  it('L9: an addon in a group is neither archived nor discarded', async () => {
    await publishAddon(api, { id: 'member', productId: 'main' });
    const draft = { id: 'drafted', displayName: 'x', productId: 'main' };
    await expectOk(call('POST', '/addons', draft));
    const id = await create({ addonIds: ['member', 'drafted'] });
    expect(await call('POST', '/addons/member/archive')).toRefuse(
      'AddonIsCompatibleWithGroup',
      new RegExp(id),
    );
    expect(await call('DELETE', '/addons/drafted/draft')).toRefuse('AddonIsCompatibleWithGroup');
    expect(await api.graphql('mutation { archiveAddon(id: "member") { id } }')).toRefuse(
      'AddonIsCompatibleWithGroup',
    );
    await expectOk(update(id, { addonIds: ['maps'] }));
    await expectOk(call('POST', '/addons/member/archive'));
    await expectOk(call('DELETE', '/addons/drafted/draft'));
  });

  it('L9: an archived group holds nothing back', async () => {
    await publishAddon(api, { id: 'free-again', productId: 'main' });
    await expectOk(archive(await create({ addonIds: ['free-again'] })));
    await expectOk(call('POST', '/addons/free-again/archive'));
  });

  it('an addon is put into a group or archived, never both at once', async () => {
    await publishAddon(api, { id: 'raced', productId: 'main' });
    const answers = await Promise.all([
      post('racing', { addonIds: ['raced'] }),
      call('POST', '/addons/raced/archive'),
    ]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 400)).toMatchObject({
      body: { code: expect.stringMatching(/^(AddonIsCompatibleWithGroup|EntityIsArchivedError)$/) as string },
    });
  });

  it('P6: nothing is written about a group of an archived product', async () => {
    await createProduct(api, 'closing');
    const addon = { id: 'closing-addon', displayName: 'x', productId: 'closing' };
    await expectOk(call('POST', '/addons', addon));
    const id = await create({ addonIds: ['closing-addon'] });
    await expectOk(call('POST', '/products/closing/archive'));
    for (const answer of [
      await post(nextId(), { addonIds: ['closing-addon'] }),
      await update(id, { displayName: 'x' }),
      await archive(id),
      await remove(id),
    ]) {
      expect(answer).toRefuse('EntityIsArchivedError', /closing/);
    }
    await expectOk(call('POST', '/products/closing/unarchive'));
    await expectOk(archive(id));
  });

  it('P7: a copied product has groups of its own, of the copies of the addons', async () => {
    await createProduct(api, 'line');
    for (const addon of ['one', 'two', 'three']) await publishAddon(api, { id: addon, productId: 'line' });
    await expectOk(post('line-extras', { displayName: 'Extras', addonIds: ['two', 'one'] }));
    await expectOk(post('line-gone', { addonIds: ['three'] }));
    await expectOk(archive('line-gone'));
    await publishPlan(api, { id: 'line-pro', productId: 'line', pricingType: 'CUSTOM' });
    await expectOk(call('POST', '/plans/line-pro/draft'));
    await expectOk(offer('line-pro', 'line-extras', { minItems: 2, freeItems: 1 }));
    await expectOk(call('POST', '/plans/line-pro/publish', { migrationType: 'NEW_CUSTOMERS' }));
    await expectOk(call('POST', '/products/line/duplicate', { targetId: 'line-two' }));
    const copies = await expectOk<Json[]>(call('GET', '/package-groups?productId=line-two'));
    expect(copies).toMatchObject([
      { id: 'line-extras-copy-1', displayName: 'Extras', addonIds: ['two-copy-1', 'one-copy-1'] },
    ]);
    expect(await expectOk(call('GET', '/plans/line-pro-copy-1/package-groups'))).toMatchObject([
      { id: 'line-extras-copy-1', addonIds: ['two-copy-1', 'one-copy-1'], minItems: 2, freeItems: 1 },
    ]);
    expect(await expectOk(call('GET', '/plans/line-pro/package-groups'))).toMatchObject([
      { id: 'line-extras', addonIds: ['two', 'one'] },
    ]);
    const made = await expectOk<Json[]>(call('GET', '/activity?entityId=line-extras-copy-1'));
    expect(made).toMatchObject([{ type: 'package_group.created', before: null }]);
    await expectOk(call('POST', '/products/line/duplicate', { targetId: 'line-three' }));
    expect(await get('line-extras-copy-2')).toMatchObject({ productId: 'line-three' });
  });

  it('access-and-events W8: every change stands in the activity log', async () => {
    const id = await create({ displayName: 'before' });
    await expectOk(update(id, { displayName: 'after' }));
    await expectOk(archive(id));
    await expectOk(unarchive(id));
    await expectOk(remove(id));
    const found = await expectOk<Json[]>(call('GET', `/activity?entityType=PACKAGE_GROUP&entityId=${id}`));
    expect(found.map(({ type }) => type).reverse()).toEqual(
      ['created', 'updated', 'archived', 'unarchived', 'deleted'].map((verb) => `package_group.${verb}`),
    );
    expect(found[3]).toMatchObject({ before: { displayName: 'before' }, after: { displayName: 'after' } });
    expect(found[0]).toMatchObject({ before: { id }, after: null });
  });

  it('a published plan keeps its groups though the draft drops them', async () => {
    await publishPlan(api, { id: 'kept', productId: 'main', pricingType: 'CUSTOM' });
    await expectOk(call('POST', '/plans/kept/draft'));
    const id = await create();
    await expectOk(offer('kept', id, { freeItems: 1 }));
    await expectOk(call('POST', '/plans/kept/publish', { migrationType: 'NEW_CUSTOMERS' }));
    await expectOk(call('POST', '/plans/kept/draft'));
    await expectOk(call('DELETE', `/plans/kept/package-groups/${id}`));
    const groups = (query: string) => expectOk<Json[]>(call('GET', `/plans/kept/package-groups${query}`));
    expect(await groups('')).toEqual([]);
    expect(await groups('?status=published')).toMatchObject([{ id, freeItems: 1, minItems: null }]);
    expect(await groups('?version=1')).toEqual([]);
  });
});
