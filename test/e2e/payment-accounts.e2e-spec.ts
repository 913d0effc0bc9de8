import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { everyField } from '../support/graphql-selection';
import { needsPermission } from '../support/suites/permission-suite';

const entities = '/contracts/legal-entities';
const path = `${entities}/acme-eu/payment-accounts`;
const iban = 'NL91ABNA0417164300';

/** Domain: contracts-billing E2 */
describe('payment accounts', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    for (const id of ['acme-eu', 'acme-us']) await expectOk(api.rest('POST', entities, { id, name: id }));
  });
  afterAll(() => app.close());

  const create = (id: string, more: Json = {}) =>
    expectOk<Json>(api.rest('POST', path, { id, name: 'An account', ...more }));
  const read = async (id: string) => {
    const { paymentAccounts } = await expectOk<{ paymentAccounts: Json[] }>(
      api.rest('GET', `${entities}/acme-eu`),
    );
    return paymentAccounts.find((account) => account['id'] === id);
  };

  needsPermission({
    app: () => app,
    resource: 'contracts',
    reads: [],
    writes: [
      {
        rest: ['POST', `${entities}/nobody/payment-accounts`, { name: 'x' }],
        graphql: 'mutation { createPaymentAccount(legalEntityId: "nobody", input: { name: "x" }) { id } }',
      },
      {
        rest: ['PATCH', `${path}/nobody`, {}],
        graphql:
          'mutation { updatePaymentAccount(legalEntityId: "acme-eu", id: "nobody", input: {}) { id } }',
      },
      {
        rest: ['POST', `${path}/nobody/archive`],
        graphql: 'mutation { archivePaymentAccount(legalEntityId: "acme-eu", id: "nobody") { id } }',
      },
      {
        rest: ['POST', `${path}/nobody/unarchive`],
        graphql: 'mutation { unarchivePaymentAccount(legalEntityId: "acme-eu", id: "nobody") { id } }',
      },
    ],
  });

  it('E2: a name is enough, and is told with its entity', async () => {
    const now = app.clock.now().toISOString();
    const account = await expectOk<Json>(api.rest('POST', path, { name: 'Plain' }));
    expect(account).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-/) as string,
      legalEntityId: 'acme-eu',
      name: 'Plain',
      status: 'ACTIVE',
      ...{ bankName: null, accountHolder: null, iban: null, accountNumber: null, routingNumber: null },
      ...{ bic: null, currency: null, createdAt: now, updatedAt: now },
    });
    expect(await read(account['id'] as string)).toEqual(account);
  });

  it('both doors take and tell all bank details', async () => {
    const details = {
      name: 'Both doors',
      bankName: 'Bank of Delft',
      accountHolder: 'Acme Europe B.V.',
      iban,
      accountNumber: '0417 1643-00',
      routingNumber: '021000021',
      bic: 'ABNANL2A',
      currency: 'eur',
    };
    expect(await create('rest', details)).toMatchObject(details);
    const fields = everyField(app, 'PaymentAccount');
    const make = `mutation($input: CreatePaymentAccountInput!) {
      createPaymentAccount(legalEntityId: "acme-eu", input: $input) ${fields} }`;
    const made = await expectOk<Json>(api.graphql(make, { input: { id: 'graphql', ...details } }));
    expect(made).toMatchObject({ id: 'graphql', status: 'ACTIVE', ...details });
    expect(await read('graphql')).toEqual(made);
    const change = `mutation($input: UpdatePaymentAccountInput!) {
      updatePaymentAccount(legalEntityId: "acme-eu", id: "graphql", input: $input) ${fields} }`;
    const changed = await expectOk<Json>(api.graphql(change, { input: { name: 'Changed', bic: null } }));
    expect(changed).toEqual({ ...made, name: 'Changed', bic: null });
    const turn = (verb: string) =>
      expectOk(
        api.graphql(`mutation { ${verb}PaymentAccount(legalEntityId: "acme-eu", id: "graphql") { status } }`),
      );
    expect(await turn('archive')).toEqual({ status: 'ARCHIVED' });
    expect(await turn('unarchive')).toEqual({ status: 'ACTIVE' });
  });

  it('IBAN and BIC are kept without blanks and in upper case', async () => {
    const account = await create('written', { iban: 'nl91 abna 0417 1643 00', bic: 'abnanl2a' });
    expect(account).toMatchObject({ iban, bic: 'ABNANL2A' });
  });

  it.each<[string, Json, RegExp]>([
    ['catalog C1: an id of the pattern', { id: 'a b' }, /id must match/],
    ['a name', { name: undefined }, /name is required and must be a string/],
    ['the check digits of an IBAN', { iban: 'NL92ABNA0417164300' }, /iban must be an IBAN/],
    ['an IBAN as long as its country writes it', { iban: 'NL91ABNA041716430' }, /iban must be an IBAN/],
    ['an IBAN of a country', { iban: 'hello' }, /iban must be an IBAN/],
    ['a BIC of 8 or 11', { bic: 'ABNANL2' }, /bic must be a BIC of 8 or 11/],
    ['a currency that exists', { currency: 'EUR' }, /currency must be one of usd/],
    ['an account number', { accountNumber: '<1>' }, /accountNumber must match/],
    ['a routing number', { routingNumber: '1\n2' }, /routingNumber must match/],
    ['catalog C5: no unknown key', { swift: 'ABNANL2A' }, /swift is not a known field/],
    ['catalog C5: no state of ours', { status: 'ARCHIVED' }, /status is not a known field/],
  ])('wants %s', async (_rule, change, message) => {
    const body = { id: 'refused', name: 'x', ...change };
    expect(await api.rest('POST', path, body)).toRefuse('BadUserInput', message);
  });

  it('what is absent stays, null clears, the entity stays', async () => {
    const before = await create('edited', { iban, bankName: 'Bank', currency: 'eur' });
    app.clock.advance({ hours: 1 });
    const change = { iban: null, accountNumber: '12345678' };
    const changed = await expectOk(api.rest('PATCH', `${path}/edited`, change));
    expect(changed).toEqual({ ...before, ...change, updatedAt: app.clock.now().toISOString() });
    expect(await read('edited')).toEqual(changed);
    for (const field of ['id', 'legalEntityId', 'status']) {
      const answer = await api.rest('PATCH', `${path}/edited`, { [field]: 'x' });
      expect(answer).toRefuse('BadUserInput', new RegExp(`${field} is not a known field`));
    }
  });

  it('archived, it takes no change, stays with its entity and may return', async () => {
    await create('retired', { iban });
    const turn = (verb: string) => api.rest('POST', `${path}/retired/${verb}`);
    expect(await turn('unarchive')).toRefuse('BadUserInput', /retired is not archived/);
    const archived = await expectOk(turn('archive'));
    expect(archived).toMatchObject({ status: 'ARCHIVED', iban });
    expect(await read('retired')).toEqual(archived);
    expect(await turn('archive')).toRefuse('EntityIsArchivedError', /Payment account retired/);
    const change = await api.rest('PATCH', `${path}/retired`, { name: 'x' });
    expect(change).toRefuse('EntityIsArchivedError', /Payment account retired/);
    expect(await expectOk(turn('unarchive'))).toMatchObject({ status: 'ACTIVE', iban });
  });

  it('of an archived entity rests', async () => {
    await expectOk(api.rest('POST', entities, { id: 'resting', name: 'x' }));
    await expectOk(api.rest('POST', `${entities}/resting/payment-accounts`, { id: 'its', name: 'x' }));
    await expectOk(api.rest('POST', `${entities}/resting/archive`));
    const answer = await api.rest('PATCH', `${entities}/resting/payment-accounts/its`, { name: 'y' });
    expect(answer).toRefuse('EntityIsArchivedError', /Legal entity resting/);
  });

  it('an id is taken in the whole environment, and nowhere else', async () => {
    await create('taken');
    const elsewhere = `${entities}/acme-us/payment-accounts`;
    const again = await api.rest('POST', elsewhere, { id: 'taken', name: 'x' });
    expect(again).toRefuse('DuplicatedEntityNotAllowed', /environment/);
    await expectOk(app.b.api.rest('POST', entities, { id: 'acme-eu', name: 'x' }));
    await expectOk(app.b.api.rest('POST', path, { id: 'taken', name: 'x' }));
  });

  it('T-01, T-10: unknown, of another entity and of another environment are one answer', async () => {
    await create('ours');
    await app.b.api.rest('POST', entities, { id: 'acme-eu', name: 'x' });
    await expectOk(app.b.api.rest('POST', path, { id: 'theirs', name: 'x' }));
    const routes = (account: string): ['PATCH' | 'POST', string, Json?][] => [
      ['PATCH', `${entities}/acme-us/payment-accounts/${account}`, { name: 'x' }],
      ['POST', `${entities}/acme-us/payment-accounts/${account}/archive`],
      ['POST', `${entities}/acme-us/payment-accounts/${account}/unarchive`],
    ];
    const nowhere = await Promise.all(routes('nobody').map((route) => api.rest(...route)));
    for (const account of ['ours', 'theirs']) {
      for (const [index, route] of routes(account).entries()) {
        const answer = await api.rest(...route);
        expect(answer).toRefuse('PaymentAccountNotFound');
        expect(answer.text).toBe(nowhere[index]?.text.replaceAll('nobody', account));
      }
    }
    expect(await read('ours')).toMatchObject({ name: 'An account', status: 'ACTIVE' });
  });

  it('access-and-events W8: stands in the activity log under its entity, of its numbers only the end', async () => {
    await create('logged', { iban, accountNumber: '1234', name: 'Logged' });
    await expectOk(api.rest('PATCH', `${path}/logged`, { iban: 'DE89370400440532013000' }));
    await expectOk(api.rest('POST', `${path}/logged/archive`));
    await expectOk(api.rest('POST', `${path}/logged/unarchive`));
    const query = '/activity?entityType=payment_account&parentId=acme-eu&entityId=logged';
    const answer = await api.rest('GET', query);
    expect(answer.text).not.toMatch(/NL91|041716|DE89|053201|1234/);
    const { data } = await expectPage<Json>(Promise.resolve(answer));
    const numbers = (state: unknown) => state && (state as Json)['iban'];
    expect(data.map(({ type, before, after }) => [type, numbers(before), numbers(after)])).toEqual([
      ['payment_account.unarchived', '****3000', '****3000'],
      ['payment_account.archived', '****3000', '****3000'],
      ['payment_account.updated', '****4300', '****3000'],
      ['payment_account.created', null, '****4300'],
    ]);
    expect(data.at(-1)?.['after']).toMatchObject({ name: 'Logged', accountNumber: '****' });
  });

  it('catalog C10: holds the tag of the account and the tag of its entity', async () => {
    const made = await api.rest('POST', path, { id: 'tagged', name: 'x' });
    const own = String(made.headers.get('etag'));
    const ofEntity = String((await api.rest('GET', `${entities}/acme-eu`)).headers.get('etag'));
    const rename = (tag: string) => api.rest('PATCH', `${path}/tagged`, { name: 'y' }, { 'if-match': tag });
    await expectOk(rename(own));
    for (const tag of [own, ofEntity]) {
      expect(await rename(tag)).toRefuse('ObjectAlreadyBeingUsedByAnotherRequestError', /If-Match/);
    }
  });
});
