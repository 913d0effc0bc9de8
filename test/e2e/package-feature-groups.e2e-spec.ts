import { createTestApp, type TestApp } from '../support/app';
import { createFeature, createProduct, feature, type Json } from '../support/catalog';
import { expectOk, type ApiClient, type Method } from '../support/client';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

/** Domain: catalog F10 */
describe.each([
  { path: '/plans', noun: 'plan', Noun: 'Plan' },
  { path: '/addons', noun: 'addon', Noun: 'Addon' },
])('feature groups on $noun drafts', ({ path, noun, Noun }) => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;
  let id: string;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    await createFeature(api, 'flag', 'switch');
    await createFeature(api, 'calls', 'metered');
    await createFeature(api, 'seats', 'gauge');
    await createFeature(api, 'size', 'choice');
    await expectOk(call('POST', '/credits/custom-currencies', { id: 'calls', displayName: 'Calls' }));
    await group('team', ['calls', 'seats']);
    await group('basics', ['flag', 'calls']);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    id = `${noun}-${++made}`;
    await expectOk(call('POST', path, { id, displayName: id, productId: 'main', pricingType: 'FREE' }));
  });

  const call = (method: Method, url: string, body?: unknown) => api.rest(method, url, body);
  const group = (groupId: string, featureIds: string[]) =>
    expectOk(call('POST', '/feature-groups', { id: groupId, displayName: groupId, featureIds }));
  const set = (groupId: string, ...entitlements: Json[]) =>
    call('PUT', `${path}/${id}/feature-groups/${groupId}`, { entitlements });
  const remove = (groupId: string) => call('DELETE', `${path}/${id}/feature-groups/${groupId}`);
  const list = (query = '') => expectOk<Json[]>(call('GET', `${path}/${id}/feature-groups${query}`));
  const entitle = (...entitlements: Json[]) =>
    expectOk(call('POST', `${path}/${id}/entitlements`, { entitlements }));
  const entitlements = async (query = '') =>
    (await expectOk<Json[]>(call('GET', `${path}/${id}/entitlements${query}`))).map((each) => each['id']);
  const publish = () => call('POST', `${path}/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' });
  const calls = feature('calls', { usageLimit: 100, resetPeriod: 'MONTH' });
  const seats = feature('seats', { usageLimit: 5 });

  isTenantScoped({
    app: () => app,
    create: async (to, foreign) => {
      await to.rest('POST', '/products', { id: 'main', displayName: 'main' });
      return expectOk(to.rest('POST', path, { id: foreign, displayName: 'x', productId: 'main' }));
    },
    read: (from, foreign) => expectOk(from.rest('GET', `${path}/${foreign}`)),
    routes: [
      ['GET', (foreign) => `${path}/${foreign}/feature-groups`],
      ['PUT', (foreign) => `${path}/${foreign}/feature-groups/team`, { entitlements: [calls, seats] }],
      ['DELETE', (foreign) => `${path}/${foreign}/feature-groups/team`],
    ],
    documents: [
      `query($id: String!) { ${noun}FeatureGroups(${noun}Id: $id) { id } }`,
      `mutation($id: String!) { set${Noun}FeatureGroup(${noun}Id: $id, id: "team", input: {}) { id } }`,
      `mutation($id: String!) { remove${Noun}FeatureGroup(${noun}Id: $id, id: "team") { id } }`,
    ],
  });
  needsPermission({
    app: () => app,
    resource: path.slice(1),
    reads: [
      {
        rest: ['GET', `${path}/nobody/feature-groups`],
        graphql: `{ ${noun}FeatureGroups(${noun}Id: "nobody") { id } }`,
      },
    ],
    writes: [
      {
        rest: ['PUT', `${path}/nobody/feature-groups/team`, {}],
        graphql: `mutation { set${Noun}FeatureGroup(${noun}Id: "nobody", id: "team", input: {}) { id } }`,
      },
      {
        rest: ['DELETE', `${path}/nobody/feature-groups/team`],
        graphql: `mutation { remove${Noun}FeatureGroup(${noun}Id: "nobody", id: "team") { id } }`,
      },
    ],
  });

  it('F10: a group brings an entitlement for each member', async () => {
    const answer = await set('team', calls, seats);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { id: 'team', featureIds: ['calls', 'seats'] } });
    expect(await entitlements()).toEqual(['calls', 'seats']);
    expect(await list()).toEqual([{ id: 'team', featureIds: ['calls', 'seats'] }]);
    const [told] = await expectOk<Json[]>(call('GET', `${path}/${id}/entitlements`));
    expect(told).toMatchObject({ usageLimit: 100, resetPeriod: 'MONTH', order: 1 });
    expect(told).not.toHaveProperty('featureGroupIds');
  });

  it('F10: the same over GraphQL', async () => {
    const document = `mutation($id: String!, $input: Set${Noun}FeatureGroupInput!) {
      set${Noun}FeatureGroup(${noun}Id: $id, id: "team", input: $input) { id featureIds } }`;
    const input = {
      entitlements: [
        { feature: { id: 'calls', usageLimit: 1 } },
        { feature: { id: 'seats', usageLimit: 2 } },
      ],
    };
    const told = await expectOk(api.graphql(document, { id, input }));
    expect([told]).toEqual(await list());
    const query = `query($id: String!) { ${noun}FeatureGroups(${noun}Id: $id, version: 1) { id featureIds } }`;
    expect(await expectOk(api.graphql(query, { id }))).toEqual([told]);
    const removal = `mutation($id: String!) { remove${Noun}FeatureGroup(${noun}Id: $id, id: "team") { id } }`;
    expect(await expectOk(api.graphql(removal, { id }))).toEqual({ id: 'team' });
    expect(await entitlements()).toEqual([]);
  });

  it('F10: members that the draft has already count and are held too', async () => {
    await entitle(seats);
    expect(await expectOk(set('team', calls))).toEqual({ id: 'team', featureIds: ['seats', 'calls'] });
    expect(await expectOk(set('basics', feature('flag')))).toEqual({
      id: 'basics',
      featureIds: ['calls', 'flag'],
    });
    expect((await list()).map((each) => each['id'])).toEqual(['team', 'basics']);
  });

  it('FeatureGroupMissingFeaturesError names the members without an entitlement, and nothing is stored', async () => {
    for (const given of [[], [calls]]) {
      expect(await set('team', ...given)).toRefuse('FeatureGroupMissingFeaturesError', /seats/);
    }
    expect(await call('PUT', `${path}/${id}/feature-groups/team`, {})).toRefuse(
      'FeatureGroupMissingFeaturesError',
      /calls, seats/,
    );
    const document = `mutation($id: String!) { set${Noun}FeatureGroup(${noun}Id: $id, id: "team", input: {}) { id } }`;
    expect(await api.graphql(document, { id })).toRefuse('FeatureGroupMissingFeaturesError');
    expect(await entitlements()).toEqual([]);
    expect(await list()).toEqual([]);
  });

  it('a currency of the same id is no entitlement of the member', async () => {
    await entitle({ type: 'CREDIT', id: 'calls', amount: 1, cadence: 'MONTH' });
    expect(await set('team', seats)).toRefuse('FeatureGroupMissingFeaturesError', /calls/);
    await expectOk(set('team', seats, calls));
    await expectOk(remove('team'));
    expect(await entitlements()).toEqual(['calls']);
  });

  it('FeatureNotBelongToFeatureGroupError for an entitlement of another feature', async () => {
    expect(await set('team', calls, seats, feature('flag'))).toRefuse(
      'FeatureNotBelongToFeatureGroupError',
      /entitlements\[2\].*flag/,
    );
    const credit = { type: 'CREDIT', id: 'calls', amount: 1, cadence: 'MONTH' };
    expect(await set('team', calls, seats, credit)).toRefuse(
      'FeatureNotBelongToFeatureGroupError',
      /CREDIT calls/,
    );
    const document = `mutation($id: String!) {
      set${Noun}FeatureGroup(${noun}Id: $id, id: "team", input: { entitlements: [{ feature: { id: "flag" } }] }) { id } }`;
    expect(await api.graphql(document, { id })).toRefuse('FeatureNotBelongToFeatureGroupError');
  });

  it('E14: refuses in order: shape, package, archived, draft, references, rules, conflict', async () => {
    const first = id;
    expect(await set('team', { ...calls, type: 'PROMOTION' })).toRefuse('BadUserInput', /type/);
    expect(await set('nowhere', calls)).toRefuse('FeatureGroupNotFoundError', /nowhere/);
    expect(await set('team', feature('nowhere'), feature('flag'))).toRefuse('FeatureNotFound');
    expect(await set('team', calls, seats, feature('size'))).toRefuse('FeatureNotBelongToFeatureGroupError');
    expect(await set('team', feature('calls', { usageLimit: 1 }))).toRefuse(
      'FeatureGroupMissingFeaturesError',
    );
    expect(await set('team', feature('calls', { enumValues: ['x'] }), seats)).toRefuse(
      'BadUserInput',
      /enumValues/,
    );
    await expectOk(set('team', calls, seats));
    expect(await set('team', calls)).toRefuse('DuplicatedEntityNotAllowed', /calls/);
    await expectOk(publish());
    expect(await set('nowhere', calls)).toRefuse('CannotEditPackageInNonDraftMode');
    expect(await remove('nowhere')).toRefuse('CannotEditPackageInNonDraftMode');
    await expectOk(call('POST', `${path}/${id}/archive`));
    expect(await set('nowhere', calls)).toRefuse('EntityIsArchivedError');
    id = 'nobody';
    expect(await set('nowhere', calls)).toRefuse(`${Noun}NotFound` as 'PlanNotFound');
    id = first;
  });

  it('EntityIsArchivedError for an archived group; a draft that holds it keeps it', async () => {
    await group(`gone-${id}`, ['flag']);
    await expectOk(set(`gone-${id}`, feature('flag')));
    await expectOk(call('POST', `/feature-groups/gone-${id}/archive`));
    expect(await set(`gone-${id}`)).toRefuse('EntityIsArchivedError');
    expect(await list()).toEqual([{ id: `gone-${id}`, featureIds: ['flag'] }]);
    await expectOk(remove(`gone-${id}`));
    expect(await list()).toEqual([]);
  });

  it('EntitlementBelongsToFeatureGroupError: what a group holds is not deleted alone', async () => {
    await expectOk(set('team', calls, seats));
    const answer = await call('DELETE', `${path}/${id}/entitlements/calls`);
    expect(answer).toRefuse('EntitlementBelongsToFeatureGroupError', /team/);
    expect(answer.status).toBe(409);
    expect(answer.headers.get('x-should-retry')).toBe('false');
    const document = `mutation($id: String!) {
      delete${Noun}Entitlement(${noun}Id: $id, id: "calls") { __typename } }`;
    expect(await api.graphql(document, { id })).toRefuse('EntitlementBelongsToFeatureGroupError');
    await expectOk(call('PATCH', `${path}/${id}/entitlements/calls`, { type: 'FEATURE', usageLimit: 7 }));
    await entitle(feature('flag'));
    await expectOk(call('DELETE', `${path}/${id}/entitlements/flag`));
  });

  it('CanNotUpdateEntitlementsFeatureGroup: the tags of an entitlement are not changed directly', async () => {
    await expectOk(set('team', calls, seats));
    for (const featureGroupIds of [[], ['basics'], null]) {
      expect(
        await call('PATCH', `${path}/${id}/entitlements/calls`, { type: 'FEATURE', featureGroupIds }),
      ).toRefuse('CanNotUpdateEntitlementsFeatureGroup', /feature-groups/);
    }
    expect(
      await call('POST', `${path}/${id}/entitlements`, {
        entitlements: [feature('flag', { featureGroupIds: ['basics'] })],
      }),
    ).toRefuse('BadUserInput', /featureGroupIds/);
    expect(await list()).toEqual([{ id: 'team', featureIds: ['calls', 'seats'] }]);
  });

  it('F10: a group takes its entitlements along unless another group holds them', async () => {
    await entitle(feature('size', { enumValues: ['small'] }));
    await expectOk(set('team', calls, seats));
    await expectOk(set('basics', feature('flag')));
    expect(await expectOk(remove('team'))).toEqual({ id: 'team', featureIds: ['calls', 'seats'] });
    expect(await entitlements()).toEqual(['size', 'calls', 'flag']);
    expect(await remove('team')).toRefuse('FeatureGroupNotFoundError', /team/);
    await expectOk(remove('basics'));
    expect(await entitlements()).toEqual(['size']);
  });

  it('F10: sent again after the group has changed, the draft follows it', async () => {
    await group(`moving-${id}`, ['calls', 'seats']);
    await expectOk(set(`moving-${id}`, calls, seats));
    const featureIds = ['calls', 'flag'];
    await expectOk(call('PATCH', `/feature-groups/moving-${id}`, { featureIds }));
    expect(await list()).toEqual([{ id: `moving-${id}`, featureIds: ['calls', 'seats'] }]);
    expect(await set(`moving-${id}`)).toRefuse('FeatureGroupMissingFeaturesError', /flag/);
    expect(await expectOk(set(`moving-${id}`, feature('flag')))).toEqual({
      id: `moving-${id}`,
      featureIds: ['calls', 'flag'],
    });
    // No longer held, it stays and may be deleted.
    await expectOk(call('DELETE', `${path}/${id}/entitlements/seats`));
  });

  it('L3: a new draft holds the groups of the live version, which keeps its own', async () => {
    await expectOk(set('team', calls, seats));
    const held = await list();
    await expectOk(publish());
    expect(await list()).toEqual(held);
    await expectOk(call('POST', `${path}/${id}/draft`));
    expect(await list('?status=draft')).toEqual(held);
    expect(await call('DELETE', `${path}/${id}/entitlements/calls`)).toRefuse(
      'EntitlementBelongsToFeatureGroupError',
    );
    await expectOk(remove('team'));
    expect(await list()).toEqual([]);
    expect(await entitlements()).toEqual([]);
    expect(await list('?version=1')).toEqual(held);
    expect(await list('?status=PUBLISHED')).toEqual(held);
    expect(await entitlements('?version=1')).toEqual(['calls', 'seats']);
    await expectOk(call('DELETE', `${path}/${id}/draft`));
    expect(await list()).toEqual(held);
  });

  it('P7: the copy of a product holds the same groups', async () => {
    await createProduct(api, `line-${id}`);
    const given = { id: `of-${id}`, displayName: 'x', productId: `line-${id}` };
    await expectOk(call('POST', path, given));
    const brought = { entitlements: [calls, seats] };
    await expectOk(call('PUT', `${path}/of-${id}/feature-groups/team`, brought));
    await expectOk(call('POST', `/products/line-${id}/duplicate`, { targetId: `copy-${id}` }));
    const copy = `${path}/of-${id}-copy-1`;
    expect(await expectOk(call('GET', `${copy}/feature-groups`))).toEqual([
      { id: 'team', featureIds: ['calls', 'seats'] },
    ]);
    expect(await call('DELETE', `${copy}/entitlements/calls`)).toRefuse(
      'EntitlementBelongsToFeatureGroupError',
    );
  });

  it('IntegrityViolation: a group that a version holds is not deleted', async () => {
    await group(`kept-${id}`, ['flag']);
    await expectOk(set(`kept-${id}`, feature('flag')));
    expect(await call('DELETE', `/feature-groups/kept-${id}`)).toRefuse('IntegrityViolation', /archive/);
    await expectOk(remove(`kept-${id}`));
    await expectOk(call('DELETE', `/feature-groups/kept-${id}`));
  });

  it('E13: a group counts like any entitlements', async () => {
    const insert = `insert into package_entitlement (environment_id, uid, package_version_uid, kind, ref_id, is_granted,
        position, behavior, hidden_from_widgets, has_unlimited_usage, has_soft_limit, created_at, updated_at)
      select v.environment_id, gen_random_uuid(), v.uid, 'CREDIT', 'c' || n, true, n, 'Increment', '[]', false, false,
             now(), now()
        from package_version v join package p on p.uid = v.package_uid, generate_series(1, 499) as n
       where p.id = $1 and p.kind = $2`;
    await app.dataSource.query(insert, [id, noun.toUpperCase()]);
    expect(await set('team', calls, seats)).toRefuse('FeatureConfigurationExceededLimitError');
    expect(await list()).toEqual([]);
  });

  it('C10, access-and-events W8: a new state of the package, told in the activity log', async () => {
    const tag = (await call('GET', `${path}/${id}`)).headers.get('etag');
    const answer = await set('team', calls, seats);
    expect(answer.headers.get('etag')).not.toBe(tag);
    await expectOk(remove('team'));
    const found = await expectOk<Json[]>(call('GET', `/activity?parentId=${id}`));
    expect(found.map(({ type, entityId }) => `${type as string} ${entityId as string}`).sort()).toEqual(
      [
        `${noun}_entitlement.created calls`,
        `${noun}_entitlement.created seats`,
        `${noun}_entitlement.deleted calls`,
        `${noun}_entitlement.deleted seats`,
        `${noun}_feature_group.added team`,
        `${noun}_feature_group.removed team`,
      ].sort(),
    );
  });

  it('the list is whole, in the envelope of its kind', async () => {
    await expectOk(set('basics', feature('flag'), calls));
    const answer = await call('GET', `${path}/${id}/feature-groups`);
    expect(answer.body).toEqual({ data: await list(), pagination: { next: null, prev: null } });
    expect(await call('GET', `${path}/${id}/feature-groups?limit=1`)).toRefuse('BadUserInput', /limit/);
  });
});
