import { createTestApp, type TestApp } from '../support/app';
import { createFeature, createProduct, feature, type Json } from '../support/catalog';
import { expectOk, type ApiClient, type Method } from '../support/client';
import { everyField } from '../support/graphql-selection';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

/** Domain: catalog E10, E12 */
describe.each([
  { path: '/plans', noun: 'plan', Noun: 'Plan' },
  { path: '/addons', noun: 'addon', Noun: 'Addon' },
])('the display order of $noun entitlements', ({ path, noun, Noun }) => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;
  let id: string;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    for (const name of ['flag', 'bell', 'calls']) await createFeature(api, name, 'switch');
    await expectOk(call('POST', '/credits/custom-currencies', { id: 'calls', displayName: 'Calls' }));
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    id = `${noun}-${++made}`;
    await expectOk(call('POST', path, { id, displayName: id, productId: 'main', pricingType: 'FREE' }));
    const credit = { type: 'CREDIT', id: 'calls', amount: 1, cadence: 'MONTH', order: 9 };
    const entitlements = [feature('flag', { order: 2.5 }), feature('bell'), feature('calls'), credit];
    await expectOk(call('POST', `${path}/${id}/entitlements`, { entitlements }));
  });

  const call = (method: Method, url: string, body?: unknown) => api.rest(method, url, body);
  const order = (entitlements: unknown, more: Json = {}, of = id) =>
    call('PUT', `${path}/${of}/entitlements/order`, { entitlements, ...more });
  const names = (told: Json[]) => told.map(({ type, id: name }) => `${type as string} ${name as string}`);
  const list = (query = '') => expectOk<Json[]>(call('GET', `${path}/${id}/entitlements${query}`));
  const initial = ['FEATURE flag', 'FEATURE bell', 'FEATURE calls', 'CREDIT calls'];

  isTenantScoped({
    app: () => app,
    create: async (to, foreign) => {
      await to.rest('POST', '/products', { id: 'main', displayName: 'main' });
      return expectOk(to.rest('POST', path, { id: foreign, displayName: 'x', productId: 'main' }));
    },
    read: (from, foreign) => expectOk(from.rest('GET', `${path}/${foreign}`)),
    routes: [
      ['PUT', (foreign) => `${path}/${foreign}/entitlements/order`, { entitlements: [{ id: 'flag' }] }],
    ],
    documents: [
      `mutation($id: String!) {
        order${Noun}Entitlements(${noun}Id: $id, input: { entitlements: [{ id: "flag" }] }) { __typename } }`,
    ],
  });
  needsPermission({
    app: () => app,
    resource: path.slice(1),
    reads: [],
    writes: [
      {
        rest: ['PUT', `${path}/nobody/entitlements/order`, { entitlements: [{ id: 'flag' }] }],
        graphql: `mutation { order${Noun}Entitlements(${noun}Id: "nobody", input: { entitlements: [{ id: "flag" }] }) { __typename } }`,
      },
    ],
  });

  it('E10: takes the list that the package tells, in another order', async () => {
    const told = (await expectOk<Json>(call('GET', `${path}/${id}`)))['entitlements'] as Json[];
    expect(names(told)).toEqual(initial);
    app.clock.advance({ minutes: 1 });
    const answer = await order([...told].reverse());
    expect(answer.status).toBe(200);
    const ordered = (answer.body as { data: Json[] }).data;
    expect(names(ordered)).toEqual([...initial].reverse());
    expect(ordered.map((each) => each['order'])).toEqual([1, 2, 3, 4]);
    expect(ordered[0]?.['updatedAt']).toBe(app.clock.now().toISOString());
    expect(await list()).toEqual(ordered);
    const after = (await expectOk<Json>(call('GET', `${path}/${id}`)))['entitlements'];
    expect(names(after as Json[])).toEqual([...initial].reverse());
  });

  it('E10: the same over GraphQL', async () => {
    const document = `mutation($id: String!, $input: Order${Noun}EntitlementsInput!) {
      order${Noun}Entitlements(${noun}Id: $id, input: $input) ${everyField(app, 'PackageEntitlement')} }`;
    const input = { entitlements: [{ id: 'calls', type: 'CREDIT' }] };
    const told = await expectOk<Json[]>(api.graphql(document, { id, input }));
    expect(told).toEqual(await list());
    expect(names(told)[0]).toBe('CREDIT calls');
  });

  it('E10: those left out follow, in the order that they have', async () => {
    expect(names(await expectOk<Json[]>(order([{ id: 'calls', type: 'FEATURE' }])))).toEqual([
      'FEATURE calls',
      'FEATURE flag',
      'FEATURE bell',
      'CREDIT calls',
    ]);
    expect((await list()).map((each) => each['order'])).toEqual([1, 2, 3, 4]);
  });

  it('E3: without a type the feature is meant, then the currency', async () => {
    expect(names(await expectOk<Json[]>(order([{ id: 'calls' }])))[0]).toBe('FEATURE calls');
    await expectOk(call('DELETE', `${path}/${id}/entitlements/calls?type=FEATURE`));
    expect(names(await expectOk<Json[]>(order([{ id: 'calls' }])))[0]).toBe('CREDIT calls');
  });

  it('E14: a refused batch names the element, through both doors', async () => {
    const entitlements = [feature(`new-${id}`), feature('nobody')];
    await createFeature(api, `new-${id}`, 'switch');
    const post = (...elements: Json[]) =>
      call('POST', `${path}/${id}/entitlements`, { entitlements: elements });
    const unknown = /^entitlements\[1\]: Feature nobody was not found/;
    expect(await post(...entitlements)).toRefuse('FeatureNotFound', unknown);
    const credit = { type: 'CREDIT', id: 'nobody', amount: 1, cadence: 'MONTH' };
    expect(await post(feature(`new-${id}`), credit)).toRefuse(
      'CustomCurrencyNotFound',
      /^entitlements\[1\]: Custom currency nobody/,
    );
    await expectOk(call('POST', `/features/new-${id}/archive`));
    expect(await post(feature(`new-${id}`))).toRefuse('EntityIsArchivedError', /^entitlements\[0\]: /);
    expect(names(await list())).not.toContain(`FEATURE new-${id}`);
  });

  it('E3: a deletion without a type takes neither of an id that is a feature and a currency', async () => {
    const deletion = () => call('DELETE', `${path}/${id}/entitlements/calls`);
    expect(await deletion()).toRefuse('BadUserInput', /^type: .*\?type=FEATURE or \?type=CREDIT/);
    expect(names(await list())).toContain('FEATURE calls');
    await expectOk(call('DELETE', `${path}/${id}/entitlements/calls?type=CREDIT`));
    expect(await expectOk(deletion())).toMatchObject({ type: 'FEATURE', id: 'calls' });
  });

  it('a new entitlement comes after all others still', async () => {
    await expectOk(order([{ id: 'bell' }]));
    await createFeature(api, `new-${id}`, 'switch');
    const entitlements = [feature(`new-${id}`)];
    const [told] = await expectOk<Json[]>(call('POST', `${path}/${id}/entitlements`, { entitlements }));
    expect(told?.['order']).toBe(5);
  });

  it('E12: EntitlementsMustBelongToSamePackage for an entitlement of another package', async () => {
    const entitlements = [
      { id: 'flag', packageId: id },
      { id: 'bell', packageId: 'another' },
    ];
    expect(await order(entitlements)).toRefuse('EntitlementsMustBelongToSamePackage', /\[1\].*another/);
    const document = `mutation($id: String!) { order${Noun}Entitlements(${noun}Id: $id,
      input: { entitlements: [{ id: "flag", packageId: "another" }] }) { __typename } }`;
    expect(await api.graphql(document, { id })).toRefuse('EntitlementsMustBelongToSamePackage');
    await expectOk(order([{ id: 'flag', packageId: id }]));
  });

  it('E12: EntityIdDifferentFromRefIdError when the body names another package than the path', async () => {
    expect(await order([{ id: 'flag' }], { id: 'another' })).toRefuse(
      'EntityIdDifferentFromRefIdError',
      /another/,
    );
    const document = `mutation($id: String!) { order${Noun}Entitlements(${noun}Id: $id,
      input: { id: "another", entitlements: [{ id: "flag" }] }) { __typename } }`;
    expect(await api.graphql(document, { id })).toRefuse('EntityIdDifferentFromRefIdError');
    await expectOk(order([{ id: 'flag' }], { id }));
  });

  it('E12: MissingEntityIdError for an element that names nothing', async () => {
    expect(await order([{ id: 'flag' }, { type: 'FEATURE' }])).toRefuse('MissingEntityIdError', /\[1\]/);
    const document = `mutation($id: String!) { order${Noun}Entitlements(${noun}Id: $id,
      input: { entitlements: [{ type: FEATURE }] }) { __typename } }`;
    expect(await api.graphql(document, { id })).toRefuse('MissingEntityIdError');
  });

  it('refuses what the draft does not have, what stands twice, and what is no list', async () => {
    expect(await order([{ id: 'nowhere' }])).toRefuse('FeatureNotFound', /nowhere/);
    expect(await order([{ id: 'flag', type: 'CREDIT' }])).toRefuse('CustomCurrencyNotFound');
    expect(await order([{ id: 'flag' }, { id: 'bell' }, { id: 'flag', type: 'FEATURE' }])).toRefuse(
      'BadUserInput',
      /\[2\].*twice/,
    );
    for (const wrong of [[], null, {}, ['flag'], [{ id: 'flag', order: 1 }], [{ id: '' }], [{ id: 5 }]]) {
      expect(await order(wrong)).toRefuse('BadUserInput', /entitlements/);
    }
    expect(names(await list())).toEqual(initial);
  });

  it('L4: CannotEditPackageInNonDraftMode without a draft; the live version keeps its order', async () => {
    await expectOk(call('POST', `${path}/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' }));
    expect(await order([{ id: 'bell' }])).toRefuse('CannotEditPackageInNonDraftMode');
    const live = await list();
    await expectOk(call('POST', `${path}/${id}/draft`));
    await expectOk(order([{ id: 'bell' }]));
    expect(names(await list())[0]).toBe('FEATURE bell');
    expect(await list('?version=1')).toEqual(live);
  });

  it('EntityIsArchivedError once it is archived', async () => {
    await expectOk(call('POST', `${path}/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' }));
    await expectOk(call('POST', `${path}/${id}/archive`));
    expect(await order([{ id: 'bell' }])).toRefuse('EntityIsArchivedError');
  });

  it('C10, access-and-events W8: a new state of the package, told once in the activity log', async () => {
    const tag = String((await call('GET', `${path}/${id}`)).headers.get('etag'));
    const send = (etag: string) =>
      api.rest(
        'PUT',
        `${path}/${id}/entitlements/order`,
        { entitlements: [{ id: 'bell' }] },
        { 'if-match': etag },
      );
    const answer = await send(tag);
    const after = answer.headers.get('etag');
    expect(after).toBe((await call('GET', `${path}/${id}`)).headers.get('etag'));
    expect(await send(tag)).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /If-Match/);
    const query = `entityId=${id}&type=${noun}.entitlements_ordered`;
    const [entry] = await expectOk<Json[]>(call('GET', `/activity?${query}`));
    expect(names((entry?.['before'] as { entitlements: Json[] }).entitlements)).toEqual(initial);
    expect(names((entry?.['after'] as { entitlements: Json[] }).entitlements)[0]).toBe('FEATURE bell');
  });
});
