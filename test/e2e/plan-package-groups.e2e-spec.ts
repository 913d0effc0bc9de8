import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, createProduct, publishAddon, type Json } from '../support/catalog';
import { expectOk, type ApiClient, type Method } from '../support/client';
import { everyField } from '../support/graphql-selection';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

/** Domain: catalog A1, A6, L4, L8 */
describe('package groups of plans', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;
  let planId: string;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    await createProduct(api, 'other');
    for (const id of ['maps', 'routes', 'tiles']) await publishAddon(api, { id, productId: 'main' });
    await publishAddon(api, { id: 'elsewhere', productId: 'other' });
    await expectOk(group('extras', ['maps', 'routes', 'tiles']));
    await expectOk(group('more', ['tiles']));
    await expectOk(group('foreign', ['elsewhere']));
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    planId = `plan-${++made}`;
    await expectOk(createPlan(planId));
  });

  const call = (method: Method, path: string, body?: unknown) => api.rest(method, path, body);
  const group = (id: string, addonIds: string[]) => call('POST', '/package-groups', { id, addonIds });
  const createPlan = (id: string, more: Json = {}) =>
    call('POST', '/plans', { id, displayName: id, productId: 'main', pricingType: 'CUSTOM', ...more });
  const set = (id: string, body: Json = {}, to = planId) =>
    call('PUT', `/plans/${to}/package-groups/${id}`, body);
  const remove = (id: string, from = planId) => call('DELETE', `/plans/${from}/package-groups/${id}`);
  const list = (query = '') => expectOk<Json[]>(call('GET', `/plans/${planId}/package-groups${query}`));
  const publish = (id = planId) => call('POST', `/plans/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' });
  const patch = (body: Json) => call('PATCH', `/plans/${planId}`, body);

  isTenantScoped({
    app: () => app,
    create: async (to, id) => {
      await to.rest('POST', '/products', { id: 'main', displayName: 'main' });
      return expectOk(
        to.rest('POST', '/plans', { id, displayName: id, productId: 'main', pricingType: 'CUSTOM' }),
      );
    },
    read: (from, id) => expectOk(from.rest('GET', `/plans/${id}`)),
    routes: [
      ['GET', (id) => `/plans/${id}/package-groups`],
      ['PUT', (id) => `/plans/${id}/package-groups/extras`, {}],
      ['DELETE', (id) => `/plans/${id}/package-groups/extras`],
    ],
    documents: [
      'query($id: String!) { planPackageGroups(planId: $id) { id } }',
      'mutation($id: String!) { setPlanPackageGroup(planId: $id, id: "extras", input: {}) { id } }',
      'mutation($id: String!) { removePlanPackageGroup(planId: $id, id: "extras") { id } }',
    ],
  });
  needsPermission({
    app: () => app,
    resource: 'plans',
    reads: [
      {
        rest: ['GET', '/plans/nobody/package-groups'],
        graphql: '{ planPackageGroups(planId: "nobody") { id } }',
      },
    ],
    writes: [
      {
        rest: ['PUT', '/plans/nobody/package-groups/extras', {}],
        graphql: 'mutation { setPlanPackageGroup(planId: "nobody", id: "extras", input: {}) { id } }',
      },
      {
        rest: ['DELETE', '/plans/nobody/package-groups/extras'],
        graphql: 'mutation { removePlanPackageGroup(planId: "nobody", id: "extras") { id } }',
      },
    ],
  });

  describe('on the draft', () => {
    it('A6: PUT offers a group, PUT again says anew how, DELETE takes it off', async () => {
      const first = await set('extras', { minItems: 2, freeItems: 1 });
      const extras = { id: 'extras', displayName: null, addonIds: ['maps', 'routes', 'tiles'] };
      expect(first.status).toBe(200);
      expect(first.body).toEqual({ data: { ...extras, minItems: 2, freeItems: 1 } });
      await expectOk(set('more'));
      await expectOk(set('extras', { freeItems: 2 }));
      const more = { id: 'more', displayName: null, addonIds: ['tiles'], minItems: null, freeItems: null };
      expect(await list()).toEqual([{ ...extras, minItems: null, freeItems: 2 }, more]);
      expect(await expectOk(remove('extras'))).toEqual({ ...extras, minItems: null, freeItems: 2 });
      expect(await list()).toEqual([more]);
      expect(await remove('extras')).toRefuse('PackageGroupNotFound', /draft/);
    });

    it('A6: the same over GraphQL', async () => {
      const fields = everyField(app, 'PlanPackageGroup');
      const document = `mutation($plan: String!) {
        setPlanPackageGroup(planId: $plan, id: "extras", input: { minItems: 1 }) ${fields} }`;
      const told = await expectOk<Json>(api.graphql(document, { plan: planId }));
      expect([told]).toEqual(await list());
      const query = `query($plan: String!) { planPackageGroups(planId: $plan, status: DRAFT) ${fields} }`;
      expect(await expectOk(api.graphql(query, { plan: planId }))).toEqual([told]);
      const removal = `mutation($plan: String!) { removePlanPackageGroup(planId: $plan, id: "extras") { id } }`;
      expect(await expectOk(api.graphql(removal, { plan: planId }))).toEqual({ id: 'extras' });
      expect(await api.graphql(removal, { plan: planId })).toRefuse('PackageGroupNotFound');
    });

    it('the list is whole, in the envelope of its kind', async () => {
      await expectOk(set('extras'));
      const answer = await call('GET', `/plans/${planId}/package-groups`);
      expect(answer.body).toEqual({ data: await list(), pagination: { next: null, prev: null } });
      expect(await call('GET', `/plans/${planId}/package-groups?version=9`)).toRefuse('PlanNotFound', /9/);
    });

    it('refuses what cannot be offered', async () => {
      expect(await set('nowhere')).toRefuse('PackageGroupNotFound', /nowhere/);
      expect(await set('foreign')).toRefuse('BadUserInput', /product other, not of main/);
      expect(await set('more', { minItems: 2 })).toRefuse('BadUserInput', /minItems/);
      for (const body of [{ minItems: -1 }, { freeItems: -1 }, { minItems: 1.5 }, { minItems: '1' }]) {
        expect(await set('extras', body)).toRefuse('BadUserInput', /Items/);
      }
      expect(await set('extras', { maxItems: 1 })).toRefuse('BadUserInput', /maxItems/);
      expect(await set('extras', { minItems: null, freeItems: null })).toMatchObject({ status: 200 });
    });

    it('L4: needs a draft, and a plan that is not archived', async () => {
      await expectOk(publish());
      expect(await set('extras')).toRefuse('EditAllowedOnDraftPackageOnlyError');
      expect(await remove('extras')).toRefuse('EditAllowedOnDraftPackageOnlyError');
      await expectOk(call('POST', `/plans/${planId}/archive`));
      expect(await set('nowhere')).toRefuse('EntityIsArchivedError');
    });

    it('L3: a new draft has the groups of the live version', async () => {
      await expectOk(set('extras', { minItems: 1, freeItems: 3 }));
      const offered = await list();
      await expectOk(publish());
      await expectOk(call('POST', `/plans/${planId}/draft`));
      expect(await list('?status=draft')).toEqual(offered);
      await expectOk(remove('extras'));
      expect(await list('?status=published')).toEqual(offered);
      await expectOk(call('DELETE', `/plans/${planId}/draft`));
      expect(await list()).toEqual(offered);
    });

    it('C10: what changes the groups is a new state of the plan', async () => {
      const tag = String((await call('GET', `/plans/${planId}`)).headers.get('etag'));
      const put = (etag: string) =>
        api.rest('PUT', `/plans/${planId}/package-groups/extras`, {}, { 'if-match': etag });
      const answer = await put(tag);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('etag')).not.toBe(tag);
      expect(await put(tag)).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /If-Match/);
    });

    it('access-and-events W8: the activity log tells which plan took which group', async () => {
      await expectOk(set('extras', { minItems: 1 }));
      await expectOk(set('extras', { minItems: 2 }));
      await expectOk(remove('extras'));
      const found = await expectOk<Json[]>(call('GET', `/activity?parentId=${planId}`));
      expect(found.map(({ type, entityId }) => [type, entityId]).reverse()).toEqual([
        ['plan_package_group.added', 'extras'],
        ['plan_package_group.updated', 'extras'],
        ['plan_package_group.removed', 'extras'],
      ]);
      expect(found[1]).toMatchObject({ before: { minItems: 1 }, after: { minItems: 2 } });
    });
  });

  describe('a FREE plan takes none', () => {
    it('FreePlanCantHaveCompatiblePackageGroupError at PUT', async () => {
      const free = `free-${planId}`;
      await expectOk(createPlan(free, { pricingType: 'FREE' }));
      expect(await set('extras', {}, free)).toRefuse('FreePlanCantHaveCompatiblePackageGroupError', /extras/);
      const document = `mutation($id: String!) { setPlanPackageGroup(planId: $id, id: "extras", input: {}) { id } }`;
      expect(await api.graphql(document, { id: free })).toRefuse(
        'FreePlanCantHaveCompatiblePackageGroupError',
      );
    });

    it('FreePlanCantHaveCompatiblePackageGroupError at PATCH', async () => {
      await expectOk(set('extras'));
      expect(await patch({ charges: { pricingType: 'FREE' } })).toRefuse(
        'FreePlanCantHaveCompatiblePackageGroupError',
      );
      await expectOk(remove('extras'));
      await expectOk(patch({ charges: { pricingType: 'FREE' } }));
    });

    it('L8: FreePlanCantHaveCompatiblePackageGroupError at publish', async () => {
      await expectOk(set('extras'));
      // No request makes such a draft; another environment's catalog could bring one.
      await app.dataSource.query(
        `update package_version v set pricing_type = 'FREE' from package p where p.uid = v.package_uid and p.id = $1`,
        [planId],
      );
      expect(await publish()).toRefuse('FreePlanCantHaveCompatiblePackageGroupError');
    });
  });

  describe('in a subscription', () => {
    const provision = async (addonIds: string[] | undefined, to?: string) => {
      const customerId = to ?? `buyer-${++made}`;
      if (!to) await createCustomer(api, customerId);
      const addons = addonIds?.map((id) => ({ id, quantity: 1 }));
      return call('POST', '/subscriptions', { customerId, planId, ...(addons && { addons }) });
    };

    it('A1: an addon reachable through a group is compatible', async () => {
      expect(await provision(['maps'])).toRefuse('UnPublishedPackage');
      await expectOk(publish());
      expect(await provision(['maps'])).toRefuse('IncompatibleSubscriptionAddon', /maps/);
      await expectOk(call('POST', `/plans/${planId}/draft`));
      await expectOk(set('extras'));
      expect(await provision(['maps'])).toRefuse('IncompatibleSubscriptionAddon', /maps/);
      await expectOk(publish());
      expect(await expectOk(provision(['maps', 'tiles']))).toMatchObject({
        subscription: { addons: [{ id: 'maps' }, { id: 'tiles' }] },
      });
    });

    it('A6: PackageGroupMinItemsError with fewer different addons than the plan asks for', async () => {
      await expectOk(set('extras', { minItems: 2 }));
      await expectOk(publish());
      for (const addons of [undefined, [], ['maps']]) {
        expect(await provision(addons)).toRefuse('PackageGroupMinItemsError', /2 different.*extras/);
      }
      const customerId = `counted-${++made}`;
      await createCustomer(api, customerId);
      const body = { customerId, planId, addons: [{ id: 'maps', quantity: 9 }] };
      expect(await call('POST', '/subscriptions', body)).toRefuse('PackageGroupMinItemsError', /got 1/);
      const document = `mutation($input: CreateSubscriptionInput!) { createSubscription(input: $input) { id } }`;
      expect(await api.graphql(document, { input: body })).toRefuse('PackageGroupMinItemsError');
      await expectOk(provision(['tiles', 'maps']));
    });

    it('A6: a change keeps what is asked for, and one that names no addons changes none', async () => {
      await expectOk(set('extras', { minItems: 1 }));
      await expectOk(publish());
      const customerId = `changed-${++made}`;
      await createCustomer(api, customerId);
      await expectOk(provision(['maps'], customerId));
      expect(await provision([], customerId)).toRefuse('PackageGroupMinItemsError');
      expect(await expectOk(provision(undefined, customerId))).toMatchObject({
        subscription: { addons: [{ id: 'maps' }] },
      });
      await expectOk(provision(['routes'], customerId));
    });

    it('A6: an addon counts in each group that has it', async () => {
      await expectOk(set('extras', { minItems: 1 }));
      await expectOk(set('more', { minItems: 1 }));
      await expectOk(publish());
      expect(await provision(['maps'])).toRefuse('PackageGroupMinItemsError', /more/);
      await expectOk(provision(['tiles']));
    });
  });

  it('L2: a plan returns to the market only with its groups', async () => {
    await expectOk(group(`own-${planId}`, ['maps', 'tiles']));
    await expectOk(set(`own-${planId}`, { minItems: 2 }));
    await expectOk(publish());
    await expectOk(call('POST', `/plans/${planId}/archive`));
    await expectOk(call('PATCH', `/package-groups/own-${planId}`, { addonIds: ['maps'] }));
    expect(await call('POST', `/plans/${planId}/unarchive`)).toRefuse('BadUserInput', /minItems/);
    await expectOk(call('POST', `/package-groups/own-${planId}/archive`));
    expect(await call('POST', `/plans/${planId}/unarchive`)).toRefuse('EntityIsArchivedError', /own/);
    await expectOk(call('POST', `/package-groups/own-${planId}/unarchive`));
    await expectOk(call('PATCH', `/package-groups/own-${planId}`, { addonIds: ['maps', 'routes'] }));
    await expectOk(call('POST', `/plans/${planId}/unarchive`));
  });
});
