import { createTestApp, type TestApp } from '../support/app';
import type { Json } from '../support/catalog';
import { expectOk, type ApiClient } from '../support/client';
import {
  billingOf,
  cents,
  createPublishedContract,
  createRemitToAccount,
  expectReason,
  type BillingTotals,
} from '../support/contract-billing';
import { runBilling } from '../support/invoices';
import { sellMetered } from '../support/metered-customers';

const spring = { activationStartDate: '2026-03-01T00:00:00Z', activationEndDate: '2026-06-30T00:00:00Z' };
const arrears = { paymentTime: 'IN_ARREARS' };
const seats = { name: 'Seats', externalId: 'seats', rows: [{ quantity: 1, price: 310 }], ...arrears };
const support = { name: 'Support', externalId: 'support', rows: [{ price: 31 }], ...arrears };
const once = { name: 'Setup', externalId: 'setup', rows: [{ price: 500 }], billingCycleUnit: 'one_time' };

// Domain: contracts-billing

describe('an amendment that leaves begun invoices as they are', () => {
  let app: TestApp;
  let api: ApiClient;
  let made = 0;

  beforeAll(async () => {
    app = await createTestApp();
    api = app.a.api;
    for (const id of ['acorn', 'birch']) await createRemitToAccount(api, id);
    await sellMetered(api, [], ['calls']);
  });
  afterAll(() => app.close());
  beforeEach(() => app.clock.travelTo('2026-03-04T15:30:00.000Z'));

  const of = (id: string) => billingOf(api, id);
  /** Published on 4 March, from 1 March to the end of June. */
  const sold = (...lines: Json[]): Promise<string> =>
    createPublishedContract(api, `kept-${++made}`, 'acorn', lines, spring);
  const amendOn = (id: string, day: string, body: Json) => {
    app.clock.travelTo(`2026-${day}T10:00:00.000Z`);
    return of(id).post('edit-active', { includeCurrentInvoice: false, ...body });
  };
  /** Period and total of each invoice; they come to what is told. */
  const billed = async (id: string): Promise<string[]> => {
    const [{ invoices, total }, summary] = [await of(id).schedule(), await of(id).summary()];
    expect(cents(invoices)).toBe(cents([summary]));
    expect(total).toBe(summary.total);
    expect(cents(summary.items)).toBe(cents([summary]));
    const days = ({ periodStart, periodEnd }: Json) =>
      [periodStart, periodEnd].map((at) => String(at).slice(5, 10)).join('–');
    return invoices.map((invoice) => `${days(invoice)} ${invoice.total}`).sort((a, b) => (a < b ? -1 : 1));
  };
  const priced = (itemRef: string, price: number): Json => ({ itemRef, rows: [{ quantity: 1, price }] });
  const keysOf = (id: string, condition: string) =>
    app.dataSource.query<unknown[]>(
      `select uid, created_at from invoice where contract_id = $1 and ${condition} order by uid`,
      [id],
    );

  it('P3: new prices begin with the next period of the line, and the draft of the one that has begun stays itself', async () => {
    const id = await sold(seats);
    const draft = await keysOf(id, `period_start = '2026-03-01Z'`);
    const told = await expectOk<BillingTotals>(
      amendOn(id, '03-10', { updateLineItems: [priced('seats', 620)] }),
    );
    expect(told).toMatchObject({ total: 2170, items: [{ name: 'Seats', total: 2170 }] });
    expect(await billed(id)).toEqual([
      '03-01–03-31 310',
      '04-01–04-30 620',
      '05-01–05-31 620',
      '06-01–06-30 620',
    ]);
    expect(await keysOf(id, `period_start = '2026-03-01Z'`)).toEqual(draft);
    app.clock.travelTo('2026-07-01T10:00:00.000Z');
    await runBilling(app);
    expect((await of(id).invoices()).map(({ total }) => total)).toEqual([310, 620, 620, 620]);
    expect(await of(id).summary()).toEqual(told);
  });

  it('P3: through GraphQL too, and without it all is made anew', async () => {
    const id = await sold(seats);
    app.clock.travelTo('2026-03-10T10:00:00.000Z');
    const mutation = `mutation($input: AmendContractBillingInput!) { amendContractBilling(id: "${id}", input: $input) { total } }`;
    const updateLineItems = [priced('seats', 620)];
    const amend = (includeCurrentInvoice: boolean) =>
      expectOk<Json>(api.graphql(mutation, { input: { includeCurrentInvoice, updateLineItems } }));
    expect(await amend(false)).toMatchObject({ total: 2170 });
    expect(await amend(true)).toMatchObject({ total: 2480 });
    expect((await billed(id))[0]).toBe('03-01–03-31 620');
  });

  it('P3: what is removed is billed for what has begun, what is added from its next period on', async () => {
    const id = await sold(seats, support);
    const addition = { ...support, externalId: 'more', name: 'More', rows: [{ price: 7 }] };
    const told = await expectOk<BillingTotals>(
      amendOn(id, '03-10', {
        removeLineItems: ['support'],
        addLineItems: [addition, { ...once, ...arrears }],
      }),
    );
    expect(told.items.map(({ name, total }) => [name, total])).toEqual([
      ['Seats', 1240],
      ['More', 21],
      ['Setup', 500],
      ['Support', 31],
    ]);
    expect(await billed(id)).toEqual([
      '03-01–03-31 341',
      // What is billed once needs no period to begin with.
      '03-11–06-30 500',
      ...['04-01–04-30 317', '05-01–05-31 317', '06-01–06-30 317'],
    ]);
    expect(told).toMatchObject({ activationStartDate: '2026-03-01T00:00:00.000Z' });
    const again = await amendOn(id, '03-11', { updateLineItems: [priced('support', 1)] });
    expect(again).toRefuse('ContractLineItemNotFound', /updateLineItems\[0\]/);
  });

  it('P3: again and again, each day is billed once', async () => {
    const id = await sold({ ...seats, billingCycleUnit: 'quarterly' }, support);
    await expectOk(amendOn(id, '03-10', { updateLineItems: [priced('seats', 91)] }));
    await expectOk(amendOn(id, '03-12', { updateLineItems: [priced('seats', 182), priced('support', 62)] }));
    // A quarter of March to May; of the next one, of 92 days, the 30 days of June: 59.35, beside support.
    expect(await billed(id)).toEqual([
      ...['03-01–03-31 31', '03-01–05-31 310'],
      ...['04-01–04-30 62', '05-01–05-31 62', '06-01–06-30 121.35'],
    ]);
    await expectOk(of(id).post('edit-active', { updateLineItems: [priced('support', 93)] }));
    // Support is billed anew from its first day, seats as was said before.
    expect(await billed(id)).toEqual(expect.arrayContaining(['03-01–03-31 93', '03-01–05-31 310']));
    await expectOk(of(id).post('edit-active', { removeLineItems: ['seats'] }));
    expect((await of(id).summary()).items).toMatchObject([{ name: 'Support', total: 372 }]);
    await billed(id);
  });

  it('P3: terms and settings are those of the invoices to come; a longer window goes on where the last one ends', async () => {
    const id = await sold(seats);
    const birch = { legalEntityId: 'birch', paymentAccountId: 'birch-bank', note: 'Moved' };
    const terms = { netTerms: 10, activationEndDate: '2026-07-15T00:00:00Z' };
    const told = await expectOk<BillingTotals>(amendOn(id, '03-10', { terms, settings: birch }));
    expect(told).toMatchObject({ netTerms: 10, legalEntityId: 'birch', total: 1390 });
    const columns = `select legal_entity_id as by, net_terms as days, note from invoice where contract_id = $1 order by issue_date`;
    const invoices = await app.dataSource.query<unknown[]>(columns, [id]);
    expect(invoices).toEqual([
      { by: 'acorn', days: 30, note: null },
      ...Array.from({ length: 4 }, () => ({ by: 'birch', days: 10, note: 'Moved' })),
    ]);
    expect((await billed(id)).at(-1)).toBe('07-01–07-15 150');
    await expectOk(amendOn(id, '03-11', { terms: { activationEndDate: '2026-03-20T00:00:00Z' } }));
    expect(await billed(id)).toEqual(['03-01–03-31 310']);
    await expectOk(amendOn(id, '03-12', { terms: { activationEndDate: '2026-05-31T00:00:00Z' } }));
    expect(await billed(id)).toEqual(['03-01–03-31 310', '04-01–04-30 310', '05-01–05-31 310']);
    expect(await expectOk(api.rest('GET', `/contracts/${id}`))).toMatchObject({
      activationEndDate: '2026-05-31T00:00:00.000Z',
    });
  });

  it('P3: a short last period that goes on is billed by its days on both sides', async () => {
    const id = await sold(seats);
    await expectOk(of(id).post('edit-active', { terms: { activationEndDate: '2026-03-15T00:00:00Z' } }));
    await expectOk(amendOn(id, '03-10', { terms: { activationEndDate: '2026-04-30T00:00:00Z' } }));
    expect(await billed(id)).toEqual(['03-01–03-15 150', '03-16–03-31 160', '04-01–04-30 310']);
  });

  it('P3: what would bill nothing or change nothing is refused, and names it', async () => {
    const id = await sold({ ...seats, billingCycleUnit: 'yearly' }, once);
    const before = [await of(id).summary(), await of(id).schedule()];
    const yearly = { ...support, billingCycleUnit: 'yearly' };
    for (const [body, message] of [
      [
        { updateLineItems: [priced('setup', 1)] },
        /^updateLineItems: .* setup has begun, and its invoice stays/,
      ],
      [{ updateLineItems: [priced('seats', 1)] }, /^updateLineItems: .* seats has begun/],
      [{ addLineItems: [yearly] }, /^addLineItems: every period of line item Support has begun/],
      [{ terms: { netTerms: 5 } }, /^includeCurrentInvoice: every period has begun/],
      [{ terms: { currency: 'eur' } }, /^terms\.currency: .* stay, in usd/],
    ] as const) {
      expect(await amendOn(id, '03-10', body)).toRefuse('BadUserInput', message);
    }
    const none = { removeLineItems: ['seats', 'setup'] };
    expectReason(await amendOn(id, '03-10', none), 'NO_LINE_ITEMS');
    expect([await of(id).summary(), await of(id).schedule()]).toEqual(before);
  });

  it('P3: nothing is refused of what has not begun', async () => {
    const id = await sold(seats, once);
    app.clock.travelTo('2026-02-10T10:00:00.000Z');
    await expectOk(amendOn(id, '02-10', { updateLineItems: [priced('seats', 10), priced('setup', 20)] }));
    expect(await of(id).summary()).toMatchObject({ total: 60 });
    await expectOk(amendOn(id, '02-11', { terms: { currency: 'eur' } }));
    await billed(id);
  });

  it('P8: canceled, it bills what was served at the price of then', async () => {
    const id = await sold(seats, support);
    const body = { removeLineItems: ['support'], updateLineItems: [priced('seats', 620)] };
    await expectOk(amendOn(id, '03-10', body));
    app.clock.travelTo('2026-03-20T10:00:00.000Z');
    await expectOk(of(id).post('cancel'));
    expect(await billed(id)).toEqual(['03-01–03-20 220']);
    expect((await of(id).summary()).items).toMatchObject([
      { name: 'Seats', total: 200 },
      { name: 'Support', total: 20 },
    ]);
  });

  it('P3: reopened, it is a draft of all its window', async () => {
    const id = await sold(seats, support);
    const body = { removeLineItems: ['support'], updateLineItems: [priced('seats', 620)] };
    await expectOk(amendOn(id, '03-10', body));
    expect(await expectOk(of(id).post('reopen'))).toMatchObject({ total: 2480, items: [{ name: 'Seats' }] });
    await expectOk(of(id).publish());
    expect(await billed(id)).toHaveLength(4);
  });

  it('P3: not once an invoice was sent, nor once something was used, also of a line that was removed', async () => {
    const sent = await sold(seats);
    app.clock.travelTo('2026-04-02T10:00:00.000Z');
    await runBilling(app);
    expectReason(await amendOn(sent, '04-02', {}), 'EDIT_BLOCKED', /was sent/);
    app.clock.travelTo('2026-03-04T15:30:00.000Z');
    const calls = { name: 'Calls', externalId: 'calls', itemName: 'calls', rows: [{ price: 2 }] };
    const id = await sold(seats, { ...calls, pricingModelId: 'flat_rate_pay_as_you_go' });
    await expectOk(amendOn(id, '03-10', { removeLineItems: ['calls'] }));
    const report = (value: number) =>
      api.rest('POST', '/usage', { usages: [{ customerId: `${id}-buyer`, featureId: 'calls', value }] });
    await expectOk(report(7));
    expectReason(await amendOn(id, '03-11', {}), 'EDIT_BLOCKED', /usage was reported/);
    app.clock.travelTo('2026-04-01T00:00:00.000Z');
    // The line has ended with March.
    expect((await report(1)).status).toBeGreaterThanOrEqual(400);
    app.clock.travelTo('2026-04-02T00:00:00.000Z');
    await runBilling(app);
    expect((await of(id).invoices()).map(({ total }) => total)).toEqual([324]);
  });
});
