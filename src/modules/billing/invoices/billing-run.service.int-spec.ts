import { Decimal } from '#libs/kernel/decimal';
import { createTestApp, type TestApp } from '../../../../test/support/app';
import { expectOk } from '../../../../test/support/client';
import type { TestEnvironment } from '../../../../test/support/environments';
import { eventsAbout } from '../../../../test/support/events';
import { priceUsage, runBilling, schedule } from '../../../../test/support/invoices';
import { createBuyers, createIssuer } from '../../../../test/support/issuers';
import { day, line, usageLine } from '../../../../test/support/invoice-lines';

// Domain: contracts-billing

interface Row {
  uid: string;
  contract_id: string;
  state: string;
  number: string | null;
  seller: Record<string, unknown> | null;
  buyer: Record<string, unknown> | null;
  total: string;
}

describe('the billing run', () => {
  let app: TestApp;
  let place: TestEnvironment;

  beforeAll(async () => {
    app = await createTestApp({ variables: { USAGE_GRACE_HOURS: '3' } });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    app.clock.travelTo('2026-03-04T15:30:00.000Z');
    place = await app.newEnvironment();
    await createBuyers(place.api, 'acorn');
    await createIssuer(place.api, 'acme');
  });

  const stored = (): Promise<Row[]> =>
    app.dataSource.query<Row[]>(
      'select * from invoice where environment_id = $1 order by number, issue_date',
      [place.environmentId],
    );
  const numbers = async (): Promise<unknown[]> => (await stored()).map(({ number }) => number);
  const states = async (): Promise<unknown[]> => (await stored()).map(({ state }) => state);
  const arrears = {
    paymentTime: 'IN_ARREARS',
    periodStart: day('2026-03-01'),
    periodEnd: day('2026-03-31'),
  } as const;

  it('V2, P7: what is due becomes an invoice, what is not stays a draft', async () => {
    const dueToday = { periodStart: day('2026-03-04'), periodEnd: day('2026-04-03') };
    const dueTomorrow = { periodStart: day('2026-03-05'), periodEnd: day('2026-04-04') };
    await schedule(app, place, [{}, dueToday, dueTomorrow, arrears]);
    await runBilling(app);
    expect(await states()).toEqual(['OPEN', 'OPEN', 'DRAFT', 'DRAFT']);
    app.clock.travelTo('2026-03-31T23:59:59.999Z');
    await runBilling(app);
    expect(await states()).toEqual(['OPEN', 'OPEN', 'OPEN', 'DRAFT']);
    app.clock.travelTo('2026-04-01T00:00:00.000Z');
    await runBilling(app);
    expect(await states()).toEqual(['OPEN', 'OPEN', 'OPEN', 'OPEN']);
  });

  it('V4: usage is waited for as long as the grace lasts, and fixed lines are not', async () => {
    priceUsage(app, () => new Map());
    await schedule(app, place, [
      { ...arrears, sequence: 1 },
      { ...arrears, lines: [line(), usageLine()] },
    ]);
    app.clock.travelTo('2026-04-01T02:59:59.999Z');
    await runBilling(app);
    expect(await states()).toEqual(['OPEN', 'DRAFT']);
    priceCallsAt('12.35');
    app.clock.travelTo('2026-04-01T03:00:00.000Z');
    await runBilling(app);
    expect(await states()).toEqual(['OPEN', 'OPEN']);
  });

  it('V4: the grace that an environment has chosen is its own, and no other waits for it', async () => {
    priceCallsAt('12.35');
    const other = await app.newEnvironment();
    await createBuyers(other.api, 'acorn');
    await createIssuer(other.api, 'acme');
    await expectOk(place.api.rest('PATCH', '/environment-settings', { usageGraceHours: 5 }));
    for (const each of [place, other]) await schedule(app, each, [{ ...arrears, lines: [usageLine()] }]);
    const statesOf = ({ environmentId }: TestEnvironment): Promise<{ state: string }[]> =>
      app.dataSource.query('select state from invoice where environment_id = $1', [environmentId]);
    app.clock.travelTo('2026-04-01T04:59:59.999Z');
    await runBilling(app);
    expect([await statesOf(place), await statesOf(other)]).toEqual([
      [{ state: 'DRAFT' }],
      [{ state: 'OPEN' }],
    ]);
    app.clock.travelTo('2026-04-01T05:00:00.000Z');
    await runBilling(app);
    expect(await statesOf(place)).toEqual([{ state: 'OPEN' }]);
  });

  /** 10 calls in every period. */
  const priceCallsAt = (subTotal: string): void =>
    priceUsage(app, ({ invoice, lines }) => {
      const amount = new Decimal(subTotal);
      const priced = {
        quantity: new Decimal(10),
        unitPrice: null,
        discount: new Decimal(0),
        tax: new Decimal(0),
      };
      expect(invoice.state).toBe('DRAFT');
      return new Map(
        lines.map(({ uid, usageTerms }) => {
          expect(usageTerms).toEqual({ meter: 'calls' });
          return [uid, { ...priced, subTotal: amount, total: amount }];
        }),
      );
    });

  it('V2: usage is priced as the invoice is finalized, in its transaction, and is in its totals', async () => {
    priceCallsAt('12.35');
    await schedule(app, place, [{ lines: [line(), usageLine()] }]);
    await runBilling(app);
    const [{ uid } = { uid: '' }] = await stored();
    const api = place.api;
    const told = await api.rest('GET', `/customers/acorn/invoices/${uid}`);
    expect(told.body).toMatchObject({
      data: {
        total: 112.35,
        subtotal: 112.35,
        lineItems: [{ amount: 100 }, { amount: 12.35, quantity: 10, unitPrice: null }],
      },
    });
  });

  it('V2: usage that nobody prices keeps the invoice a draft, tells so, and stops no other', async () => {
    priceUsage(app, () => new Map());
    const next = { periodStart: day('2026-03-02'), periodEnd: day('2026-04-01') };
    await schedule(app, place, [{ lines: [line(), usageLine()] }, next]);
    await runBilling(app);
    expect(await states()).toEqual(['OPEN', 'DRAFT']);
    expect(await numbers()).toEqual(['INV-000001', null]);
    expect(app.logLines.some((text) => text.includes('due work failed'))).toBe(true);
    priceCallsAt('5');
    await runBilling(app);
    expect(await numbers()).toEqual(['INV-000001', 'INV-000002']);
  });

  it('V8: numbers have no gap and begin anew with every legal entity', async () => {
    await createIssuer(place.api, 'overseas', { invoiceNumberPrefix: 'US-' });
    const at = (text: string, issuer: string) => ({
      issuer,
      contractId: `of-${issuer}`,
      periodStart: day(text),
      periodEnd: day('2026-03-31'),
    });
    await schedule(app, place, [
      at('2026-03-01', 'acme'),
      at('2026-03-02', 'overseas'),
      at('2026-03-03', 'acme'),
    ]);
    await runBilling(app);
    expect(await numbers()).toEqual(['INV-000001', 'INV-000002', 'US-INV-000001']);
  });

  it('V3, customers-subscriptions U12: seller, account and buyer are kept as they were', async () => {
    const address = { line1: 'Kade 1', city: 'Delft', postalCode: '2611 AA', country: 'NL' };
    const stripe = {
      billingAddress: { ...address, city: 'Leiden' },
      taxIds: [{ type: 'other', value: '7' }],
    };
    const said = { billingAddress: address, passthrough: { stripe } };
    await expectOk(place.api.rest('PATCH', '/customers/acorn', said));
    await schedule(app, place, [{}]);
    await runBilling(app);
    const changed = { billingAddress: null, taxIds: [{ type: 'other', value: '8' }], passthrough: null };
    await expectOk(place.api.rest('PATCH', '/customers/acorn', changed));
    await place.api.rest('PATCH', '/contracts/legal-entities/acme', { name: 'Other Ltd' });
    await place.api.rest('PATCH', '/customers/acorn', { name: 'Other' });
    const [{ seller, buyer } = { seller: null, buyer: null }] = await stored();
    expect(seller).toMatchObject({
      legalName: 'acme Ltd',
      paymentAccount: { paymentAccountId: 'acme', iban: 'NL91ABNA0417164300' },
    });
    expect(buyer).toEqual({
      ...{ customerId: 'acorn', name: null, email: null, language: null, timezone: null },
      ...{ address: { ...address, line2: null, state: null }, taxIds: [{ type: 'other', value: '7' }] },
    });
  });

  it('V3: the database itself refuses to change or delete what was sent', async () => {
    await schedule(app, place, [{}]);
    await runBilling(app);
    const [{ uid } = { uid: '' }] = await stored();
    const refused = async (text: string): Promise<void> => {
      await expect(app.dataSource.query(text, [uid])).rejects.toThrow(/is finalized and/);
    };
    await refused(`update invoice set total = 1 where uid = $1`);
    await refused(`update invoice set number = 'INV-000009' where uid = $1`);
    await refused(`update invoice set state = 'DRAFT' where uid = $1`);
    await refused(`delete from invoice where uid = $1`);
    await refused(`update invoice_line set total = 1 where invoice_uid = $1`);
    await refused(`delete from invoice_line where invoice_uid = $1`);
    await refused(`insert into invoice_line select (jsonb_populate_record(l, '{"position": 9}')).* from invoice_line l
                    where invoice_uid = $1`);
    expect(await states()).toEqual(['OPEN']);
  });

  it('V10: run twice, it makes every invoice once, and tells of it once', async () => {
    await schedule(app, place, [{}]);
    await Promise.all([runBilling(app), runBilling(app)]);
    await runBilling(app);
    const [{ uid, number } = { uid: '', number: '' }] = await stored();
    const events = await eventsAbout(app, uid);
    expect(events.map(({ type }) => type)).toEqual(['invoice.finalized']);
    expect(events[0]).toMatchObject({
      entity_type: 'INVOICE',
      actor: 'finalize-due-invoices',
      payload: {
        contractId: 'deal',
        invoice: {
          invoiceId: uid,
          invoiceNumber: number,
          state: 'OPEN',
          customerId: 'acorn',
          contractId: 'deal',
          total: 100,
        },
      },
    });
  });
});
