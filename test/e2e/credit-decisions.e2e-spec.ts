import { createTestApp, type TestApp } from '../support/app';
import { expectOk, type ApiClient } from '../support/client';
import { charged } from '../support/charge-story';
import { stockForCredits } from '../support/credit-shop';
import { giveCredits, grantsOf, ledgerRows, proofOf, useCredits } from '../support/credits';
import { createIssuer } from '../support/issuers';
import { invoiced } from '../support/invoice-story';
import { payBy } from '../support/payment-methods';
import { ToldEnvironment, type Passing } from '../support/told-facts';

// Domain: credits

const utc = (day: string): string => `2027-${day}T00:00:00.000Z`;

const graphqlGrant = `mutation($input: CreateCreditGrantInput!) { createCreditGrant(input: $input) { id status } }`;
const more = { customerId: 'c', currencyId: 'tokens', displayName: 'More', grantType: 'PAID', amount: 30 };

/** Customer `c`, by the paths of a grant that can be used, of one that waits for its payment, and of the invoice of that. */
interface Begun {
  api: ApiClient;
  kept: string;
  billed: string;
  invoice: string;
}

/** What somebody decides about its credits. */
type Decision = (begun: Begun) => Promise<unknown>;

const cost = { amount: 5, currency: 'usd' };

const decisions: Record<string, Decision> = {
  give: ({ api }) => giveCredits(api, more),
  'give over GraphQL': async ({ api }) => {
    const { data, errors } = await api.graphql(graphqlGrant, { input: more });
    expect([errors, data]).toMatchObject([[], { createCreditGrant: { status: 'ACTIVE' } }]);
  },
  'give once more under the same Idempotency-Key': async ({ api }) => {
    const give = () => api.rest('POST', '/credits/grants', more, { 'idempotency-key': 'more' });
    expect(await expectOk(give())).toEqual(await expectOk(give()));
  },
  'buy, tried and made with the payment': async ({ api }) =>
    expect(await giveCredits(api, charged({ ...more, cost }))).toMatchObject({ status: 'ACTIVE' }),
  'pay an invoice of credits': ({ api, invoice }) => expectOk(api.rest('POST', `${invoice}/paid`)),
  'void what waits for its payment': ({ api, billed }) => expectOk(api.rest('POST', `${billed}/void`)),
  change: ({ api, kept }) => expectOk(api.rest('PATCH', kept, { priority: 3 })),
  void: ({ api, kept }) => expectOk(api.rest('POST', `${kept}/void`)),
  'say how it is recharged': ({ api }) =>
    expectOk(
      api.rest('PUT', '/credits/auto-recharge', {
        ...{ customerId: 'c', currencyId: 'tokens', isEnabled: false, thresholdValue: 5, targetBalance: 50 },
      }),
    ),
};

describe('decisions about credits after a subscription has changed by itself', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp();
  });
  afterEach(() => app.clock.reset());
  afterAll(() => app.close());

  /** A gift ends on 2 March, and the dearer plan on 28 February, when the cheaper one begins. It is 5 March by default. */
  async function begun(passing: Passing, day = '03-05'): Promise<Begun> {
    const environment = await ToldEnvironment.begin(app, utc('01-31'), passing);
    const { api } = environment;
    await stockForCredits(api, ['c']);
    await expectOk(api.rest('PATCH', '/customers/c', { email: 'c@example.com' }));
    const subscribe = (planId: string) =>
      expectOk(api.rest('POST', '/subscriptions', { customerId: 'c', planId, billingPeriod: 'MONTHLY' }));
    await subscribe('large');
    const { id } = await giveCredits(api, { displayName: 'Kept' });
    const gift = { grantType: 'PROMOTIONAL', amount: 50, expireAt: utc('03-02') };
    await giveCredits(api, { displayName: 'Gift', ...gift });
    await environment.moveTo(utc('02-10'));
    await subscribe('small');
    await createIssuer(api, 'acme');
    const integration = { id: 'pay', vendorIdentifier: 'STRIPE', credentials: { sandbox: true } };
    await expectOk(api.rest('POST', '/integrations', integration));
    await payBy(api, 'pays', 'c');
    const billed = await giveCredits(api, invoiced({ displayName: 'Billed', cost }));
    await environment.moveTo(utc(day));
    const [kept, waiting] = [id, billed['id']].map((each) => `/credits/grants/${String(each)}`) as [
      string,
      string,
    ];
    return { api, kept, billed: waiting, invoice: `/customers/c/invoices/${String(billed['invoiceId'])}` };
  }

  /** @param isRead whether somebody reads before, who has noted what nobody has noted yet */
  async function decided(decide: Decision, passing: Passing, isRead = false): Promise<string[]> {
    const all = await begun(passing);
    const { api } = all;
    if (isRead) await grantsOf(api);
    await decide(all);
    expect(await proofOf(api)).toMatchObject({ holds: true });
    return ledgerRows(api);
  }

  it.each(Object.entries(decisions))(
    'R8, D8: %s: the same ledger, whoever looked first',
    async (_, decide) => {
      const rows = await decided(decide, 'unnoted');
      expect(rows).toEqual(await decided(decide, 'unnoted', true));
      expect(rows).toEqual(await decided(decide, 'noted'));
    },
  );

  it('R5, R8, D8: another plan at the very instant at which the one that has waited begins: the same ledger, whoever looked first', async () => {
    const rowsOf = async (passing: Passing): Promise<string[]> => {
      const { api } = await begun(passing, '02-28');
      const again = {
        customerId: 'c',
        planId: 'large',
        billingPeriod: 'MONTHLY',
        paymentCollectionMethod: 'NONE',
      };
      await expectOk(api.rest('POST', '/subscriptions', again));
      return ledgerRows(api);
    };
    const rows = await rowsOf('unnoted');
    expect(rows.slice(-3)).toEqual([
      ...['GRANTED Credits of small 200 → 350', 'GRANTED Credits of large 300 → 650'],
      'GRANTED Credits of large 1000 → 1650',
    ]);
    expect(rows).toEqual(await rowsOf('noted'));
  });

  it('R8, N6: all of it at once: nobody waits in a circle, and each is there once', async () => {
    const all = await begun('unnoted');
    const { api } = all;
    const names = ['give', 'buy, tried and made with the payment', 'change', 'say how it is recharged'];
    const gifts = Array.from({ length: 6 }, (_, n) =>
      giveCredits(api, { displayName: `More ${n}`, amount: 1 }),
    );
    const used = Array.from({ length: 6 }, () => useCredits(api, 1));
    await Promise.all([...names.map((name) => decisions[name]?.(all)), ...gifts, ...used]);
    const rows = await ledgerRows(api);
    expect(rows.filter((row) => row.startsWith('GRANTED Credits of small'))).toHaveLength(1);
    expect(rows.at(-1)).toMatch(/→ 360$/);
    expect(await proofOf(api)).toMatchObject({ holds: true });
  });

  it('R5, R8, N11: the plan that has waited gives in place of the other one, before what ends later and what is given now', async () => {
    const rows = await decided(decisions['give'] as Decision, 'unnoted');
    expect(rows.slice(-5)).toEqual([
      ...['EXPIRED Credits of large -500 → 1150', 'EXPIRED Credits of large -1000 → 150'],
      ...['GRANTED Credits of small 200 → 350', 'EXPIRED Gift -50 → 300', 'GRANTED More 30 → 330'],
    ]);
  });
});
