import { Decimal } from '#libs/kernel/decimal';
import { unitsBetween, type PaidReport } from '#modules/entitlements/metering';
import { costOfReport } from './usage-cost.record';

// Domain: credits

const reportOf = (costFormula: string | null, dimensions: PaidReport['dimensions'] = null): PaidReport => ({
  ...{ customerUid: 'c', occurredAt: new Date(0), dimensions },
  payment: {
    rate: { currencyUid: 'y', currencyId: 'tokens', amount: '0.3', costFormula },
    ...{ customerId: 'c', featureId: 'f', resource: null, isEnforced: false, reporter: 'key' },
    unitTransformation: { divide: 1000, round: 'UP' },
  },
});
const costOf = (before: number, after: number, report = reportOf(null)): string =>
  costOfReport(report, { uid: 'm', units: unitsBetween(before, after, report.payment) }).toFixed();

describe('what a report of usage costs', () => {
  it('F2, catalog F6: a block is paid once it is begun, and not again', () => {
    expect([costOf(0, 1), costOf(1, 1000), costOf(1000, 1001), costOf(999, 3001)]).toEqual([
      ...['0.3', '0', '0.3', '0.9'],
    ]);
  });

  it('F2: less usage, or none, costs nothing, also by a formula', () => {
    const formula = reportOf('7 + words', { words: 3 });
    expect([costOf(5000, 1), costOf(5, 5)]).toEqual(['0', '0']);
    expect([costOf(5, 4, formula), costOf(5, 5, formula), costOf(5, 6, formula)]).toEqual(['0', '0', '10']);
  });

  it('F4: what a formula lacks counts as 0', () => {
    expect(costOf(0, 1, reportOf('2 + words'))).toBe(new Decimal(2).toFixed());
  });
});
