import { dec } from '../../../test/support/price-builders';
import { allocated, discountOn } from './discount';

// Domain: customers-subscriptions

const dollars = { currency: 'usd', digits: 2 } as const;
const shares = (discount: string, amounts: string[], digits = 2): string[] =>
  allocated(
    dec(discount),
    amounts.map((amount) => ({ amount: dec(amount) })),
    digits,
  ).map((line) => line.discount.toFixed(digits));

describe('N5: what a discount takes off', () => {
  it.each([
    ['84.00 − 20 % = 67.20', '84.00', { percentOff: dec(20) }, '16.80'],
    ['10.05 − 10 %, half away from zero', '10.05', { percentOff: dec(10) }, '1.01'],
    ['all', '84.00', { percentOff: dec(100) }, '84.00'],
    ['a fixed amount', '84.00', { amountsOff: [{ amount: dec(10), currency: 'usd' }] }, '10.00'],
    ['a fixed amount, never below 0', '8.40', { amountsOff: [{ amount: dec(10), currency: 'usd' }] }, '8.40'],
    ['nothing in another currency', '84.00', { amountsOff: [{ amount: dec(10), currency: 'eur' }] }, '0.00'],
    ['nothing of nothing', '0', { amountsOff: [{ amount: dec(10), currency: 'usd' }] }, '0.00'],
    ['as much less of what comes back', '-84.00', { percentOff: dec(20) }, '-16.80'],
    ['that is half away from zero too', '-10.05', { percentOff: dec(10) }, '-1.01'],
    [
      'no fixed amount of what comes back',
      '-5',
      { amountsOff: [{ amount: dec(1), currency: 'usd' }] },
      '0.00',
    ],
    ['nothing without a coupon', '84.00', null, '0.00'],
    ['coupon.fixed/1', '0.06', { amountsOff: [{ amount: dec('0.12'), currency: 'usd' }] }, '0.06'],
  ] as const)('%s', (_, subTotal, discount, off) => {
    expect(discountOn(dec(subTotal), discount, dollars).toFixed(2)).toBe(off);
  });
});

describe('N5: allocation to lines', () => {
  it('is proportional', () => {
    expect(shares('16.80', ['49.00', '30.00', '5.00'])).toEqual(['9.80', '6.00', '1.00']);
  });

  it('gives the cents that remain to the largest line, to the first of equals', () => {
    expect(shares('1.00', ['10.00', '10.00', '10.00'])).toEqual(['0.34', '0.33', '0.33']);
    expect(shares('0.05', ['1.00', '7.00', '1.00', '1.00'])).toEqual(['0.00', '0.05', '0.00', '0.00']);
  });

  it('goes on to the next line where the largest is used up', () => {
    expect(shares('0.02', ['0.01', '0.01', '0.01', '0.01'])).toEqual(['0.01', '0.01', '0.00', '0.00']);
  });

  it('R1: takes a coupon off the net of credit and debit', () => {
    expect(shares('6.67', ['-32.67', '66.00'])).toEqual(['-6.54', '13.21']);
  });

  it('R1: of what comes back it is the exact negative', () => {
    expect(shares('-6.67', ['32.67', '-66.00'])).toEqual(['6.54', '-13.21']);
    expect(shares('-1.00', ['-10.00', '-10.00', '-10.00'])).toEqual(['-0.34', '-0.33', '-0.33']);
  });

  it.each([
    [0, '10', ['33', '33', '34'], ['3', '3', '4']],
    [3, '0.010', ['0.033', '0.033', '0.034'], ['0.003', '0.003', '0.004']],
  ])('counts in minor units of %i digits', (digits, discount, amounts, allocation) => {
    expect(shares(discount, amounts, digits)).toEqual(allocation);
  });

  it('of nothing is nothing, also for no lines', () => {
    expect(shares('0', ['0', '5'])).toEqual(['0.00', '0.00']);
    expect(shares('0', [])).toEqual([]);
  });
});
