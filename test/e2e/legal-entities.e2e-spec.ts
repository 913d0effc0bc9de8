import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { speaksBothInterfaces } from '../support/suites/doors-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

const path = '/contracts/legal-entities';
const delft = {
  line1: 'Kade 1',
  line2: null,
  city: 'Delft',
  state: null,
  postalCode: '2611 AA',
  country: 'NL',
};
const dutchVat = { type: 'eu_vat', value: 'NL123456789B01' };

/** Domain: contracts-billing E2 */
describe('legal entities', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    await create(api, 'first');
  });
  afterAll(() => app.close());

  const create = (to: ApiClient, id: string, more: Json = {}) =>
    expectOk<Json>(to.rest('POST', path, { id, name: `Company ${id}`, ...more }));
  const read = (from: ApiClient, id: string) => expectOk<Json>(from.rest('GET', `${path}/${id}`));
  const update = (id: string, body: Json) => api.rest('PATCH', `${path}/${id}`, body);
  const turn = (to: ApiClient, id: string, verb: 'archive' | 'unarchive') =>
    to.rest('POST', `${path}/${id}/${verb}`);
  const list = (from: ApiClient, query = '') => expectOk<Json[]>(from.rest('GET', `${path}${query}`));
  const defaultsOf = async (from: ApiClient) =>
    (await list(from, '?status=ACTIVE,ARCHIVED')).filter((each) => each['isDefault']).map(({ id }) => id);

  isTenantScoped({
    app: () => app,
    create,
    read,
    routes: [
      ['GET', (id) => `${path}/${id}`],
      ['PATCH', (id) => `${path}/${id}`, { name: 'changed' }],
      ['POST', (id) => `${path}/${id}/archive`],
      ['POST', (id) => `${path}/${id}/unarchive`],
      ['POST', (id) => `${path}/${id}/payment-accounts`, { name: 'x' }],
      ['PATCH', (id) => `${path}/${id}/payment-accounts/x`, { name: 'x' }],
      ['POST', (id) => `${path}/${id}/payment-accounts/x/archive`],
      ['POST', (id) => `${path}/${id}/payment-accounts/x/unarchive`],
    ],
    documents: [
      'query($id: String!) { legalEntity(id: $id) { id } }',
      'mutation($id: String!) { updateLegalEntity(id: $id, input: { name: "changed" }) { id } }',
      'mutation($id: String!) { archiveLegalEntity(id: $id) { id } }',
      'mutation($id: String!) { unarchiveLegalEntity(id: $id) { id } }',
      'mutation($id: String!) { createPaymentAccount(legalEntityId: $id, input: { name: "x" }) { id } }',
    ],
  });
  needsPermission({
    app: () => app,
    resource: 'contracts',
    reads: [
      { rest: ['GET', path], graphql: '{ legalEntities { id } }' },
      { rest: ['GET', `${path}/nobody`], graphql: '{ legalEntity(id: "nobody") { id } }' },
    ],
    writes: [
      {
        rest: ['POST', path, { name: 'x' }],
        graphql: 'mutation { createLegalEntity(input: { name: "x" }) { id } }',
      },
      {
        rest: ['PATCH', `${path}/nobody`, {}],
        graphql: 'mutation { updateLegalEntity(id: "nobody", input: {}) { id } }',
      },
      {
        rest: ['POST', `${path}/nobody/archive`],
        graphql: 'mutation { archiveLegalEntity(id: "nobody") { id } }',
      },
      {
        rest: ['POST', `${path}/nobody/unarchive`],
        graphql: 'mutation { unarchiveLegalEntity(id: "nobody") { id } }',
      },
    ],
  });
  speaksBothInterfaces({
    app: () => app,
    type: 'LegalEntity',
    input: 'CreateLegalEntityInput',
    path,
    mutation: 'createLegalEntity',
    body: (id) => ({
      id,
      name: 'Both doors',
      legalName: 'Both Doors B.V.',
      registrationNumber: 'KvK 12345678',
      address: delft,
      taxIds: [dutchVat],
      email: 'billing@both.example',
      invoiceNumberPrefix: 'BD-2026/',
    }),
    reads: { one: 'legalEntity' },
  });

  it('E2: a name is enough, and the rest follows', async () => {
    const now = app.clock.now().toISOString();
    const answer = await api.rest('POST', path, { name: 'Plain' });
    expect(answer.status).toBe(201);
    const { data } = answer.body as { data: Json };
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-/) as string,
      name: 'Plain',
      isDefault: false,
      status: 'ACTIVE',
      legalName: null,
      registrationNumber: null,
      address: null,
      taxIds: [],
      email: null,
      invoiceNumberPrefix: null,
      paymentAccounts: [],
      createdAt: now,
      updatedAt: now,
    });
    expect(await read(api, data['id'] as string)).toEqual(data);
  });

  it('E2: are listed at once, newest first, one without payment accounts too', async () => {
    const place = await app.newEnvironment();
    expect((await place.api.rest('GET', path)).body).toEqual({ data: [] });
    await create(place.api, 'one');
    await create(place.api, 'two');
    await expectOk(place.api.rest('POST', `${path}/one/payment-accounts`, { id: 'main', name: 'Main' }));
    expect(await list(place.api)).toMatchObject([
      { id: 'two', name: 'Company two', isDefault: false, paymentAccounts: [] },
      { id: 'one', name: 'Company one', isDefault: true, paymentAccounts: [{ id: 'main', name: 'Main' }] },
    ]);
    const document = '{ legalEntities { id isDefault paymentAccounts { id name } } }';
    expect(await expectOk(place.api.graphql(document))).toEqual([
      { id: 'two', isDefault: false, paymentAccounts: [] },
      { id: 'one', isDefault: true, paymentAccounts: [{ id: 'main', name: 'Main' }] },
    ]);
  });

  it('E2: archived ones are listed where they are asked for, with their archived accounts', async () => {
    const place = await app.newEnvironment();
    await create(place.api, 'kept');
    await create(place.api, 'gone');
    for (const id of ['a', 'b']) {
      await expectOk(place.api.rest('POST', `${path}/kept/payment-accounts`, { id, name: id }));
    }
    await expectOk(place.api.rest('POST', `${path}/kept/payment-accounts/a/archive`));
    await expectOk(turn(place.api, 'gone', 'archive'));
    const told = async (query: string) =>
      (await list(place.api, query)).map(({ id, paymentAccounts }) => [
        id,
        (paymentAccounts as Json[]).map((account) => account['id']),
      ]);
    expect(await told('')).toEqual([['kept', ['b']]]);
    expect(await told('?status=archived')).toEqual([['gone', []]]);
    expect(await told('?status=active,archived')).toEqual([
      ['gone', []],
      ['kept', ['b', 'a']],
    ]);
    expect(await read(place.api, 'kept')).toMatchObject({ paymentAccounts: [{ id: 'b' }, { id: 'a' }] });
    expect(await place.api.rest('GET', `${path}?status=draft`)).toRefuse('BadUserInput', /ACTIVE, ARCHIVED/);
    const document = '{ legalEntities(status: [ARCHIVED]) { id status } }';
    expect(await expectOk(place.api.graphql(document))).toEqual([{ id: 'gone', status: 'ARCHIVED' }]);
  });

  it('the listing wins over a contract of that name', async () => {
    expect((await api.rest('GET', path)).status).toBe(200);
    expect(await api.rest('GET', `${path}/nobody`)).toRefuse('LegalEntityNotFound', /nobody/);
  });

  describe('the default', () => {
    it('E2: is the first, whatever it asks for; another one takes it', async () => {
      const place = await app.newEnvironment();
      expect(await create(place.api, 'one', { isDefault: false })).toMatchObject({ isDefault: true });
      expect(await create(place.api, 'two')).toMatchObject({ isDefault: false });
      expect(await create(place.api, 'three', { isDefault: true })).toMatchObject({ isDefault: true });
      expect(await defaultsOf(place.api)).toEqual(['three']);
      app.clock.advance({ minutes: 1 });
      await expectOk(place.api.rest('PATCH', `${path}/two`, { isDefault: true }));
      expect(await defaultsOf(place.api)).toEqual(['two']);
      const updatedAt = app.clock.now().toISOString();
      expect(await read(place.api, 'three')).toMatchObject({ isDefault: false, updatedAt });
      await expectOk(place.api.rest('PATCH', `${path}/two`, { isDefault: true }));
      await expectOk(place.api.rest('PATCH', `${path}/one`, { isDefault: false }));
      expect(await defaultsOf(place.api)).toEqual(['two']);
    });

    it('E2: does not step down by itself', async () => {
      const place = await app.newEnvironment();
      await create(place.api, 'one');
      const answer = await place.api.rest('PATCH', `${path}/one`, { isDefault: false, name: 'x' });
      expect(answer).toRefuse('BadUserInput', /isDefault.*make another one the default/);
      expect(await read(place.api, 'one')).toMatchObject({ isDefault: true, name: 'Company one' });
    });

    it('E2: is archived last, and the next one that is there becomes it', async () => {
      const place = await app.newEnvironment();
      await create(place.api, 'one');
      await create(place.api, 'two');
      expect(await turn(place.api, 'one', 'archive')).toRefuse('IntegrityViolation', /one is the default/);
      await expectOk(turn(place.api, 'two', 'archive'));
      expect(await expectOk(turn(place.api, 'one', 'archive'))).toMatchObject({ isDefault: false });
      expect(await defaultsOf(place.api)).toEqual([]);
      expect(await expectOk(turn(place.api, 'two', 'unarchive'))).toMatchObject({ isDefault: true });
      expect(await expectOk(turn(place.api, 'one', 'unarchive'))).toMatchObject({ isDefault: false });
      expect(await defaultsOf(place.api)).toEqual(['two']);
    });

    it('E2: is one, however many ask at once', async () => {
      const place = await app.newEnvironment();
      const ids = Array.from({ length: 8 }, (_, index) => `rival-${index}`);
      await Promise.all(ids.map((id) => create(place.api, id, { isDefault: true })));
      expect(await defaultsOf(place.api)).toHaveLength(1);
      const takeIt = (id: string) => expectOk(place.api.rest('PATCH', `${path}/${id}`, { isDefault: true }));
      await Promise.all([...ids, ...ids].map(takeIt));
      expect(await defaultsOf(place.api)).toHaveLength(1);
      await takeIt('rival-3');
      expect(await defaultsOf(place.api)).toEqual(['rival-3']);
    });
  });

  it.each<[string, Json, RegExp]>([
    ['catalog C1: an id of the pattern', { id: 'a b' }, /id must match/],
    ['catalog C1: an id of at most 255', { id: 'x'.repeat(256) }, /id must have at most 255/],
    ['a name', { name: undefined }, /name is required and must be a string/],
    ['a name that is not empty', { name: '' }, /name must not be empty/],
    ['an e-mail address', { email: 'nobody' }, /email must be an e-mail address/],
    ['a list of tax ids', { taxIds: null }, /taxIds must be an array/],
    [
      'tax ids with a value',
      { taxIds: [{ type: 'eu_vat' }] },
      /taxIds\[0\]\.value is required and must be a string/,
    ],
    ['at most 10 tax ids', { taxIds: Array(11).fill(dutchVat) }, /taxIds must have at most 10/],
    [
      'catalog C5: no more of an address',
      { address: { ...delft, planet: 'x' } },
      /address\.planet is not a known/,
    ],
    ['a prefix that fits into a number', { invoiceNumberPrefix: ' #' }, /invoiceNumberPrefix must match/],
    ['catalog C5: no state of ours', { status: 'ARCHIVED' }, /status is not a known field/],
    ['catalog C5: accounts one by one', { paymentAccounts: [] }, /paymentAccounts is not a known field/],
  ])('wants %s', async (_rule, change, message) => {
    const body = { id: 'refused', name: 'x', ...change };
    expect(await api.rest('POST', path, body)).toRefuse('BadUserInput', message);
  });

  it('R5: a tax id that its type does not know is InvalidTaxId', async () => {
    const refused = (taxIds: Json[]) => api.rest('POST', path, { id: 'refused', name: 'x', taxIds });
    expect(await refused([dutchVat, { type: 'eu_vat', value: 'NL1' }])).toRefuse(
      'InvalidTaxId',
      /taxIds\[1\]\.value is no eu_vat/,
    );
    expect(await refused([{ type: 'vat', value: '1' }])).toRefuse('InvalidTaxId', /type must be one of/);
    expect(await refused([dutchVat, dutchVat])).toRefuse('InvalidTaxId', /taxIds\[1\] is there already/);
    const document = `mutation { createLegalEntity(input:
      { id: "refused", name: "x", taxIds: [{ type: "us_ein", value: "1" }] }) { id } }`;
    expect(await api.graphql(document)).toRefuse('InvalidTaxId', /us_ein/);
    expect(await update('first', { taxIds: [{ type: 'gb_vat', value: 'x' }] })).toRefuse('InvalidTaxId');
  });

  it('an address without what its country needs is InvalidAddressError', async () => {
    const refused = (address: Json) => api.rest('POST', path, { id: 'refused', name: 'x', address });
    expect(await refused({ ...delft, country: 'XX' })).toRefuse('InvalidAddressError', /address\.country/);
    expect(await refused({ ...delft, country: 'Netherlands' })).toRefuse('InvalidAddressError', /such as DE/);
    expect(await refused({ ...delft, postalCode: null })).toRefuse('InvalidAddressError', /postalCode .*NL/);
    expect(await update('first', { address: {} })).toRefuse('InvalidAddressError', /address\.country/);
  });

  it('what is absent stays, null clears, address and tax ids are replaced', async () => {
    const given = { legalName: 'Edited B.V.', address: delft, taxIds: [dutchVat], email: 'a@b.example' };
    const before = await create(api, 'edited', given);
    app.clock.advance({ hours: 1 });
    const moved = { line1: '1 Queen’s Road', city: 'Hong Kong', country: 'hk' };
    const changed = await expectOk(update('edited', { address: moved, taxIds: [], email: null }));
    expect(changed).toEqual({
      ...before,
      address: { ...moved, line2: null, state: null, postalCode: null, country: 'HK' },
      taxIds: [],
      email: null,
      updatedAt: app.clock.now().toISOString(),
    });
    expect(await read(api, 'edited')).toEqual(changed);
    expect(await update('edited', { id: 'other' })).toRefuse('BadUserInput', /id is not a known field/);
    expect(await update('edited', { name: null })).toRefuse('BadUserInput', /name must be a string/);
  });

  it('archived, it takes no change and no account, and its id stays taken', async () => {
    await create(api, 'archived');
    const account = await expectOk(api.rest('POST', `${path}/archived/payment-accounts`, { name: 'x' }));
    const archived = await expectOk(turn(api, 'archived', 'archive'));
    expect(archived).toMatchObject({ status: 'ARCHIVED', paymentAccounts: [account] });
    expect(await turn(api, 'archived', 'archive')).toRefuse('EntityIsArchivedError', /archived is archived/);
    expect(await update('archived', { isDefault: true })).toRefuse('EntityIsArchivedError');
    const added = await api.rest('POST', `${path}/archived/payment-accounts`, { name: 'x' });
    expect(added).toRefuse('EntityIsArchivedError', /Legal entity archived/);
    const again = await api.rest('POST', path, { id: 'archived', name: 'x' });
    expect(again).toRefuse('DuplicatedEntityNotAllowed');
    expect(await turn(api, 'first', 'unarchive')).toRefuse('BadUserInput', /first is not archived/);
    expect(await expectOk(turn(api, 'archived', 'unarchive'))).toMatchObject({ status: 'ACTIVE' });
  });

  it('access-and-events W8: every change stands in the activity log, that of the one that stepped down too', async () => {
    const place = await app.newEnvironment();
    await create(place.api, 'one');
    await create(place.api, 'two', { isDefault: true });
    await expectOk(turn(place.api, 'one', 'archive'));
    await expectOk(turn(place.api, 'one', 'unarchive'));
    const query = '/activity?entityType=legal_entity&entityId=one';
    const { data } = await expectPage<Json>(place.api.rest('GET', query));
    const facts = (state: unknown) => {
      const { isDefault, status } = (state ?? {}) as Json;
      return state === null ? null : [isDefault, status];
    };
    expect(data.map(({ type, before, after }) => [type, facts(before), facts(after)])).toEqual([
      ['legal_entity.unarchived', [false, 'ARCHIVED'], [false, 'ACTIVE']],
      ['legal_entity.archived', [false, 'ACTIVE'], [false, 'ARCHIVED']],
      ['legal_entity.updated', [true, 'ACTIVE'], [false, 'ACTIVE']],
      ['legal_entity.created', null, [true, 'ACTIVE']],
    ]);
  });

  it('catalog C10: a write from an older state is refused; a change of an account is a new state', async () => {
    await create(api, 'tagged');
    const tagOf = async () => String((await api.rest('GET', `${path}/tagged`)).headers.get('etag'));
    const rename = (tag: string) => api.rest('PATCH', `${path}/tagged`, { name: 'x' }, { 'if-match': tag });
    const first = await tagOf();
    await expectOk(api.rest('POST', `${path}/tagged/payment-accounts`, { name: 'x' }));
    expect(await rename(first)).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /If-Match/);
    await expectOk(rename(await tagOf()));
  });
});
