import type { Totals } from '#libs/business/pricing/totals';
import { days, lineOf, workedExample } from '../../../../../test/support/contract-lines';
import { contractTotals } from './contract-totals';

// Domain: contracts-billing

const told = ({ subTotal, discount, tax, total }: Totals): string[] =>
  [subTotal, discount, tax, total].map((amount) => amount.toFixed(2));

describe('the totals of a contract', () => {
  it('M5: the worked example, to the cent', () => {
    const totals = contractTotals(workedExample(), 2);
    expect(totals.items.map((item) => [item.itemId, ...told(item)])).toEqual([
      ['platform', '24000.00', '0.00', '4800.00', '28800.00'],
      ['seats', '18000.00', '1800.00', '3240.00', '19440.00'],
      ['onboarding', '4000.00', '0.00', '0.00', '4000.00'],
    ]);
    expect(told(totals)).toEqual(['46000.00', '1800.00', '8040.00', '52240.00']);
  });

  it('M4: 24 lines of 10.005 come to 240.24', () => {
    const [item] = contractTotals([lineOf({ rows: [{ price: '10.005' }] })], 2).items;
    expect(item?.total.toFixed(2)).toBe('240.24');
  });

  it('M2: one cycle while no window is set', () => {
    expect(contractTotals([lineOf({ window: null })], 2).total.toFixed(2)).toBe('10.00');
  });

  it('M3: the last cycle is prorated and rounded for itself', () => {
    const short = lineOf({ window: days('2026-01-01', '2026-02-10') });
    // 10 and 10 × 10/28 = 3.571…
    expect(contractTotals([short], 2).total.toFixed(2)).toBe('13.57');
    expect(contractTotals([short], 0).total.toFixed()).toBe('14');
    expect(contractTotals([short], 3).total.toFixed()).toBe('13.571');
  });

  it('M6: what is used as you go adds nothing yet', () => {
    const used = lineOf({ modelId: 'flat_rate_pay_as_you_go', paymentTime: 'IN_ARREARS' });
    expect(contractTotals([used, lineOf({})], 2).total.toFixed(2)).toBe('240.00');
  });

  it('without lines are 0', () => {
    expect(told(contractTotals([], 2))).toEqual(['0.00', '0.00', '0.00', '0.00']);
  });
});
