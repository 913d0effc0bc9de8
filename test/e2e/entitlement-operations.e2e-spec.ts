import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../support/app';
import { createFeature, createProduct, feature, type Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';

/** Domain: catalog E1, E2. What the elements may say is the matter of plan-entitlements and entitlement-decisions. */
describe.each([
  ['plans', 'Plan'],
  ['addons', 'Addon'],
])('the entitlements of %s', (kind, name) => {
  let app: TestApp;
  let api: ApiClient;
  let path: string;
  let id: string;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await createProduct(api, 'main');
    for (const each of ['one', 'two', 'three']) await createFeature(api, each, 'config');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    id = newUid();
    path = `/${kind}/${id}/entitlements`;
    const body = { id, displayName: name, productId: 'main', pricingType: 'FREE' };
    await expectOk(api.rest('POST', `/${kind}`, body));
  });

  const limited = (usageLimit: number, ...ids: string[]): Json[] =>
    ids.map((each) => feature(each, { usageLimit }));
  const create = (entitlements: Json[]) => api.rest('POST', path, { entitlements });
  const list = () => expectOk<Json[]>(api.rest('GET', path));
  const told = (entitlements: Json[]) => entitlements.map((each) => [each['id'], each['usageLimit']]);

  it('E1: are listed, created several at once, changed and deleted one by one, on the draft', async () => {
    expect(await list()).toEqual([]);
    const created = await create(limited(1, 'two', 'one'));
    expect(created.status).toBe(201);
    expect(await expectOk<Json[]>(Promise.resolve(created))).toEqual(await list());
    const changed = await expectOk<Json>(
      api.rest('PATCH', `${path}/one`, { type: 'FEATURE', usageLimit: 5 }),
    );
    expect(told([changed])).toEqual([['one', 5]]);
    expect(told(await list())).toEqual([
      ['two', 1],
      ['one', 5],
    ]);
    expect(await expectOk(api.rest('DELETE', `${path}/two`))).toMatchObject({ id: 'two' });
    expect(told(await list())).toEqual([['one', 5]]);
  });

  it('E1: without a draft they are listed and nothing else', async () => {
    await expectOk(create(limited(1, 'one')));
    await expectOk(api.rest('POST', `/${kind}/${id}/publish`, { migrationType: 'NEW_CUSTOMERS' }));
    const writes = [
      await create(limited(1, 'two')),
      await api.rest('PATCH', `${path}/one`, { type: 'FEATURE', usageLimit: 5 }),
      await api.rest('DELETE', `${path}/one`),
    ];
    for (const answer of writes) expect(answer).toRefuse('CannotEditPackageInNonDraftMode');
    expect(told(await list())).toEqual([['one', 1]]);
  });

  it('E2: the answer keeps the order of the request, in as many elements', async () => {
    const asked = limited(3, 'three', 'one', 'two');
    expect(told(await expectOk<Json[]>(create(asked)))).toEqual(asked.map((each) => [each['id'], 3]));
  });

  it.each<[string, Json, ErrorCode]>([
    ['an unknown feature', feature('nowhere'), 'FeatureNotFound'],
    ['a value that the feature cannot have', feature('two', { enumValues: ['x'] }), 'BadUserInput'],
    ['what is entitled already', feature('one', { usageLimit: 9 }), 'DuplicatedEntityNotAllowed'],
  ])('E2: creates all or nothing: %s at the end leaves what was', async (_what, wrong, code) => {
    await expectOk(create(limited(1, 'one')));
    const before = await list();
    const entitlements = [...limited(2, 'three', 'two').filter((each) => each['id'] !== wrong['id']), wrong];
    expect(await create(entitlements)).toRefuse(code);
    const graphql = `mutation($input: Create${name}EntitlementsInput!) { create${name}Entitlements(${name.toLowerCase()}Id: "${id}", input: $input) { __typename } }`;
    const input = { entitlements: entitlements.map(({ type: _feature, ...each }) => ({ feature: each })) };
    expect(await api.graphql(graphql, { input })).toRefuse(code);
    expect(await list()).toEqual(before);
  });
});
