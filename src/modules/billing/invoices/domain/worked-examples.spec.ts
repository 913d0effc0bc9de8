import { Decimal } from '#libs/kernel/decimal';
import { day, line, usageLine } from '../../../../../test/support/invoice-lines';
import { CreditNote } from './credit-note';
import { Invoice, type Parties, type ScheduledInvoice } from './invoice';
import type { InvoiceLine } from './invoice-line';
import { bearLateUsage, UsageDifference } from './late-usage';

// Domain: contracts-billing

const now = new Date('2026-03-05T08:00:00.000Z');
const contract = {
  uid: 'contract-uid',
  id: 'deal',
  externalId: 'deal',
  customer: { uid: 'acorn-uid', id: 'acorn' },
};
const parties = { seller: { legalEntityId: 'acme' }, buyer: { customerId: 'acorn' } } as Parties;
const zero = new Decimal(0);
const amountOf = (amount: number) => ({ subTotal: new Decimal(amount), total: new Decimal(amount) });

const scheduled = (lines: ScheduledInvoice['lines']): [Invoice, InvoiceLine[]] =>
  Invoice.schedule(
    contract,
    {
      ...{ paymentTime: 'IN_ARREARS', periodStart: day('2026-02-01'), periodEnd: day('2026-02-28') },
      ...{ netTerms: 30, sequence: 0, currency: 'usd', note: null, lines },
      legalEntity: { uid: 'acme-uid', id: 'acme' },
      paymentAccount: { uid: 'main-uid', id: 'main' },
    },
    now,
  );
/** What the customer was asked for in the end, and what is left of it. */
const told = (invoice: Invoice): string[] => [
  new Decimal(invoice.total).minus(invoice.credited).toString(),
  invoice.amountDue.toString(),
];

/** Each is named by its id in the worked examples of the interface, with its own figures. */
describe('worked examples of invoices', () => {
  it('V3, entitlements-usage A13: invoice.adjust/1', () => {
    // 10 of usage that an invoice of before has billed was taken back.
    const [, [used]] = scheduled([usageLine(amountOf(10))]) as [Invoice, [InvoiceLine]];
    const nothing = { quantity: zero, unitPrice: null, discount: zero, tax: zero, ...amountOf(0) };
    const [invoice, lines] = scheduled([line(amountOf(100))]);
    const correction = bearLateUsage(invoice, lines, [UsageDifference.of(used, [], nothing)], now);
    invoice.finalize('INV-000002', parties, now);
    expect(correction.map(({ total }) => total)).toEqual(['-10']);
    expect(told(invoice)).toEqual(['90', '90']);
  });

  it('V7: invoice.refund/1', () => {
    // Of what was paid the fixed line is given back; usage was consumed.
    const [invoice, lines] = scheduled([line(amountOf(10)), usageLine(amountOf(90))]);
    invoice.finalize('INV-000001', parties, now);
    invoice.pay(now);
    const asked = { number: 'CN-000001', reasonCode: 'OTHER', issueDate: now } as const;
    const note = CreditNote.of(invoice, lines, asked, now);
    invoice.credit(new Decimal(note.total).negated(), now);
    expect(note.total).toBe('-10');
    expect([invoice.state, ...told(invoice)]).toEqual(['PAID', '90', '0']);
  });
});
