import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { eventsAbout } from '../support/events';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: credits

describe('custom currencies', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const path = '/credits/custom-currencies';
  const post = (api: ApiClient, id: string, more: Json = {}) =>
    api.rest('POST', path, { id, displayName: `Currency ${id}`, ...more });
  const archive = (api: ApiClient, id: string) => expectOk(api.rest('POST', `${path}/${id}/archive`));

  needsPermission({
    app: () => app,
    resource: 'credits',
    reads: [
      { rest: ['GET', path], graphql: '{ customCurrencies { totalCount } }' },
      {
        rest: ['GET', `${path}/nobody/associated-entities`],
        graphql: '{ customCurrencyUsages(currencyId: "nobody") { id } }',
      },
    ],
    writes: [
      {
        rest: ['POST', path, { id: 'permitted', displayName: 'x' }],
        graphql: 'mutation { createCustomCurrency(input: { id: "permitted", displayName: "x" }) { id } }',
      },
      {
        rest: ['PATCH', `${path}/nobody`, {}],
        graphql: 'mutation { updateCustomCurrency(currencyId: "nobody", input: {}) { id } }',
      },
      {
        rest: ['POST', `${path}/nobody/archive`],
        graphql: 'mutation { archiveCustomCurrency(currencyId: "nobody") { id } }',
      },
      {
        rest: ['POST', `${path}/nobody/unarchive`],
        graphql: 'mutation { unarchiveCustomCurrency(currencyId: "nobody") { id } }',
      },
    ],
  });
  isTenantScoped({
    app: () => app,
    create: (api, id) => expectOk(post(api, id)),
    read: (api) => expectOk(api.rest('GET', `${path}?limit=100`)),
    routes: [
      ['PATCH', (id) => `${path}/${id}`, { displayName: 'changed' }],
      ['POST', (id) => `${path}/${id}/archive`],
      ['POST', (id) => `${path}/${id}/unarchive`],
      ['GET', (id) => `${path}/${id}/associated-entities`],
    ],
    documents: [
      'mutation($id: String!) { updateCustomCurrency(currencyId: $id, input: { displayName: "x" }) { id } }',
      'mutation($id: String!) { archiveCustomCurrency(currencyId: $id) { id } }',
      'mutation($id: String!) { unarchiveCustomCurrency(currencyId: $id) { id } }',
      'query($id: String!) { customCurrencyUsages(currencyId: $id) { id } }',
    ],
  });

  it('Y1: tells what was said, and null for what was not', async () => {
    const { api } = await app.newEnvironment();
    const now = app.clock.now().toISOString();
    const bare = { description: null, symbol: null, units: null, metadata: {}, archivedAt: null };
    expect(await expectOk(post(api, 'bare'))).toEqual({
      ...bare,
      id: 'bare',
      displayName: 'Currency bare',
      createdAt: now,
      updatedAt: now,
    });
    const said = {
      description: 'For the model',
      symbol: '◈',
      units: { singular: 'token', plural: 'tokens' },
      metadata: { team: 'blue' },
    };
    const told = await expectOk(post(api, 'said', said));
    expect(told).toMatchObject(said);
    expect((await expectPage(api.rest('GET', path))).data[0]).toEqual(told);
    expect(await expectOk(post(api, 'empty', { description: '', symbol: '' }))).toMatchObject({
      description: null,
      symbol: null,
    });
  });

  it('Y1: units are both or none, the id is a slug, unknown keys are refused', async () => {
    const { api } = await app.newEnvironment();
    expect(await post(api, 'half', { units: { singular: 'token' } })).toRefuse(
      'BadUserInput',
      /units\.plural/,
    );
    expect(await post(api, 'half', { units: { singular: '', plural: '' } })).toRefuse(
      'BadUserInput',
      /units/,
    );
    expect(await post(api, 'a b')).toRefuse('BadUserInput', /id/);
    expect(await post(api, 'x', { extra: 1 })).toRefuse('BadUserInput', /extra/);
    expect(await post(api, 'x', { metadata: { a: 1 } })).toRefuse('InvalidMetadataError');
  });

  it('records credit_type.created', async () => {
    const id = newUid();
    const told = await expectOk(post(app.a.api, id));
    expect(await eventsAbout(app, id)).toMatchObject([
      { type: 'credit_type.created', entity_type: 'CREDIT', payload: { creditType: told } },
    ]);
  });

  it('speaks GraphQL: creates, and lists as a connection', async () => {
    const { api } = await app.newEnvironment();
    const created = await expectOk(
      api.graphql(`mutation { createCustomCurrency(input: {
        id: "tokens", displayName: "Tokens", units: { singular: "token", plural: "tokens" }
      }) { id displayName units { singular plural } metadata archivedAt } }`),
    );
    expect(created).toMatchObject({ id: 'tokens', units: { singular: 'token', plural: 'tokens' } });
    await expectOk(post(api, 'second'));
    const list = await expectOk(
      api.graphql(
        '{ customCurrencies(first: 1) { totalCount edges { node { id } } pageInfo { hasNextPage } } }',
      ),
    );
    expect(list).toEqual({
      totalCount: 2,
      edges: [{ node: { id: 'second' } }],
      pageInfo: { hasNextPage: true },
    });
  });

  it('Y3: the list leaves archived ones out unless they are asked for', async () => {
    const place = await app.newEnvironment();
    for (const id of ['first', 'second', 'third']) await expectOk(post(place.api, id));
    await archive(place.api, 'second');
    const ids = async (query: string) =>
      (await expectPage(place.api.rest('GET', `${path}${query}`))).data.map(({ id }) => id);
    expect(await ids('')).toEqual(['third', 'first']);
    expect(await ids('?status=active')).toEqual(['third', 'first']);
    expect(await ids('?status=ARCHIVED')).toEqual(['second']);
    expect(await ids('?status=active,archived')).toEqual(['third', 'second', 'first']);
    expect(await ids('?limit=1&status=ACTIVE&after=second')).toEqual(['first']);
    expect(await place.api.rest('GET', `${path}?status=gone`)).toRefuse('BadUserInput', /status/);
  });

  it('catalog C1: an id is unique among active ones, and free again once archived', async () => {
    const place = await app.newEnvironment();
    await expectOk(post(place.api, 'tokens'));
    expect(await post(place.api, 'tokens')).toRefuse('DuplicatedEntityNotAllowed');
    await archive(place.api, 'tokens');
    await expectOk(post(place.api, 'tokens'));
    await expectOk(post(app.b.api, 'tokens'));
  });

  it('Y5, catalog C1: an entitlement of a re-created id is about the active currency', async () => {
    const place = await app.newEnvironment();
    const call = (url: string, body: Json) => expectOk(place.api.rest('POST', url, body));
    await expectOk(post(place.api, 'tokens'));
    await archive(place.api, 'tokens');
    await expectOk(post(place.api, 'tokens'));
    await call('/products', { id: 'main', displayName: 'Main' });
    await call('/plans', { id: 'plan', displayName: 'Plan', productId: 'main' });
    const entitlements = [{ type: 'CREDIT', id: 'tokens', amount: 1, cadence: 'MONTH' }];
    expect(await call('/plans/plan/entitlements', { entitlements })).toMatchObject([{ id: 'tokens' }]);
  });

  it('Y3: the 51st active currency is TooManyCustomCurrencies, however many are made at once', async () => {
    const { api } = await app.newEnvironment();
    for (let count = 1; count <= 49; count++) await expectOk(post(api, `currency-${count}`));
    const answers = await Promise.all([post(api, 'fiftieth'), post(api, 'fifty-first')]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 400]);
    expect(answers.find(({ status }) => status === 400)).toRefuse('TooManyCustomCurrencies');
    await expectOk(post(app.b.api, 'elsewhere'));
  });
});
