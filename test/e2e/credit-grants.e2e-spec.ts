import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient, type GraphqlAnswer, type RestAnswer } from '../support/client';
import { creditCustomer, giveCredits, grantBody, grantsOf, ledgerRows, useCredits } from '../support/credits';
import { everyField } from '../support/graphql-selection';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: credits

const path = '/credits/grants';
const given = `{ customerId: "nobody", currencyId: "none", displayName: "x", grantType: PAID, amount: 1 }`;
const hourMs = 3_600_000;

/** One who has a customer `c` and a currency `tokens`, which is made where it is lacking. */
async function customerIn(api: ApiClient, id: string, currencyId = 'tokens'): Promise<void> {
  if ((await api.rest('GET', `/customers/${id}`)).status === 404) await creditCustomer(api, id, currencyId);
  else await api.rest('POST', '/credits/custom-currencies', { id: currencyId, displayName: 'x' });
}

describe('credit grants', () => {
  let app: TestApp;
  let api: ApiClient;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api } = await app.newEnvironment());
    await creditCustomer(api);
  });

  const give = (more: Json = {}, headers = {}) => api.rest('POST', path, grantBody(more), headers);
  const change = (id: unknown, body: Json, headers = {}) =>
    api.rest('PATCH', `${path}/${String(id)}`, body, headers);
  const end = (id: unknown) => api.rest('POST', `${path}/${String(id)}/void`);
  const inHours = (hours: number): string =>
    new Date(app.clock.now().getTime() + hours * hourMs).toISOString();
  /** As its list tells it. */
  const toldOf = async (id: unknown): Promise<Json> => {
    const found = (await grantsOf(api)).find((each) => each['id'] === id);
    if (!found) throw new Error(`no grant ${String(id)} in the list`);
    return found;
  };
  const through = {
    create: (more: Json = {}) =>
      api.graphql(
        `mutation($input: CreateCreditGrantInput!) { createCreditGrant(input: $input) ${everyField(app, 'CreditGrant')} }`,
        { input: grantBody(more) },
      ),
    change: (id: unknown, input: Json) =>
      api.graphql(
        `mutation($id: String!, $input: UpdateCreditGrantInput!) { updateCreditGrant(id: $id, input: $input) ${everyField(app, 'CreditGrant')} }`,
        { id, input },
      ),
    end: (id: unknown) =>
      api.graphql(`mutation($id: String!) { voidCreditGrant(id: $id) ${everyField(app, 'CreditGrant')} }`, {
        id,
      }),
  };
  type Refusal = Parameters<ReturnType<typeof expect>['toRefuse']>;
  const bothRefuse = (answers: (RestAnswer | GraphqlAnswer)[], ...refusal: Refusal): void => {
    expect(answers).toHaveLength(2);
    for (const answer of answers) expect(answer).toRefuse(...refusal);
  };
  const refusesToGive = async (more: Json, ...refusal: Refusal): Promise<void> => {
    bothRefuse([await give(more), await through.create(more)], ...refusal);
    expect(await grantsOf(api)).toEqual([]);
  };
  const refusesToChange = async (id: unknown, body: Json, ...refusal: Refusal): Promise<void> =>
    bothRefuse([await change(id, body), await through.change(id, body)], ...refusal);
  const refusesToEnd = async (id: unknown, ...refusal: Refusal): Promise<void> =>
    bothRefuse([await end(id), await through.end(id)], ...refusal);

  behavesAsList({
    app: () => app,
    path: `${path}?customerId=c`,
    field: 'creditGrants',
    of: 'customerId: "c"',
    create: async (to, index) => {
      const currencyId = index % 2 === 1 ? 'other' : 'tokens';
      await customerIn(to, 'c', currencyId);
      return String((await giveCredits(to, { currencyId, amount: index + 1 }))['id']);
    },
    filter: { query: 'currencyId=other', graphql: 'currencyId: "other"' },
  });
  needsPermission({
    app: () => app,
    resource: 'credits',
    reads: [
      {
        rest: ['GET', `${path}?customerId=nobody`],
        graphql: '{ creditGrants(customerId: "nobody") { totalCount } }',
      },
    ],
    writes: [
      {
        rest: ['POST', path, grantBody({ customerId: 'nobody', currencyId: 'none' })],
        graphql: `mutation { createCreditGrant(input: ${given}) { id } }`,
      },
      {
        rest: ['PATCH', `${path}/nothing`, {}],
        graphql: 'mutation { updateCreditGrant(id: "nothing", input: {}) { id } }',
      },
      {
        rest: ['POST', `${path}/nothing/void`],
        graphql: 'mutation { voidCreditGrant(id: "nothing") { id } }',
      },
    ],
  });
  isTenantScoped({
    app: () => app,
    create: async (to, id) => {
      await customerIn(to, id);
      return giveCredits(to, { customerId: id });
    },
    read: (from, id) => grantsOf(from, id),
    routes: [['GET', (id) => `${path}?customerId=${id}`]],
    documents: [
      'query($id: String!) { creditGrants(customerId: $id) { totalCount } }',
      `mutation($id: String!) { createCreditGrant(input: { customerId: $id, currencyId: "tokens",
         displayName: "x", grantType: PAID, amount: 1 }) { id } }`,
    ],
  });

  it('T-01: a grant of another environment is as unknown as one that is not there', async () => {
    const { id } = await giveCredits(api);
    const before = await grantsOf(api);
    const unknown = newUid();
    const { api: other } = await app.newEnvironment();
    for (const [method, more, body] of [
      ['PATCH', '', { priority: 1 }],
      ['POST', '/void'],
    ] as const) {
      const foreign = await other.rest(method, `${path}/${String(id)}${more}`, body);
      const nowhere = await other.rest(method, `${path}/${unknown}${more}`, body);
      expect(foreign).toRefuse('CreditGrantNotFound');
      expect(foreign.text).toBe(nowhere.text.replaceAll(unknown, String(id)));
    }
    for (const field of ['updateCreditGrant(id: $id, input: { priority: 1 })', 'voidCreditGrant(id: $id)']) {
      const answer = await other.graphql(`mutation($id: String!) { ${field} { id } }`, { id });
      expect(answer).toRefuse('CreditGrantNotFound', new RegExp(String(id)));
    }
    expect(await grantsOf(api)).toEqual(before);
  });

  it('T-01: nor does a list of one environment tell grants of the same customer id in another one', async () => {
    await giveCredits(api);
    const { api: other } = await app.newEnvironment();
    await creditCustomer(other);
    expect(await grantsOf(other)).toEqual([]);
  });

  describe('created', () => {
    it('G1, G2: tells what was said, and the defaults of what was not', async () => {
      const now = app.clock.now().toISOString();
      const bare = await expectOk<Json>(give({ displayName: 'Bare', amount: 12.5 }));
      expect(bare).toEqual({
        ...{ id: expect.any(String), displayName: 'Bare', amount: 12.5, consumedAmount: 0 },
        ...{ currencyId: 'tokens', customerId: 'c', resourceId: null, grantType: 'PAID', sourceType: null },
        ...{ priority: 10, cost: { amount: 0, currency: 'usd' }, effectiveAt: now, expireAt: null },
        ...{ status: 'ACTIVE', voidedAt: null, comment: null, metadata: {}, syncStates: null },
        ...{ invoiceId: null, latestInvoice: null, paymentCollection: 'NOT_REQUIRED' },
        ...{ createdAt: now, updatedAt: now },
      });
      const said = {
        ...{
          displayName: 'Said',
          grantType: 'PAID',
          amount: 0.000000001,
          priority: 0,
          comment: 'x'.repeat(200),
        },
        ...{ cost: { amount: 5.25, currency: 'eur' }, effectiveAt: inHours(-2), expireAt: inHours(2) },
        ...{ metadata: { team: 'blue' }, resourceId: 'site', paymentCollectionMethod: 'NONE' },
        awaitPaymentConfirmation: false,
      };
      const { paymentCollectionMethod: _, awaitPaymentConfirmation: __, ...told } = said;
      expect(await expectOk(give(said))).toMatchObject({ ...told, status: 'ACTIVE' });
    });

    it('G1: tells the same through both doors, whichever made it', async () => {
      const fields = everyField(app, 'CreditGrant');
      const byRest = await expectOk<Json>(give({ amount: 3, comment: 'REST' }));
      const byGraphql = await expectOk<Json>(through.create({ amount: 4, comment: 'GraphQL' }));
      const { edges } = await expectOk<{ edges: { node: Json }[] }>(
        api.graphql(`{ creditGrants(customerId: "c") { edges { node ${fields} } } }`),
      );
      expect(edges.map(({ node }) => node)).toEqual([byGraphql, byRest]);
      expect(await grantsOf(api)).toEqual([byGraphql, byRest]);
    });

    it('G1: only as PAID or PROMOTIONAL', async () => {
      for (const grantType of ['RECURRING', 'OVERDRAFT', 'promotional', ''])
        expect(await give({ grantType })).toRefuse('BadUserInput', /grantType/);
      expect((await through.create({ grantType: 'RECURRING' })).errors[0]?.message).toMatch(/grantType/);
      expect(await grantsOf(api)).toEqual([]);
    });

    it('G2: what it needs is said, and nothing that it does not know', async () => {
      for (const field of ['amount', 'currencyId', 'customerId', 'displayName', 'grantType'])
        expect(await give({ [field]: undefined })).toRefuse('BadUserInput', new RegExp(field));
      await refusesToGive({ displayName: '' }, 'BadUserInput', /displayName/);
      await refusesToGive({ displayName: 'x'.repeat(256) }, 'BadUserInput', /displayName/);
      expect(await give({ voidedAt: inHours(1) })).toRefuse('BadUserInput', /voidedAt/);
    });

    it.each([0, -1, 0.0000000001, -0.5])('G2: an amount of %d is BadUserInput', async (amount) => {
      await refusesToGive({ amount }, 'BadUserInput', /amount/);
    });

    it('G2, Y4: keeps 9 decimals, half to even, up to 10^15', async () => {
      const amountOf = async (amount: number): Promise<unknown> =>
        (await giveCredits(api, { amount }))['amount'];
      expect(await amountOf(0.1234567885)).toBe(0.123456788);
      expect(await amountOf(0.1234567895)).toBe(0.12345679);
      expect(await amountOf(1e15)).toBe(1e15);
    });

    it('Y4: more than 10^15 is AmountTooLarge, of credits and of their cost', async () => {
      await refusesToGive({ amount: 1e15 + 1 }, 'AmountTooLarge', /amount/);
      await refusesToGive({ cost: { amount: 1e16, currency: 'usd' } }, 'AmountTooLarge', /cost\.amount/);
    });

    it('Y4: many grants of 10^15 are one balance', async () => {
      for (let n = 0; n < 11; n++) await giveCredits(api, { amount: 1e15 });
      const { credit } = await useCredits(api, 1);
      expect(credit).toMatchObject({ usageLimit: 11e15, currentUsage: 1 });
    });

    it('G2: an end that is not after the begin is ExpireAtMustBeLaterThanEffectiveAtError', async () => {
      const code = 'ExpireAtMustBeLaterThanEffectiveAtError';
      await refusesToGive({ effectiveAt: inHours(2), expireAt: inHours(2) }, code, /expireAt/);
      await refusesToGive({ effectiveAt: inHours(2), expireAt: inHours(1) }, code, /expireAt/);
      await refusesToGive({ expireAt: inHours(0) }, code, /expireAt/);
    });

    it('G2: an end that has passed is BadUserInput', async () => {
      await refusesToGive({ effectiveAt: inHours(-2), expireAt: inHours(-1) }, 'BadUserInput', /expireAt/);
      await refusesToGive({ effectiveAt: inHours(-2), expireAt: inHours(0) }, 'BadUserInput', /expireAt/);
    });

    it('G2: PROMOTIONAL credits cost nothing', async () => {
      const promotion = { grantType: 'PROMOTIONAL' };
      const cost = { amount: 0.01, currency: 'usd' };
      await refusesToGive({ ...promotion, cost }, 'BadUserInput', /cost\.amount/);
      expect(await giveCredits(api, { ...promotion, cost: { amount: 0, currency: 'eur' } })).toMatchObject({
        cost: { amount: 0, currency: 'eur' },
      });
      await refusesNegativeCost();
    });
    const refusesNegativeCost = async (): Promise<void> =>
      expect(await give({ cost: { amount: -1, currency: 'usd' } })).toRefuse('BadUserInput', /cost\.amount/);

    it('G2: without a cost it tells nothing in the currency in which its customer is billed', async () => {
      await createCustomer(api, 'billed', { billingCurrency: 'gbp' });
      const told = await giveCredits(api, { customerId: 'billed' });
      expect(told['cost']).toEqual({ amount: 0, currency: 'gbp' });
    });

    it.each([-1, 1.5, '1'])('G2: a priority of %j is BadUserInput', async (priority) => {
      expect(await give({ priority })).toRefuse('BadUserInput', /priority/);
      expect((await through.create({ priority })).errors).toHaveLength(1);
    });

    it('G2: a comment has at most 200 characters, and an empty one is none', async () => {
      await refusesToGive({ comment: 'x'.repeat(201) }, 'BadUserInput', /comment/);
      expect((await giveCredits(api, { comment: '' }))['comment']).toBeNull();
    });

    it('G2: metadata that is none is InvalidMetadataError', async () => {
      await refusesToGive({ metadata: { a: 1 } }, 'InvalidMetadataError', /metadata/);
      await refusesToGive({ metadata: { a: 'x'.repeat(501) } }, 'InvalidMetadataError', /metadata/);
    });

    it('G1: refuses whom and what it does not know', async () => {
      const [customer, currency] = [{ customerId: 'nobody' }, { currencyId: 'none' }];
      bothRefuse([await give(customer), await through.create(customer)], 'CustomerNotFound', /nobody/);
      bothRefuse([await give(currency), await through.create(currency)], 'CustomCurrencyNotFound', /none/);
    });

    it('Y2: of an archived currency there are no new ones; its wallets go on', async () => {
      const { id } = await giveCredits(api);
      await expectOk(api.rest('POST', '/credits/custom-currencies/tokens/archive'));
      bothRefuse([await give(), await through.create()], 'EntityIsArchivedError', /tokens/);
      expect((await useCredits(api, 30))['credit']).toMatchObject({ usageLimit: 100, currentUsage: 30 });
      await expectOk(change(id, { priority: 1 }));
      expect(await expectOk(end(id))).toMatchObject({ status: 'VOIDED', consumedAmount: 30 });
    });

    it('G1: nor for an archived customer', async () => {
      await expectOk(api.rest('POST', '/customers/c/archive'));
      bothRefuse([await give(), await through.create()], 'EntityIsArchivedError', /c\b/);
    });

    it('N5: settles what is owed, whatever kind it is', async () => {
      await useCredits(api, 15);
      const promotion = await giveCredits(api, { displayName: 'P', amount: 5, grantType: 'PROMOTIONAL' });
      expect(promotion).toMatchObject({ amount: 5, consumedAmount: 5, status: 'ACTIVE' });
      const paid = await giveCredits(api, { displayName: 'G', amount: 50 });
      expect(paid).toMatchObject({ amount: 50, consumedAmount: 10 });
      expect(await ledgerRows(api)).toEqual([
        ...['CONSUMED Overdraft -15 → -15', 'GRANTED P 5 → -10'],
        ...['TRANSFER_SOURCE Overdraft 5 → -5', 'TRANSFER_TARGET P -5 → -10'],
        ...['GRANTED G 50 → 40', 'TRANSFER_SOURCE Overdraft 10 → 50', 'TRANSFER_TARGET G -10 → 40'],
        'VOIDED Overdraft 0 → 40',
      ]);
      const overdraft = (await grantsOf(api)).find(({ grantType }) => grantType === 'OVERDRAFT');
      expect(overdraft).toMatchObject({ amount: 0, consumedAmount: 0, status: 'VOIDED' });
    });

    it('catalog C11: a repeated request under an Idempotency-Key gives once', async () => {
      const key = { 'idempotency-key': 'give' };
      const first = await give({}, key);
      const again = await give({}, key);
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await grantsOf(api)).toHaveLength(1);
      expect(await give({ amount: 1 }, key)).toRefuse('BadUserInput', /Idempotency-Key/);
    });
  });

  describe('told', () => {
    it('G3: by the clock: scheduled, active, expired', async () => {
      const { id, status } = await giveCredits(api, { effectiveAt: inHours(1), expireAt: inHours(2) });
      expect(status).toBe('SCHEDULED');
      const after = async (hours: number, ms = 0): Promise<unknown> => {
        app.clock.advance({ hours, ms });
        return (await toldOf(id))['status'];
      };
      expect(await after(1, -1)).toBe('SCHEDULED');
      expect(await after(0, 1)).toBe('ACTIVE');
      expect(await after(1, -1)).toBe('ACTIVE');
      expect(await after(0, 1)).toBe('EXPIRED');
    });

    it('G3: one that is used up stays active', async () => {
      const { id } = await giveCredits(api, { amount: 3 });
      await useCredits(api, 3);
      expect(await toldOf(id)).toMatchObject({ status: 'ACTIVE', consumedAmount: 3 });
    });

    it('G7: of a customer; without a resource only those of none', async () => {
      const own = await giveCredits(api);
      const ofSite = await giveCredits(api, { resourceId: 'site' });
      const listed = async (more: string) => (await grantsOf(api, 'c', more)).map(({ id }) => id);
      expect(await listed('')).toEqual([own['id']]);
      expect(await listed('&resourceId=site')).toEqual([ofSite['id']]);
      expect(await listed('&resourceId=other')).toEqual([]);
      expect(await api.rest('GET', path)).toRefuse('BadUserInput', /customerId/);
      expect(await api.rest('GET', `${path}?customerId=nobody`)).toRefuse('CustomerNotFound', /nobody/);
      expect(await api.graphql('{ creditGrants(customerId: "nobody") { totalCount } }')).toRefuse(
        'CustomerNotFound',
        /nobody/,
      );
    });

    it('G7: of a span of creation', async () => {
      await giveCredits(api, { displayName: 'early' });
      const early = app.clock.now().toISOString();
      app.clock.advance({ hours: 1 });
      await giveCredits(api, { displayName: 'late' });
      const late = app.clock.now().toISOString();
      const named = async (more: string) =>
        (await expectPage<Json>(api.rest('GET', `${path}?customerId=c${more}`))).data.map(
          (each) => each['displayName'],
        );
      expect(await named(`&createdAt[lte]=${early}`)).toEqual(['early']);
      expect(await named(`&createdAt[gt]=${early}`)).toEqual(['late']);
      expect(await named(`&createdAt[gte]=${early}&createdAt[lt]=${late}`)).toEqual(['early']);
      expect(await api.rest('GET', `${path}?customerId=c&createdAt[gt]=soon`)).toRefuse(
        'BadUserInput',
        /createdAt/,
      );
    });
  });

  describe('updated', () => {
    it('G6: changes what it names and keeps the rest', async () => {
      const { id } = await giveCredits(api, { comment: 'before', metadata: { a: '1', b: '2' } });
      const before = await toldOf(id);
      app.clock.advance({ minutes: 1 });
      const now = app.clock.now().toISOString();
      const terms = { displayName: 'After', priority: 3, expireAt: inHours(5), comment: 'after' };
      const changed = await expectOk(change(id, { ...terms, metadata: { a: '', c: '3' } }));
      const expected = { ...before, ...terms, metadata: { b: '2', c: '3' }, updatedAt: now };
      expect(changed).toEqual(expected);
      expect(await toldOf(id)).toEqual(expected);
      expect(await expectOk(through.change(id, { expireAt: null, comment: null }))).toEqual({
        ...expected,
        ...{ expireAt: null, comment: null },
      });
      expect(await expectOk(change(id, { comment: '' }))).toMatchObject({ comment: null });
    });

    it('G6: stands in the ledger with an amount of 0, and nowhere where nothing changes', async () => {
      const { id } = await giveCredits(api);
      await expectOk(change(id, { priority: 3 }));
      await expectOk(change(id, { priority: 3, displayName: 'Given' }));
      await expectOk(change(id, {}));
      expect(await ledgerRows(api)).toEqual(['GRANTED Given 100 → 100', 'UPDATED Given 0 → 100']);
    });

    it('G6, N2: decides from then on what is drawn from first', async () => {
      const first = await giveCredits(api, { displayName: 'first', amount: 10 });
      await giveCredits(api, { displayName: 'second', amount: 10, priority: 11 });
      await useCredits(api, 4);
      await expectOk(change(first['id'], { priority: 12 }));
      await useCredits(api, 4);
      expect((await ledgerRows(api)).filter((row) => row.startsWith('CONSUMED'))).toEqual([
        'CONSUMED first -4 → 16',
        'CONSUMED second -4 → 12',
      ]);
    });

    it('G6: amounts, spans and owners never change', async () => {
      const { id } = await giveCredits(api);
      for (const field of ['amount', 'effectiveAt', 'grantType', 'currencyId', 'customerId', 'cost'])
        expect(await change(id, { [field]: null })).toRefuse('BadUserInput', new RegExp(field));
      expect((await through.change(id, { amount: 1 })).errors[0]?.message).toMatch(/amount/);
    });

    it('G6: the end of an expired one is CannotUpdateExpireAtForExpiredCreditGrantError; the rest may change', async () => {
      const { id } = await giveCredits(api, { expireAt: inHours(1) });
      app.clock.advance({ hours: 1 });
      const code = 'CannotUpdateExpireAtForExpiredCreditGrantError';
      await refusesToChange(id, { expireAt: inHours(1) }, code, /expireAt/);
      await refusesToChange(id, { expireAt: null }, code, /expireAt/);
      expect(await expectOk(change(id, { comment: 'gone' }))).toMatchObject({
        ...{ comment: 'gone', status: 'EXPIRED' },
      });
    });

    it('G6: the end lies after the begin and ahead', async () => {
      const { id } = await giveCredits(api, { effectiveAt: inHours(-2) });
      const scheduled = await giveCredits(api, { effectiveAt: inHours(2) });
      const code = 'ExpireAtMustBeLaterThanEffectiveAtError';
      await refusesToChange(scheduled['id'], { expireAt: inHours(2) }, code, /expireAt/);
      await refusesToChange(id, { expireAt: inHours(-2) }, code, /expireAt/);
      await refusesToChange(id, { expireAt: inHours(-1) }, 'BadUserInput', /expireAt/);
      await refusesToChange(id, { expireAt: inHours(0) }, 'BadUserInput', /expireAt/);
    });

    it('G6: the end of a voided one stays; an overdraft is changed by nobody', async () => {
      const { id } = await giveCredits(api, { expireAt: inHours(1) });
      await expectOk(end(id));
      await refusesToChange(id, { expireAt: inHours(2) }, 'BadUserInput', /expireAt.*voided/);
      app.clock.advance({ hours: 3 });
      await refusesToChange(id, { expireAt: inHours(1) }, 'BadUserInput', /expireAt.*voided/);
      await useCredits(api, 5);
      const overdraft = (await grantsOf(api)).find(({ grantType }) => grantType === 'OVERDRAFT');
      await refusesToChange(overdraft?.['id'], { comment: 'x' }, 'BadUserInput', /overdraft/);
    });

    it('G6: refuses what no grant may be', async () => {
      const { id } = await giveCredits(api);
      const before = await toldOf(id);
      await refusesToChange(id, { displayName: '' }, 'BadUserInput', /displayName/);
      await refusesToChange(id, { comment: 'x'.repeat(201) }, 'BadUserInput', /comment/);
      await refusesToChange(id, { priority: -1 }, 'BadUserInput', /priority/);
      await refusesToChange(id, { metadata: { a: 1 } }, 'InvalidMetadataError', /metadata/);
      await refusesToChange(id, { metadata: { a: 'x'.repeat(501) } }, 'InvalidMetadataError', /metadata/);
      await refusesToChange('nothing', { priority: 1 }, 'CreditGrantNotFound', /nothing/);
      expect(await toldOf(id)).toEqual(before);
    });

    it('G6: one that is used up can be used no more, however long it lasts', async () => {
      const { id } = await giveCredits(api, { amount: 3, expireAt: inHours(1) });
      await useCredits(api, 3);
      await expectOk(change(id, { expireAt: null }));
      await expectOk(change(id, { expireAt: inHours(2) }));
      app.clock.advance({ hours: 2 });
      expect(await toldOf(id)).toMatchObject({ status: 'EXPIRED', consumedAmount: 3 });
      expect((await useCredits(api, 1))['credit']).toMatchObject({ usageLimit: 0, currentUsage: 1 });
    });

    it('catalog C10: with If-Match only from the state that it names', async () => {
      const created = await give();
      const { id } = (created.body as { data: Json }).data;
      const tag = { 'if-match': String(created.headers.get('etag')) };
      const changed = await change(id, { priority: 1 }, tag);
      expect([changed.status, changed.headers.get('etag')]).toEqual([200, expect.any(String)]);
      expect(await change(id, { priority: 2 }, tag)).toRefuse(
        'ObjectAlreadyBeingUsedByAnotherRequestError',
        /If-Match/,
      );
      const next = { 'if-match': String(changed.headers.get('etag')) };
      expect(await expectOk(change(id, { priority: 3 }, next))).toMatchObject({ priority: 3 });
    });
  });

  describe('voided', () => {
    it('G5: what is left is lost, what was used stays used', async () => {
      const { id } = await giveCredits(api);
      await useCredits(api, 30);
      const now = app.clock.now().toISOString();
      const told = { status: 'VOIDED', amount: 100, consumedAmount: 30, voidedAt: now };
      expect(await expectOk(end(id))).toMatchObject(told);
      expect(await toldOf(id)).toMatchObject(told);
      expect((await ledgerRows(api)).at(-1)).toBe('VOIDED Given -70 → 0');
      expect((await useCredits(api, 5))['credit']).toMatchObject({ usageLimit: 0, currentUsage: 5 });
    });

    it('G5: a scheduled one never begins', async () => {
      const { id } = await giveCredits(api, { effectiveAt: inHours(1) });
      expect(await expectOk(through.end(id))).toMatchObject({ status: 'VOIDED' });
      app.clock.advance({ hours: 2 });
      expect(await toldOf(id)).toMatchObject({ status: 'VOIDED' });
      expect(await ledgerRows(api)).toEqual(['VOIDED Given 0 → 0']);
    });

    it('G5: voided ones are CreditGrantAlreadyVoided', async () => {
      const { id } = await giveCredits(api);
      await expectOk(end(id));
      await refusesToEnd(id, 'CreditGrantAlreadyVoided', new RegExp(String(id)));
      expect(await ledgerRows(api)).toHaveLength(2);
    });

    it('G5: expired ones and overdrafts are CreditGrantCannotBeVoided', async () => {
      const { id } = await giveCredits(api, { amount: 3, expireAt: inHours(1) });
      app.clock.advance({ hours: 1 });
      await refusesToEnd(id, 'CreditGrantCannotBeVoided', /expired/);
      await useCredits(api, 5);
      const overdraft = async () => (await grantsOf(api)).find(({ grantType }) => grantType === 'OVERDRAFT');
      await refusesToEnd((await overdraft())?.['id'], 'CreditGrantCannotBeVoided', /overdraft/);
      await giveCredits(api, { amount: 5 });
      await refusesToEnd((await overdraft())?.['id'], 'CreditGrantCannotBeVoided', /overdraft/);
    });

    it('G5: unknown ones are CreditGrantNotFound', async () => {
      await refusesToEnd('nothing', 'CreditGrantNotFound', /nothing/);
    });

    it('G5: of many who void at once one does', async () => {
      const { id } = await giveCredits(api);
      const answers = await Promise.all(Array.from({ length: 12 }, () => end(id)));
      const codes = answers.map(({ status, body }) => (status < 300 ? 'voided' : (body as Json)['code']));
      expect(codes.sort()).toEqual([...Array<string>(11).fill('CreditGrantAlreadyVoided'), 'voided']);
      expect(await ledgerRows(api)).toEqual(['GRANTED Given 100 → 100', 'VOIDED Given -100 → 0']);
    });
  });
});
