import { day, line, usageLine } from '../../../../../test/support/invoice-lines';
import { CreditNote } from './credit-note';
import { Invoice, type Parties } from './invoice';
import { printedCreditNote } from './printed-credit-note';

// Domain: contracts-billing

const now = new Date('2026-03-05T08:00:00.000Z');
const contract = {
  uid: 'contract-uid',
  id: 'deal',
  externalId: 'deal',
  customer: { uid: 'acorn-uid', id: 'acorn' },
};
const seller = { legalName: 'Acme', paymentAccount: { iban: 'NL91' } } as unknown as Parties['seller'];
const buyer = { customerId: 'acorn', name: null, email: null, language: 'de', timezone: 'Europe/Berlin' };

describe('V7: the document of a credit note', () => {
  const [invoice, lines] = Invoice.schedule(
    contract,
    {
      ...{ paymentTime: 'IN_ADVANCE', periodStart: day('2026-03-01'), periodEnd: day('2026-03-31') },
      ...{ netTerms: 30, sequence: 0, currency: 'usd', note: 'Thank you' },
      lines: [line({ taxPercent: 20 }), usageLine()],
      legalEntity: { uid: 'acme-uid', id: 'acme' },
      paymentAccount: { uid: 'main-uid', id: 'main' },
    },
    now,
  );
  invoice.finalize('INV-000007', { seller, buyer }, now);
  const asked = { number: 'CN-000001', reasonCode: 'WAIVER', issueDate: now } as const;
  const note = CreditNote.of(invoice, lines, asked, now);
  const printed = () => printedCreditNote(note, invoice, { seller, buyer }, lines);

  it('names the invoice, and tells what is credited above zero, without usage', () => {
    expect(printed()).toMatchObject({
      ...{
        kind: 'CREDIT_NOTE',
        number: 'CN-000001',
        issueDate: '2026-03-05',
        note: 'Thank you',
        language: 'de',
      },
      corrects: { number: 'INV-000007', issueDate: '2026-03-05' },
      reason: 'WAIVER',
      lines: [{ subTotal: '100', tax: '20', total: '120' }],
      totals: {
        ...{ subTotal: '100', discount: '0', total: '120', credited: '0', fromBalance: '0', amountDue: '0' },
        taxes: [{ percent: '20', base: '100', tax: '20' }],
      },
    });
  });

  it('asks for nothing, and says the same whatever becomes of the invoice', () => {
    const before = printed();
    expect(before).toMatchObject({ bank: null, dueDate: null, netTerms: null, paidAt: null, state: 'OPEN' });
    invoice.pay(now);
    expect(printed()).toEqual(before);
  });
});
