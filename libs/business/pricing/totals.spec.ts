import { roundMoney } from '#libs/business/values/money';
import { dec } from '../../../test/support/price-builders';
import { percentOf } from './discount';
import { lineTotals, sumTotals, type Totals } from './totals';

// Domain: contracts-billing

interface Terms {
  cycles: number;
  price: string;
  discount?: number;
  tax: number;
}

/** A contract item: each cycle is one invoice line, rounded by itself. */
const itemOf = ({ cycles, price, discount = 0, tax }: Terms): Totals => {
  const subTotal = roundMoney(dec(price), 2);
  const line = lineTotals(subTotal, percentOf(subTotal, dec(discount), 2), dec(tax), 2);
  return sumTotals(Array.from({ length: cycles }, () => line));
};
const told = (totals: Totals): string[] =>
  [totals.subTotal, totals.discount, totals.tax, totals.total].map((amount) => amount.toFixed(2));

describe('M4, M5: totals of contract lines', () => {
  const platform = itemOf({ cycles: 2, price: '12000', tax: 20 });
  const seats = itemOf({ cycles: 24, price: '750', discount: 10, tax: 20 });
  const onboarding = itemOf({ cycles: 1, price: '4000', tax: 0 });

  it('M5: the worked table', () => {
    expect(told(platform)).toEqual(['24000.00', '0.00', '4800.00', '28800.00']);
    expect(told(seats)).toEqual(['18000.00', '1800.00', '3240.00', '19440.00']);
    expect(told(onboarding)).toEqual(['4000.00', '0.00', '0.00', '4000.00']);
    expect(told(sumTotals([platform, seats, onboarding]))).toEqual([
      '46000.00',
      '1800.00',
      '8040.00',
      '52240.00',
    ]);
  });

  it('M4: 24 lines of 10.005 are 240.24, for each is rounded', () => {
    expect(itemOf({ cycles: 24, price: '10.005', tax: 0 }).subTotal.toFixed(2)).toBe('240.24');
  });
});

describe('R5 of money: tax', () => {
  it('comes after the discount and is rounded half away from zero', () => {
    expect(told(lineTotals(dec('10.00'), dec('0.50'), dec(7), 2))).toEqual([
      '10.00',
      '0.50',
      '0.67',
      '10.17',
    ]);
  });

  it('of a credit is given back', () => {
    expect(told(lineTotals(dec('-10.05'), dec(0), dec(10), 2))).toEqual([
      '-10.05',
      '0.00',
      '-1.01',
      '-11.06',
    ]);
  });
});
