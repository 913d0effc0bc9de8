import { createTestApp, type TestApp } from '../support/app';
import { createPlan, createProduct, publishAddon, publishPlan, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient, type PageBody } from '../support/client';
import type { TestEnvironment } from '../support/environments';
import { eventsAbout } from '../support/events';
import { answerAfter } from '../support/held-row';

/** Domain: credits */
describe('the life of a custom currency', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const path = '/credits/custom-currencies';
  const create = (api: ApiClient, id: string, more: Json = {}) =>
    expectOk<Json>(api.rest('POST', path, { id, displayName: `Currency ${id}`, ...more }));
  const update = (api: ApiClient, id: string, body: Json) => api.rest('PATCH', `${path}/${id}`, body);
  const turn = (api: ApiClient, id: string, verb: 'archive' | 'unarchive') =>
    api.rest('POST', `${path}/${id}/${verb}`);
  const usesOf = (api: ApiClient, id: string) =>
    expectOk<Json[]>(api.rest('GET', `${path}/${id}/associated-entities`));
  const listed = async (api: ApiClient, query = '') =>
    (await expectPage<Json>(api.rest('GET', `${path}?${query}`))).data;
  const credits = (id: string) => ({ type: 'CREDIT', id, amount: 5, cadence: 'MONTH' });

  describe('PATCH', () => {
    let api: ApiClient;
    beforeAll(async () => {
      api = app.a.api;
      await create(api, 'kept');
    });

    it('Y1: changes what it names, and an empty text clears description and symbol', async () => {
      const units = { singular: 'token', plural: 'tokens' };
      await create(api, 'patched', {
        description: 'For the model',
        symbol: '◈',
        units,
        metadata: { a: '1' },
      });
      app.clock.advance({ hours: 1 });
      const changed = await expectOk(update(api, 'patched', { displayName: 'After', metadata: { b: '2' } }));
      expect(changed).toMatchObject({
        displayName: 'After',
        description: 'For the model',
        symbol: '◈',
        units,
        metadata: { a: '1', b: '2' },
        updatedAt: app.clock.now().toISOString(),
      });
      expect(await expectOk(update(api, 'patched', { description: '', symbol: '' }))).toMatchObject({
        displayName: 'After',
        description: null,
        symbol: null,
      });
      expect(await expectOk(update(api, 'patched', { units: null, metadata: null }))).toMatchObject({
        units: null,
        metadata: {},
      });
    });

    it.each<[string, Json, RegExp]>([
      ['half a unit', { units: { singular: 'token' } }, /units\.plural/],
      ['empty units', { units: { singular: '', plural: '' } }, /units/],
      ['an empty name', { displayName: '' }, /displayName/],
      ['no name', { displayName: null }, /displayName/],
      ['the id, which never changes', { id: 'other' }, /id is not a known field/],
    ])('Y1: refuses %s', async (_fault, body, message) => {
      expect(await update(api, 'kept', body)).toRefuse('BadUserInput', message);
    });

    it('catalog C10: is held against If-Match', async () => {
      const created = await api.rest('POST', path, { id: 'tagged', displayName: 'Tagged' });
      const tag = { 'if-match': created.headers.get('etag') ?? '' };
      await expectOk(api.rest('PATCH', `${path}/tagged`, { symbol: '1' }, tag));
      expect(await api.rest('PATCH', `${path}/tagged`, { symbol: '2' }, tag)).toRefuse(
        'ObjectAlreadyBeingUsedByAnotherRequestError',
        /If-Match/,
      );
    });
  });

  it('Y2, access-and-events W7: archive and unarchive, each once, told by events and logged', async () => {
    const { api } = app.a;
    await create(api, 'turned');
    expect(await turn(api, 'turned', 'unarchive')).toRefuse('BadUserInput', /not archived/);
    expect(await expectOk(turn(api, 'turned', 'archive'))).toMatchObject({
      archivedAt: app.clock.now().toISOString(),
    });
    expect(await turn(api, 'turned', 'archive')).toRefuse('EntityIsArchivedError', /turned/);
    expect(await update(api, 'turned', { symbol: 'x' })).toRefuse('EntityIsArchivedError');
    expect(await expectOk(turn(api, 'turned', 'unarchive'))).toMatchObject({ archivedAt: null });
    await expectOk(update(api, 'turned', { symbol: 'x' }));
    const events = await eventsAbout(app, 'turned');
    expect(events.map(({ type }) => type)).toEqual([
      'credit_type.created',
      'credit_type.archived',
      'credit_type.unarchived',
      'credit_type.updated',
    ]);
    expect(events[1]).toMatchObject({ entity_type: 'CREDIT', payload: { creditType: { id: 'turned' } } });
    const log = await expectPage(api.rest('GET', '/activity?entityType=CREDIT&entityId=turned&limit=1'));
    expect(log.data[0]).toMatchObject({ before: { symbol: null }, after: { symbol: 'x' } });
  });

  it('Y1, Y2: speaks GraphQL', async () => {
    const { api } = app.a;
    await create(api, 'by-graphql');
    const call = (field: string, more = '') =>
      api.graphql(`mutation { ${field}(currencyId: "by-graphql"${more}) { symbol archivedAt } }`);
    expect(await expectOk(call('updateCustomCurrency', ', input: { symbol: "$$" }'))).toEqual({
      symbol: '$$',
      archivedAt: null,
    });
    expect(await expectOk(call('archiveCustomCurrency'))).toMatchObject({
      archivedAt: app.clock.now().toISOString(),
    });
    expect(await call('archiveCustomCurrency')).toRefuse('EntityIsArchivedError');
    expect(await expectOk(call('unarchiveCustomCurrency'))).toMatchObject({ archivedAt: null });
  });

  describe('what is on sale', () => {
    let place: TestEnvironment;
    let api: ApiClient;

    beforeAll(async () => {
      place = await app.newEnvironment();
      api = place.api;
      await createProduct(api, 'main');
    });

    it('Y2: keeps a currency from being archived, and is listed', async () => {
      await create(api, 'sold');
      await publishPlan(api, { id: 'seller', productId: 'main', entitlements: [credits('sold')] });
      await publishAddon(api, { id: 'extra', productId: 'main', entitlements: [credits('sold')] });
      const uses = [
        { id: 'extra', displayName: 'extra', type: 'ADDON' },
        { id: 'seller', displayName: 'seller', type: 'PLAN' },
      ];
      expect(await usesOf(api, 'sold')).toEqual(uses);
      const document = '{ customCurrencyUsages(currencyId: "sold") { id displayName type } }';
      expect(await expectOk(api.graphql(document))).toEqual(uses);
      const answer = await turn(api, 'sold', 'archive');
      expect(answer).toRefuse('IntegrityViolation', /addon extra, plan seller;.*sold\/associated-entities/);
      await expectOk(api.rest('POST', '/addons/extra/archive'));
      await expectOk(api.rest('POST', '/plans/seller/draft'));
      await expectOk(api.rest('DELETE', '/plans/seller/entitlements/sold'));
      expect(await turn(api, 'sold', 'archive')).toRefuse('IntegrityViolation', /by plan seller;/);
      await expectOk(api.rest('POST', '/plans/seller/publish', { migrationType: 'NEW_CUSTOMERS' }));
      expect(await usesOf(api, 'sold')).toEqual([]);
      await expectOk(turn(api, 'sold', 'archive'));
    });

    it('Y2: a draft does not keep it, and cannot be published with it', async () => {
      await create(api, 'drafted');
      await createPlan(api, { id: 'drafting', productId: 'main' });
      const entitlements = [credits('drafted')];
      await expectOk(api.rest('POST', '/plans/drafting/entitlements', { entitlements }));
      expect(await usesOf(api, 'drafted')).toEqual([]);
      await expectOk(turn(api, 'drafted', 'archive'));
      expect(await api.rest('POST', '/plans/drafting/publish', { migrationType: 'NEW_CUSTOMERS' })).toRefuse(
        'EntityIsArchivedError',
        /drafted/,
      );
      await createPlan(api, { id: 'late', productId: 'main' });
      expect(await api.rest('POST', '/plans/late/entitlements', { entitlements })).toRefuse(
        'EntityIsArchivedError',
        /drafted/,
      );
    });

    it('Y2: a publication waits for who archives a currency of it, and is refused then', async () => {
      await create(api, 'raced');
      await createPlan(api, { id: 'racing', productId: 'main' });
      const entitlements = [credits('raced')];
      await expectOk(api.rest('POST', '/plans/racing/entitlements', { entitlements }));
      const archived = `update custom_currency set archived_at = now() where id = 'raced'`;
      const publish = () => api.rest('POST', '/plans/racing/publish', { migrationType: 'NEW_CUSTOMERS' });
      expect(await answerAfter(app.databaseUrl, [archived], publish)).toRefuse(
        'EntityIsArchivedError',
        /raced/,
      );
    });
  });

  describe('Y5, catalog C1: an id that several currencies have', () => {
    let api: ApiClient;
    beforeEach(async () => {
      ({ api } = await app.newEnvironment());
    });

    /** The second of three is the newest archived one; the last is active. */
    const thrice = async () => {
      for (const symbol of ['1', '2']) {
        await create(api, 'tokens', { symbol });
        app.clock.advance({ minutes: 1 });
        await expectOk(turn(api, 'tokens', 'archive'));
      }
      await create(api, 'tokens', { symbol: '3' });
    };

    it('addresses the active one in every operation but unarchive', async () => {
      await thrice();
      expect(await expectOk(update(api, 'tokens', { displayName: 'Changed' }))).toMatchObject({
        symbol: '3',
        displayName: 'Changed',
      });
      expect(await expectOk(turn(api, 'tokens', 'archive'))).toMatchObject({ symbol: '3' });
      expect((await listed(api, 'status=ARCHIVED')).map(({ symbol }) => symbol)).toEqual(['3', '2', '1']);
    });

    it('Y2: unarchive is about the one archived last, and 409 while an active one has the id', async () => {
      await thrice();
      const taken = await turn(api, 'tokens', 'unarchive');
      expect(taken).toRefuse('DuplicatedEntityNotAllowed', /active custom currency/);
      expect(taken.headers.get('x-should-retry')).toBe('false');
      app.clock.advance({ minutes: 1 });
      await expectOk(turn(api, 'tokens', 'archive'));
      expect(await expectOk(turn(api, 'tokens', 'unarchive'))).toMatchObject({ symbol: '3' });
      expect((await listed(api)).map(({ symbol }) => symbol)).toEqual(['3']);
    });

    it('addresses the one archived last where none is active', async () => {
      await thrice();
      await expectOk(turn(api, 'tokens', 'archive'));
      expect(await usesOf(api, 'tokens')).toEqual([]);
      expect(await update(api, 'tokens', { symbol: 'x' })).toRefuse('EntityIsArchivedError');
    });

    it('access-and-events L2: a list walks through all of them, each once, in both doors', async () => {
      await create(api, 'first');
      await thrice();
      await create(api, 'last');
      const seen: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query = `status=ACTIVE,ARCHIVED&limit=1${cursor && `&starting_after=${cursor}`}`;
        const page: PageBody<Json> = await expectPage(api.rest('GET', `${path}?${query}`));
        seen.push(...page.data.map(({ id, symbol }) => symbol ?? id));
        cursor = page.next_cursor;
      }
      expect(seen).toEqual(['last', '3', '2', '1', 'first']);
      const document = (after: string) =>
        `{ customCurrencies(status: [ACTIVE, ARCHIVED], first: 2${after}) {
          edges { cursor node { id symbol } } pageInfo { endCursor hasNextPage } } }`;
      const first = await expectOk<Connection>(api.graphql(document('')));
      const second = await expectOk<Connection>(
        api.graphql(document(`, after: "${first.pageInfo.endCursor}"`)),
      );
      const third = await expectOk<Connection>(
        api.graphql(document(`, after: "${second.pageInfo.endCursor}"`)),
      );
      const symbols = [first, second, third].flatMap(({ edges }) =>
        edges.map(({ node }) => node.symbol ?? node.id),
      );
      expect(symbols).toEqual(seen);
    });

    it('catalog C2: the place of one in another environment is no place here', async () => {
      await thrice();
      const page = await expectPage(api.rest('GET', `${path}?status=ARCHIVED&limit=1`));
      expect(page.next_cursor).not.toBe('tokens');
      const elsewhere = (await app.newEnvironment()).api;
      expect(await elsewhere.rest('GET', `${path}?starting_after=${page.next_cursor}`)).toRefuse(
        'BadUserInput',
        /cursor/,
      );
    });
  });

  it('Y3: a currency comes back only where there is room: TooManyCustomCurrencies', async () => {
    const { api } = await app.newEnvironment();
    await create(api, 'away');
    await expectOk(turn(api, 'away', 'archive'));
    for (let count = 1; count <= 50; count++) await create(api, `currency-${count}`);
    expect(await turn(api, 'away', 'unarchive')).toRefuse('TooManyCustomCurrencies', /archive one first/);
    await expectOk(turn(api, 'currency-1', 'archive'));
    await expectOk(turn(api, 'away', 'unarchive'));
  });
});

interface Connection {
  edges: { cursor: string; node: { id: string; symbol: string | null } }[];
  pageInfo: { endCursor: string; hasNextPage: boolean };
}
