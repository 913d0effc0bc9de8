import { newUid } from '#libs/kernel/ids';
import { createTestApp, type TestApp } from '../support/app';
import { createCustomer, type Json } from '../support/catalog';
import { expectOk, expectPage, type ApiClient } from '../support/client';
import { creditCustomer, giveCredits, grantBody, grantsOf, ledgerRows, useCredits } from '../support/credits';
import { GrantDoors } from '../support/grant-doors';
import { everyField } from '../support/graphql-selection';
import { behavesAsList } from '../support/suites/list-suite';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';

// Domain: credits

const path = '/credits/grants';
const given = `{ customerId: "nobody", currencyId: "none", displayName: "x", grantType: PAID, amount: 1 }`;

/** One who has a customer `c` and a currency `tokens`, which is made where it is lacking. */
async function customerIn(api: ApiClient, id: string, currencyId = 'tokens'): Promise<void> {
  if ((await api.rest('GET', `/customers/${id}`)).status === 404) await creditCustomer(api, id, currencyId);
  else await api.rest('POST', '/credits/custom-currencies', { id: currencyId, displayName: 'x' });
}

describe('credit grants', () => {
  let app: TestApp;
  let api: ApiClient;
  let doors: GrantDoors;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api } = await app.newEnvironment());
    doors = new GrantDoors(app, api);
    await creditCustomer(api);
  });

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
      const bare = await expectOk<Json>(doors.give({ displayName: 'Bare', amount: 12.5 }));
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
        ...{
          cost: { amount: 5.25, currency: 'eur' },
          effectiveAt: doors.inHours(-2),
          expireAt: doors.inHours(2),
        },
        ...{ metadata: { team: 'blue' }, resourceId: 'site', paymentCollectionMethod: 'NONE' },
        awaitPaymentConfirmation: false,
      };
      const { paymentCollectionMethod: _, awaitPaymentConfirmation: __, ...told } = said;
      expect(await expectOk(doors.give(said))).toMatchObject({ ...told, status: 'ACTIVE' });
    });

    it('G1: tells the same through both doors, whichever made it', async () => {
      const fields = everyField(app, 'CreditGrant');
      const byRest = await expectOk<Json>(doors.give({ amount: 3, comment: 'REST' }));
      const byGraphql = await expectOk<Json>(doors.giveByGraphql({ amount: 4, comment: 'GraphQL' }));
      const { edges } = await expectOk<{ edges: { node: Json }[] }>(
        api.graphql(`{ creditGrants(customerId: "c") { edges { node ${fields} } } }`),
      );
      expect(edges.map(({ node }) => node)).toEqual([byGraphql, byRest]);
      expect(await grantsOf(api)).toEqual([byGraphql, byRest]);
    });

    it('G1: only as PAID or PROMOTIONAL', async () => {
      for (const grantType of ['RECURRING', 'OVERDRAFT', 'promotional', ''])
        expect(await doors.give({ grantType })).toRefuse('BadUserInput', /grantType/);
      expect((await doors.giveByGraphql({ grantType: 'RECURRING' })).errors[0]?.message).toMatch(/grantType/);
      expect(await grantsOf(api)).toEqual([]);
    });

    it('G2: what it needs is said, and nothing that it does not know', async () => {
      for (const field of ['amount', 'currencyId', 'customerId', 'displayName', 'grantType'])
        expect(await doors.give({ [field]: undefined })).toRefuse('BadUserInput', new RegExp(field));
      await doors.refuseToGive({ displayName: '' }, 'BadUserInput', /displayName/);
      await doors.refuseToGive({ displayName: 'x'.repeat(256) }, 'BadUserInput', /displayName/);
      expect(await doors.give({ voidedAt: doors.inHours(1) })).toRefuse('BadUserInput', /voidedAt/);
    });

    it.each([0, -1, 0.0000000001, -0.5])('G2: an amount of %d is BadUserInput', async (amount) => {
      await doors.refuseToGive({ amount }, 'BadUserInput', /amount/);
    });

    it('G2, Y4: keeps 9 decimals, half to even, up to 10^15', async () => {
      const amountOf = async (amount: number): Promise<unknown> =>
        (await giveCredits(api, { amount }))['amount'];
      expect(await amountOf(0.1234567885)).toBe(0.123456788);
      expect(await amountOf(0.1234567895)).toBe(0.12345679);
      expect(await amountOf(1e15)).toBe(1e15);
    });

    it('Y4: more than 10^15 is AmountTooLarge, of credits and of their cost', async () => {
      await doors.refuseToGive({ amount: 1e15 + 1 }, 'AmountTooLarge', /amount/);
      await doors.refuseToGive({ cost: { amount: 1e16, currency: 'usd' } }, 'AmountTooLarge', /cost\.amount/);
    });

    it('Y4: many grants of 10^15 are one balance', async () => {
      for (let n = 0; n < 11; n++) await giveCredits(api, { amount: 1e15 });
      const { credit } = await useCredits(api, 1);
      expect(credit).toMatchObject({ usageLimit: 11e15, currentUsage: 1 });
    });

    it('G2: an end that is not after the begin is ExpireAtMustBeLaterThanEffectiveAtError', async () => {
      const code = 'ExpireAtMustBeLaterThanEffectiveAtError';
      await doors.refuseToGive(
        { effectiveAt: doors.inHours(2), expireAt: doors.inHours(2) },
        code,
        /expireAt/,
      );
      await doors.refuseToGive(
        { effectiveAt: doors.inHours(2), expireAt: doors.inHours(1) },
        code,
        /expireAt/,
      );
      await doors.refuseToGive({ expireAt: doors.inHours(0) }, code, /expireAt/);
    });

    it('G2: an end that has passed is BadUserInput', async () => {
      await doors.refuseToGive(
        { effectiveAt: doors.inHours(-2), expireAt: doors.inHours(-1) },
        'BadUserInput',
        /expireAt/,
      );
      await doors.refuseToGive(
        { effectiveAt: doors.inHours(-2), expireAt: doors.inHours(0) },
        'BadUserInput',
        /expireAt/,
      );
    });

    it('G2: PROMOTIONAL credits cost nothing', async () => {
      const promotion = { grantType: 'PROMOTIONAL' };
      const cost = { amount: 0.01, currency: 'usd' };
      await doors.refuseToGive({ ...promotion, cost }, 'BadUserInput', /cost\.amount/);
      expect(await giveCredits(api, { ...promotion, cost: { amount: 0, currency: 'eur' } })).toMatchObject({
        cost: { amount: 0, currency: 'eur' },
      });
    });

    it('G2: nor does anything cost less than nothing', async () => {
      await doors.refuseToGive({ cost: { amount: -1, currency: 'usd' } }, 'BadUserInput', /cost\.amount/);
    });

    it('G2: without a cost it tells nothing in the currency in which its customer is billed', async () => {
      await createCustomer(api, 'billed', { billingCurrency: 'gbp' });
      const told = await giveCredits(api, { customerId: 'billed' });
      expect(told['cost']).toEqual({ amount: 0, currency: 'gbp' });
    });

    it.each([-1, 1.5, '1'])('G2: a priority of %j is BadUserInput', async (priority) => {
      expect(await doors.give({ priority })).toRefuse('BadUserInput', /priority/);
      expect((await doors.giveByGraphql({ priority })).errors).toHaveLength(1);
    });

    it('G2: a comment has at most 200 characters, and an empty one is none', async () => {
      await doors.refuseToGive({ comment: 'x'.repeat(201) }, 'BadUserInput', /comment/);
      expect((await giveCredits(api, { comment: '' }))['comment']).toBeNull();
    });

    it('G2: metadata that is none is InvalidMetadataError', async () => {
      await doors.refuseToGive({ metadata: { a: 1 } }, 'InvalidMetadataError', /metadata/);
      await doors.refuseToGive({ metadata: { a: 'x'.repeat(501) } }, 'InvalidMetadataError', /metadata/);
    });

    it('G1: refuses whom and what it does not know', async () => {
      const [customer, currency] = [{ customerId: 'nobody' }, { currencyId: 'none' }];
      await doors.refuseToGive(customer, 'CustomerNotFound', /nobody/);
      await doors.refuseToGive(currency, 'CustomCurrencyNotFound', /none/);
    });

    it('Y2: of an archived currency there are no new ones; its wallets go on', async () => {
      const { id } = await giveCredits(api);
      await expectOk(api.rest('POST', '/credits/custom-currencies/tokens/archive'));
      await doors.refuseToGive({}, 'EntityIsArchivedError', /tokens/);
      expect((await useCredits(api, 30))['credit']).toMatchObject({ usageLimit: 100, currentUsage: 30 });
      await expectOk(doors.change(id, { priority: 1 }));
      expect(await expectOk(doors.void(id))).toMatchObject({ status: 'VOIDED', consumedAmount: 30 });
    });

    it('G1: nor for an archived customer', async () => {
      await expectOk(api.rest('POST', '/customers/c/archive'));
      await doors.refuseToGive({}, 'EntityIsArchivedError', /c\b/);
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

    it('a repeated request under an Idempotency-Key gives once', async () => {
      const key = { 'idempotency-key': 'give' };
      const first = await doors.give({}, key);
      const again = await doors.give({}, key);
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await grantsOf(api)).toHaveLength(1);
      expect(await doors.give({ amount: 1 }, key)).toRefuse('BadUserInput', /Idempotency-Key/);
    });
  });

  describe('told', () => {
    it('G3: by the clock: scheduled, active, expired', async () => {
      const { id, status } = await giveCredits(api, {
        effectiveAt: doors.inHours(1),
        expireAt: doors.inHours(2),
      });
      expect(status).toBe('SCHEDULED');
      const after = async (hours: number, ms = 0): Promise<unknown> => {
        app.clock.advance({ hours, ms });
        return (await doors.told(id))['status'];
      };
      expect(await after(1, -1)).toBe('SCHEDULED');
      expect(await after(0, 1)).toBe('ACTIVE');
      expect(await after(1, -1)).toBe('ACTIVE');
      expect(await after(0, 1)).toBe('EXPIRED');
    });

    it('G3: one that is used up stays active', async () => {
      const { id } = await giveCredits(api, { amount: 3 });
      await useCredits(api, 3);
      expect(await doors.told(id)).toMatchObject({ status: 'ACTIVE', consumedAmount: 3 });
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
});
