import { Decimal } from '#libs/kernel/decimal';
import type { Buyer } from './buyer';
import type { Invoice, Parties } from './invoice';
import { printedInvoice } from './printed-invoice';

// Domain: customers-subscriptions

const day = new Date('2026-03-01T00:00:00.000Z');
const seller = { legalName: 'Acme', paymentAccount: null } as Parties['seller'];
const invoice = {
  ...{ number: 'INV-1', state: 'OPEN', currency: 'usd', netTerms: 30 },
  ...{ dates: { issueDate: day, dueDate: day }, periodStart: day, periodEnd: day },
  ...{ subTotal: '1', discount: '0', total: '1', credited: '0' },
  ...{ fromBalance: new Decimal(0), amountDue: new Decimal(1) },
} as Invoice;
const kept: Buyer = { customerId: 'acorn', name: null, email: null, language: null, timezone: null };
const printed = (more: Partial<Buyer> = {}) =>
  printedInvoice(invoice, { seller, buyer: { ...kept, ...more } }, []).buyer;

describe('the buyer on a document', () => {
  it('U12, contracts-billing V3: is printed with the address and the tax ids that were kept', () => {
    const address = {
      ...{ line1: 'Kade 1', line2: null, city: 'Delft', state: null },
      ...{ postalCode: '2611 AA', country: 'NL' },
    };
    const taxIds = [{ type: 'eu_vat', value: 'NL123456789B01' }];
    const told = { id: 'acorn', name: 'Acorn', email: 'pay@acorn.example', address, taxIds };
    expect(printed({ name: 'Acorn', email: 'pay@acorn.example', address, taxIds })).toEqual(told);
  });

  it('U12: of an invoice that was finalized before customers had them, is printed without', () => {
    expect(printed()).toEqual({ id: 'acorn', name: 'acorn', email: null, address: null, taxIds: [] });
  });
});
