import { addMs } from '#libs/kernel/period';
import { CreditRevenueService, type ValuedGrant } from '#modules/entitlements/credit-reports';
import type { TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import { CreditSandbox } from '../support/credit-sandbox';
import { creditRevenue, revenueRows } from '../support/credit-reports';
import { creditCustomer, giveCredits, ledgerOf, useCredits } from '../support/credits';
import type { TestEnvironment } from '../support/environments';
import { everyField } from '../support/graphql-selection';
import { GrantStory } from '../support/grant-story';
import { invoiced } from '../support/invoice-story';
import { storyForEach } from '../support/story-for-each';
import { needsPermission } from '../support/suites/permission-suite';
import { isTenantScoped } from '../support/suites/tenant-suite';
import { withinGroupedUseCase } from '../support/within';

// Domain: credits

const usd = (amount: number): Json => ({ cost: { amount, currency: 'usd' } });

describe('GET /credits/revenue', () => {
  let app: TestApp;
  let api: ApiClient;
  let place: TestEnvironment;
  let at: CreditSandbox['at'];

  storyForEach(CreditSandbox, (begun) => {
    ({ app } = begun);
    ({ api, place, at } = begun.story);
  });
  beforeEach(async () => {
    await at('01-01');
  });

  const ask = (more: string) => api.rest('GET', `/credits/revenue?customerId=c${more}`);
  const rows = async (more = ''): Promise<string[]> => revenueRows(await creditRevenue(api, more));
  const totals = async (more = ''): Promise<Json[]> => (await creditRevenue(api, more)).totals;

  needsPermission({
    app: () => app,
    resource: 'credits',
    reads: [
      {
        rest: ['GET', '/credits/revenue?customerId=nobody'],
        graphql: '{ creditRevenue(customerId: "nobody") { endDate } }',
      },
    ],
    writes: [],
  });
  isTenantScoped({
    app: () => app,
    create: async (to, id) => {
      await creditCustomer(to, id);
      return giveCredits(to, { customerId: id, ...usd(1) });
    },
    read: async (from, id) => (await creditRevenue(from, '', id)).grants,
    routes: [['GET', (id) => `/credits/revenue?customerId=${id}`]],
    documents: ['query($id: String!) { creditRevenue(customerId: $id) { endDate } }'],
  });

  it('V2, V3: a month row by row (credits §10): money is of the grant that was drawn from', async () => {
    await giveCredits(api, { displayName: 'January', amount: 1000, expireAt: '2027-02-01T00:00:00Z' });
    await at('01-03');
    const promotion = { grantType: 'PROMOTIONAL', expireAt: '2027-01-20T00:00:00Z' };
    await giveCredits(api, { displayName: 'Promotion', amount: 200, ...promotion });
    await at('01-05');
    await useCredits(api, 300);
    await at('01-25');
    await useCredits(api, 1050);
    expect(await rows()).toEqual(['Promotion 0 0 0', 'January 0 0 0']);
    expect(await totals()).toEqual([]);
    await at('01-26');
    await giveCredits(api, { displayName: 'Bought', amount: 500, ...usd(5) });
    expect(await rows()).toEqual(['Bought 1.5 3.5 0', 'Promotion 0 0 0', 'January 0 0 0']);
    const drawn = (await ledgerOf(api)).filter(({ eventType }) =>
      String(eventType).endsWith('TRANSFER_TARGET'),
    );
    expect(drawn.map(({ amount }) => amount)).toEqual([-150]);
    const told = { currency: 'usd', recognized: 1.5, deferred: 3.5, breakage: 0 };
    expect(await totals()).toEqual([told]);
    await at('02-01');
    await giveCredits(api, { displayName: 'February', amount: 1000, expireAt: '2027-03-01T00:00:00Z' });
    // February ends first, so it pays; what was bought is not touched.
    await useCredits(api, 400);
    expect(await rows()).toEqual(['February 0 0 0', 'Bought 1.5 3.5 0', 'Promotion 0 0 0', 'January 0 0 0']);
    await useCredits(api, 700);
    expect(await rows()).toEqual(['February 0 0 0', 'Bought 2.5 2.5 0', 'Promotion 0 0 0', 'January 0 0 0']);
  });

  it('V2: what expires is breakage, what is left of a voided one is neither', async () => {
    await giveCredits(api, { displayName: 'ends', expireAt: '2027-02-01T00:00:00Z', ...usd(10) });
    const voided = await giveCredits(api, { displayName: 'voided', ...usd(20) });
    await useCredits(api, 30);
    expect(await rows()).toEqual(['voided 0 20 0', 'ends 3 7 0']);
    await at('02-01');
    await useCredits(api, 25);
    expect(await rows()).toEqual(['voided 5 15 0', 'ends 3 0 7']);
    await expectOk(api.rest('POST', `/credits/grants/${String(voided['id'])}/void`));
    expect(await rows()).toEqual(['voided 5 0 0', 'ends 3 0 7']);
    expect(await totals()).toEqual([{ currency: 'usd', recognized: 8, deferred: 0, breakage: 7 }]);
  });

  it('V2, V3: in a span: consumed and expired within it, deferred at its end; usage told late is of its own time', async () => {
    await giveCredits(api, { displayName: 'A', expireAt: '2027-03-01T00:00:00Z', ...usd(10) });
    await at('01-20');
    await useCredits(api, 10);
    await at('02-10');
    await giveCredits(api, { displayName: 'B', ...usd(50) });
    await useCredits(api, 20);
    await useCredits(api, 5, { createdAt: '2027-01-31T23:59:59.999Z' });
    await at('03-10');
    await useCredits(api, 40);
    const month = (from: string, until: string): Promise<string[]> =>
      rows(`&startDate=2027-${from}T00:00:00Z&endDate=2027-${until}T00:00:00Z`);
    expect(await month('01-01', '02-01')).toEqual(['B 0 0 0', 'A 1.5 8.5 0']);
    expect(await month('02-01', '03-01')).toEqual(['B 0 50 0', 'A 2 6.5 0']);
    expect(await month('03-01', '03-10')).toEqual(['B 0 50 0', 'A 0 0 6.5']);
    expect(await rows('&startDate=2027-03-01T00:00:00Z')).toEqual(['B 20 30 0', 'A 0 0 6.5']);
    expect(await rows('&endDate=2027-02-01T00:00:00Z')).toEqual(['B 0 0 0', 'A 1.5 8.5 0']);
    expect(await rows()).toEqual(['B 20 30 0', 'A 3.5 0 6.5']);
    const told = await creditRevenue(api, '&startDate=2027-03-01T00:00:00Z&endDate=2030-01-01T00:00:00Z');
    expect([told.startDate, told.endDate]).toEqual(['2027-03-01T00:00:00.000Z', '2027-03-10T00:00:00.000Z']);
    expect((await creditRevenue(api)).startDate).toBeNull();
  });

  it('V2: one that has not begun is deferred; of each currency of money a total; what was not rounded is rounded once', async () => {
    await creditCustomer(api, 'd', 'other');
    await giveCredits(api, { displayName: 'A', amount: 3, ...usd(10) });
    await giveCredits(api, { displayName: 'B', amount: 3, ...usd(10) });
    await giveCredits(api, { displayName: 'C', amount: 4, effectiveAt: '2027-06-01T00:00:00Z', ...usd(1) });
    const euros = { cost: { amount: 6, currency: 'eur' } };
    await giveCredits(api, {
      displayName: 'D',
      amount: 4,
      currencyId: 'other',
      resourceId: 'site',
      ...euros,
    });
    await useCredits(api, 4);
    expect(await rows()).toEqual(['D 0 6 0', 'C 0 1 0', 'B 3.333333333333 6.666666666667 0', 'A 10 0 0']);
    expect(await totals()).toEqual([
      { currency: 'eur', recognized: 0, deferred: 6, breakage: 0 },
      { currency: 'usd', recognized: 13.333333333333, deferred: 7.666666666667, breakage: 0 },
    ]);
    const { grants } = await creditRevenue(api, '&currencyId=other');
    expect(grants).toEqual([
      {
        ...{
          creditGrantId: expect.any(String),
          creditCurrencyId: 'other',
          displayName: 'D',
          grantType: 'PAID',
        },
        ...{ resourceId: 'site', currency: 'eur', recognized: 0, deferred: 6, breakage: 0 },
      },
    ]);
  });

  it('V2: pages of grants, in both directions; the totals are of all', async () => {
    for (const displayName of ['A', 'B', 'C', 'D', 'E']) await giveCredits(api, { displayName, ...usd(1) });
    const first = await creditRevenue(api, '&limit=2');
    const second = await creditRevenue(api, `&limit=2&after=${first.pagination.next}`);
    const third = await creditRevenue(api, `&limit=2&after=${second.pagination.next}`);
    expect([first, second, third].map(revenueRows)).toEqual([
      ...[['E 0 1 0', 'D 0 1 0'], ['C 0 1 0', 'B 0 1 0'], ['A 0 1 0']],
    ]);
    expect([first.pagination.prev, third.pagination.next]).toEqual([null, null]);
    expect(third.totals).toEqual([{ currency: 'usd', recognized: 0, deferred: 5, breakage: 0 }]);
    const back = await creditRevenue(api, `&limit=2&before=${second.pagination.prev}`);
    expect(back).toEqual(first);
    const middle = await creditRevenue(api, `&limit=3&before=${third.pagination.prev}`);
    expect(revenueRows(middle)).toEqual(['D 0 1 0', 'C 0 1 0', 'B 0 1 0']);
    expect(await ask('&after=nothing')).toRefuse('BadUserInput', /cursor/);
  });

  it('V2: refuses what it does not know, and spans that mean nothing', async () => {
    expect(await api.rest('GET', '/credits/revenue?customerId=nobody')).toRefuse(
      'CustomerNotFound',
      /nobody/,
    );
    expect(await ask('&currencyId=none')).toRefuse('CustomCurrencyNotFound', /none/);
    const begin = '&startDate=2026-06-01T00:00:00Z';
    expect(await ask(`${begin}&endDate=2026-06-01T00:00:00Z`)).toRefuse('BadUserInput', /endDate/);
    expect(await ask('&startDate=2027-01-01T00:00:00Z')).toRefuse('BadUserInput', /startDate/);
  });

  it('V2: GraphQL tells the same', async () => {
    await giveCredits(api, usd(5));
    await useCredits(api, 10);
    const answer = await api.graphql(
      `{ creditRevenue(customerId: "c") ${everyField(app, 'CreditRevenue')} }`,
    );
    expect(answer.data?.['creditRevenue']).toEqual(await creditRevenue(api));
    const refused = await api.graphql('{ creditRevenue(customerId: "c", after: "x") { endDate } }');
    expect(refused).toRefuse('BadUserInput', /cursor/);
  });

  it('V2: all grants of an environment in pages, for who goes through them', async () => {
    for (const customerId of ['d', 'e']) {
      await creditCustomer(api, customerId);
      await giveCredits(api, { customerId, displayName: 'A', ...usd(1) });
      await giveCredits(api, { customerId, displayName: 'B', resourceId: 'site', ...usd(2) });
      await useCredits(api, 50, { customerId });
    }
    const service = app.nest.get(CreditRevenueService);
    const span = { from: null, until: addMs(new Date('2027-01-01T00:00:00Z'), 1) };
    const all: ValuedGrant[] = [];
    for (const found of [3, 1, 0]) {
      const asked = { after: all.at(-1), limit: 3 };
      const some = await withinGroupedUseCase(place, () => service.page(asked, span));
      expect(some).toHaveLength(found);
      all.push(...some);
    }
    const told = all.map(
      ({ customerId, displayName, revenue }) =>
        `${customerId} ${displayName} ${revenue.recognized} ${revenue.deferred}`,
    );
    expect(told.sort()).toEqual(['d A 0.5 0.5', 'd B 0 2', 'e A 0.5 0.5', 'e B 0 2']);
  });
});

describe('revenue of credits that are billed here', () => {
  let story: GrantStory;

  storyForEach(GrantStory, (begun) => ({ story } = begun));

  it('V2, G4: nothing is owed of what is not paid; paid, it is from then on', async () => {
    const pending = await story.grant(invoiced({ displayName: 'pending' }));
    const rows = async (more = ''): Promise<string[]> =>
      revenueRows(await creditRevenue(story.api, more, 'ada'));
    expect(await rows()).toEqual(['pending 0 0 0']);
    await story.at('2026-04-20T00:00:00Z');
    const { invoiceId } = await story.last();
    await expectOk(story.api.rest('POST', `/customers/ada/invoices/${invoiceId}/paid`));
    expect(await rows()).toEqual(['pending 0 5 0']);
    await story.at('2026-04-21T00:00:00Z');
    expect(await rows('&endDate=2026-04-19T00:00:00Z')).toEqual(['pending 0 0 0']);
    expect(await rows('&endDate=2026-04-20T00:00:00.001Z')).toEqual(['pending 0 5 0']);
    const other = await story.grant(invoiced({ displayName: 'voided' }));
    await expectOk(story.voidGrant(other));
    expect(await rows()).toEqual(['voided 0 0 0', 'pending 0 5 0']);
    expect(pending).not.toBe(other);
  });
});
