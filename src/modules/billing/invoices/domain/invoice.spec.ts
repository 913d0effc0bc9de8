import { dueDateOf, issueDateOf } from '#libs/business/pricing/invoice-dates';
import { Decimal } from '#libs/kernel/decimal';
import type { ErrorCode } from '#libs/kernel/errors/catalogue';
import { day, line, usageLine } from '../../../../../test/support/invoice-lines';
import { CreditNote } from './credit-note';
import { documentNumber } from './document-number';
import { Invoice, type Parties, type ScheduledInvoice } from './invoice';
import type { InvoiceLine } from './invoice-line';

// Domain: contracts-billing

const now = new Date('2026-03-01T08:00:00.000Z');
const contract = {
  uid: 'contract-uid',
  id: 'deal',
  externalId: 'crm-7',
  customer: { uid: 'acorn-uid', id: 'acorn' },
};
const parties = { seller: { legalEntityId: 'acme' }, buyer: { customerId: 'acorn' } } as Parties;

const scheduled = (more: Partial<ScheduledInvoice> = {}): [Invoice, InvoiceLine[]] =>
  Invoice.schedule(
    contract,
    {
      paymentTime: 'IN_ADVANCE',
      periodStart: day('2026-03-01'),
      periodEnd: day('2026-03-31'),
      netTerms: 30,
      sequence: 0,
      currency: 'usd',
      note: 'Thank you',
      lines: [line()],
      legalEntity: { uid: 'acme-uid', id: 'acme' },
      paymentAccount: { uid: 'main-uid', id: 'main' },
      ...more,
    },
    now,
  );
const draft = (more: Partial<ScheduledInvoice> = {}): Invoice => scheduled(more)[0];
const open = (more: Partial<ScheduledInvoice> = {}): Invoice => {
  const invoice = draft(more);
  invoice.finalize('INV-000001', parties, now);
  return invoice;
};
const refusal = (code: ErrorCode, message: RegExp): Error =>
  expect.objectContaining({ code, message: expect.stringMatching(message) as string }) as Error;

describe('an invoice', () => {
  it.each([
    ['IN_ADVANCE', '2026-03-01', '2026-03-31'],
    ['IN_ARREARS', '2026-04-01', '2026-05-01'],
  ] as const)('P7: %s is issued on %s and due on %s', (paymentTime, issued, due) => {
    const terms = { paymentTime, periodStart: day('2026-03-01'), periodEnd: day('2026-03-31'), netTerms: 30 };
    const issuedOn = issueDateOf(terms, null);
    expect([issuedOn, dueDateOf(issuedOn, terms.netTerms)]).toEqual([day(issued), day(due)]);
    expect(draft(terms)).toMatchObject({ issueDate: day(issued), dueDate: day(due) });
  });

  it('P7: nothing is dated before the day on which it is published', () => {
    const past = { periodStart: day('2026-01-01'), periodEnd: day('2026-01-31') };
    expect(draft(past)).toMatchObject({ issueDate: day('2026-03-01'), dueDate: day('2026-03-31') });
    expect(draft({ ...past, paymentTime: 'IN_ARREARS' })).toMatchObject({ issueDate: day('2026-03-01') });
  });

  it('V2: is paid where it comes to nothing', () => {
    const free = line({ unitPrice: new Decimal(0) });
    expect(open({ lines: [free] })).toMatchObject({ state: 'PAID', paidAt: now });
    expect(open({ lines: [line({ discountPercent: 100 })] })).toMatchObject({ state: 'PAID' });
    expect(open()).toMatchObject({ state: 'OPEN', paidAt: null });
  });

  it('M4: sums its rounded lines and rounds nothing again', () => {
    const third = line({
      quantity: new Decimal(1),
      unitPrice: new Decimal('0.335'),
      subTotal: new Decimal('0.34'),
    });
    const invoice = draft({ lines: [third, third, line({ discountPercent: 10, taxPercent: 20 })] });
    expect(invoice).toMatchObject({ subTotal: '100.68', discount: '10', tax: '18', total: '108.68' });
  });

  it('V2: begins as a draft without number and parties', () => {
    expect(draft()).toMatchObject({
      state: 'DRAFT',
      number: null,
      seller: null,
      buyer: null,
      note: 'Thank you',
    });
    expect(draft().amountDue.toString()).toBe('0');
  });

  it('V2, V3: is finalized once, with number, seller and buyer', () => {
    const invoice = open();
    expect(invoice).toMatchObject({ state: 'OPEN', number: 'INV-000001', finalizedAt: now, ...parties });
    expect(invoice.amountDue.toString()).toBe('100');
    expect(() => invoice.finalize('INV-000002', parties, now)).toThrow(/finalized already/);
  });

  it('V6: open, it is paid, and once more changes nothing', () => {
    const invoice = open();
    expect(invoice.pay(now)).toBe(true);
    expect(invoice).toMatchObject({ state: 'PAID', paidAt: now });
    expect(invoice.pay(new Date('2027-01-01'))).toBe(false);
    expect(invoice.paidAt).toBe(now);
    expect(invoice.amountDue.toString()).toBe('0');
  });

  it('V6: neither a draft nor a canceled one is paid', () => {
    expect(() => draft().pay(now)).toThrow(refusal('InvalidArgumentError', /draft/));
    const canceled = open();
    canceled.credit(new Decimal(100), now);
    expect(() => canceled.pay(now)).toThrow(refusal('InvalidArgumentError', /INV-000001 was canceled/));
  });

  it('V7: credited in full it is canceled, in part it stays open for the rest, paid it stays paid', () => {
    const [whole, part, paid] = [open(), open(), open()];
    whole.credit(new Decimal('100.00'), now);
    expect(whole).toMatchObject({ state: 'CANCELED', canceledAt: now });
    part.credit(new Decimal(60), now);
    expect(part).toMatchObject({ state: 'OPEN', canceledAt: null });
    expect(part.amountDue.toString()).toBe('40');
    paid.pay(now);
    paid.credit(new Decimal(100), now);
    expect(paid.state).toBe('PAID');
  });
});

describe('a credit note', () => {
  const asked = { number: 'CN-000001', reasonCode: 'WAIVER', issueDate: now } as const;
  const credit = (lines: ScheduledInvoice['lines'], issueDate = now): CreditNote => {
    const [invoice, its] = scheduled({ lines });
    invoice.finalize('INV-000001', parties, now);
    return CreditNote.of(invoice, its, { ...asked, issueDate }, now);
  };

  it('V7, R2: is the exact negative of every line but usage', () => {
    const fixed = line({ discountPercent: 10, taxPercent: 20 });
    const note = credit([fixed, usageLine({ subTotal: new Decimal(7), total: new Decimal(7) }), fixed]);
    expect(note).toMatchObject({ subTotal: '-200', discount: '-20', tax: '-36', total: '-216' });
    expect(note).toMatchObject({ issueDate: day('2026-03-01'), reasonCode: 'WAIVER', number: 'CN-000001' });
  });

  it('V7: of an invoice of nothing is nothing, without a sign', () => {
    expect(credit([line({ unitPrice: new Decimal(0) })])).toMatchObject({ subTotal: '0', total: '0' });
  });

  it('V7: is refused for an invoice of usage alone', () => {
    expect(() => credit([usageLine()])).toThrow(
      refusal('InvalidArgumentError', /INV-000001 bills usage only/),
    );
  });

  it('V7: is not older than its invoice, and not of a day to come', () => {
    const wrong = refusal('BadUserInput', /issueDate must not lie before 2026-03-01/);
    expect(() => credit([line()], new Date('2026-02-28T23:59:59.999Z'))).toThrow(wrong);
    expect(credit([line()], new Date('2026-03-01T23:00:00.000Z')).issueDate).toEqual(day('2026-03-01'));
    const early = refusal('BadUserInput', /issueDate must not lie after today, 2026-03-01/);
    expect(() => credit([line()], new Date('2026-03-02T00:00:00.000Z'))).toThrow(early);
  });
});

describe('a number', () => {
  it.each([
    [1, null, 'INV-000001', 'CN-000001'],
    [42, 'EU-', 'EU-INV-000042', 'EU-CN-000042'],
    [1_000_000, null, 'INV-1000000', 'CN-1000000'],
  ])('V8: %i with the prefix %s', (count, prefix, invoice, note) => {
    expect(documentNumber('INVOICE', count, prefix)).toBe(invoice);
    expect(documentNumber('CREDIT_NOTE', count, prefix)).toBe(note);
  });
});
