import { refusalOf } from '../../../../../test/support/price-builders';
import { lineTermsOf, type LineRequest } from './line-request';

// Domain: contracts-billing

const termsOf = (asked: Partial<LineRequest>) => lineTermsOf({ name: 'Line', ...asked }, 'lineItems[0]');

describe('I1: a line as callers write it', () => {
  it('is a flat rate of nothing, monthly and in advance, where it says nothing more', () => {
    expect(termsOf({})).toEqual({
      ...{ name: 'Line', externalId: null, pricingModelId: 'flat_rate', rows: [] },
      ...{ cycleUnit: 'monthly', cycleCount: 1, paymentTime: 'IN_ADVANCE' },
      ...{ discount: '0', tax: '0', netTerms: null, separateInvoice: false },
    });
  });

  it('R1: numbers count by their shortest decimal text', () => {
    const { rows, discount, tax } = termsOf({
      rows: [{ price: 0.1, quantity: 3 }],
      discount: 12.5,
      tax: 0.1,
    });
    expect([rows[0]?.price, discount, tax]).toEqual(['0.1', '12.5', '0.1']);
    expect(termsOf({ rows: [{ price: 1e-12 }] }).rows[0]?.price).toBe('0.000000000001');
  });

  it('a null is an absent number', () => {
    const rows = [{ price: 5, quantity: null, from: null, to: null, packageSize: null }];
    expect(termsOf({ rows, discount: null, tax: null, netTerms: null }).rows).toMatchObject([
      { quantity: '1' },
    ]);
  });

  it('what is asked once has one cycle, whatever it counts', () => {
    expect(termsOf({ billingCycleUnit: 'one_time', billingCycleCount: 7 }).cycleCount).toBe(1);
    expect(termsOf({ billingCycleUnit: 'weekly', billingCycleCount: 7 }).cycleCount).toBe(7);
  });

  it('I6: pay as you go is billed in arrears, said or not', () => {
    const pricingModelId = 'volume_pay_as_you_go';
    expect(termsOf({ pricingModelId }).paymentTime).toBe('IN_ARREARS');
    expect(termsOf({ pricingModelId, paymentTime: 'IN_ARREARS' }).paymentTime).toBe('IN_ARREARS');
    expect(termsOf({ paymentTime: 'IN_ARREARS' }).paymentTime).toBe('IN_ARREARS');
  });

  it.each<[Partial<LineRequest>, RegExp]>([
    [{ pricingModelId: 'x' }, /^BadUserInput: lineItems\[0\]\.pricingModelId must be one of/],
    [{ discount: 100.5 }, /^BadUserInput: lineItems\[0\]\.discount must be 0 to 100 percent/],
    [{ tax: -0.5 }, /^BadUserInput: lineItems\[0\]\.tax must be 0 to 100 percent/],
    [{ tax: 1e-13 }, /^BadUserInput: lineItems\[0\]\.tax has more than 12 decimals/],
    [{ rows: [{ price: 1 }, { price: -1 }] }, /^BadUserInput: lineItems\[0\]\.rows\[1\]\.price must not/],
    [{ rows: [{ price: 2e9 }] }, /^AmountTooLarge: lineItems\[0\]\.rows\[0\]\.price/],
  ])('refuses %j', (asked, message) => {
    expect(refusalOf(() => termsOf(asked))).toMatch(message);
  });
});
