import { dec, flatFee, perUnit, usageBased } from '../../../../../test/support/price-builders';
import type { Purchase } from './purchase';
import { recurringBillOf } from './recurring-bill';

// Domain: customers-subscriptions

const purchase: Purchase = {
  ...{ billingPeriod: 'MONTHLY', billingCountryCode: null, currency: 'usd' },
  quantities: [{ featureId: 'seats', quantity: 3 }],
};
const rows = [
  flatFee(49),
  perUnit('seats', 10),
  usageBased('calls', '0.01'),
  usageBased('storage', 2, { isOverage: true }),
  flatFee(5, { addonId: 'support' }),
];

describe('the bill that comes again', () => {
  it('N6: a whole period with its units and copies of addons, and nothing used', () => {
    const bill = recurringBillOf(rows, purchase, [{ packageId: 'support', quantity: 2 }]);
    expect(bill?.subTotal.toFixed(2)).toBe('89.00');
  });

  it('N6: what is charged once is no part of it, a minimum spend is', () => {
    const setup = flatFee(500, { billingCadence: 'ONE_OFF' });
    expect(recurringBillOf([...rows, setup], purchase, [])?.subTotal.toFixed(2)).toBe('84.00');
    const minimumSpend = { amount: dec(100), currency: 'usd' as const, share: null };
    expect(recurringBillOf(rows, purchase, [], { minimumSpend })?.subTotal.toFixed(2)).toBe('100.00');
  });

  it('N6: none where nothing has a price', () => {
    expect(recurringBillOf([], null, [])).toBeNull();
    expect(recurringBillOf([], { ...purchase, currency: null }, [])).toBeNull();
  });
});
