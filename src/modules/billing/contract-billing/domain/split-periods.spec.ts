import { days, lineOf } from '../../../../../test/support/contract-lines';
import type { BilledLine } from './billed-line';
import { invoiceSchedule } from './invoice-schedule';
import { splitPeriods, warningsOf } from './split-periods';

const window = days('2026-06-01', '2026-07-31');
const schedule = (...lines: Partial<BilledLine>[]) =>
  invoiceSchedule(
    lines.map((line) => ({ ...lineOf({ window }), ...line })),
    2,
  );

describe('28: invoices of the same days', () => {
  it('are none where lines agree, or bill other days', () => {
    expect(splitPeriods(schedule({}, { itemId: 'b' }))).toEqual([]);
    expect(splitPeriods(schedule({}, { frequency: { unit: 'one_time', count: 1 } }))).toEqual([]);
    expect(warningsOf(schedule({}, {}))).toEqual([]);
    expect(warningsOf(schedule({ window: null }, { window: null, netTerms: 60 }))).toEqual([]);
  });

  it('are told with the first of them and why', () => {
    const split = schedule({}, { netTerms: 60 }, { paymentTime: 'IN_ARREARS' });
    expect(splitPeriods(split).map(({ invoices }) => invoices)).toEqual([3, 3]);
    expect(warningsOf(split)).toEqual([
      expect.stringMatching(/^2 periods .* such as 2026-06-01 to 2026-06-30 by 3 invoices: lines differ/),
    ]);
  });
});
