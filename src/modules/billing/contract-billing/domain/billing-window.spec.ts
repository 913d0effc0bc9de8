import { day, days } from '../../../../../test/support/contract-lines';
import { refusalOf } from '../../../../../test/support/price-builders';
import { billingDay, requireAscending, windowAround, windowOf } from './billing-window';

// Domain: contracts-billing

describe('the days of billing', () => {
  it('S1, R6: only the calendar day of an instant is kept', () => {
    expect(billingDay(new Date('2026-06-01T23:59:59.999Z'))).toEqual(day('2026-06-01'));
  });

  it('S1: do not end before they begin; one day is enough', () => {
    const wrong = /^BadUserInput: activationEndDate must not lie before/;
    expect(refusalOf(() => requireAscending(day('2026-06-02'), day('2026-06-01')))).toMatch(wrong);
    expect(refusalOf(() => requireAscending(day('2026-06-01'), day('2026-06-01')))).toBeUndefined();
    expect(refusalOf(() => requireAscending(null, day('2026-06-01')))).toBeUndefined();
  });

  it('M2: are none while one is missing', () => {
    expect(windowOf(day('2026-06-01'), null)).toBeNull();
    expect(windowOf(null, day('2026-06-01'))).toBeNull();
    expect(windowOf(day('2026-06-01'), day('2026-06-02'))).toEqual(days('2026-06-01', '2026-06-02'));
  });

  it('P2: of several windows are those from the first to the last', () => {
    const windows = [days('2026-06-01', '2026-06-30'), days('2026-05-01', '2026-05-02')];
    expect(windowAround(windows)).toEqual(days('2026-05-01', '2026-06-30'));
  });
});
