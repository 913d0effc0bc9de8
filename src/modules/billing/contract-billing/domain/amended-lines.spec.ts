import { day, days } from '../../../../../test/support/contract-lines';
import { billedAnew, billedInFull, billedToCome, hasBegun, type LineStates } from './amended-lines';
import { LineItem } from './line-item';
import type { SharedTerms } from './line-state';
import { lineTermsOf, type LineRequest } from './line-request';

// Domain: contracts-billing

const unsold = { billableItemUid: null, featureUid: null };
const shared: SharedTerms = {
  ...{ activationStartDate: day('2026-03-01'), activationEndDate: day('2026-05-31'), netTerms: 30 },
  ...{ legalEntity: { uid: 'acorn-uid', id: 'acorn' }, paymentAccount: { uid: 'bank-uid', id: 'bank' } },
};
const lineOf = (asked: Partial<LineRequest> = {}): LineItem => {
  const terms = lineTermsOf({ name: 'Seats', rows: [{ price: 10 }], ...asked }, 'line');
  return LineItem.of('contract-uid', terms, unsold, shared, day('2026-01-01'));
};
const of = (...lines: LineItem[]): LineStates => ({ lines, former: [] });
const at = (text: string): Date => new Date(`2026-${text}T13:00:00.000Z`);
const windowsOf = ({ lines, former }: LineStates) =>
  [...former, ...lines].map(({ billed: { window } }) => window);
const until = (line: LineItem, text: string): LineItem => line.onTerms({ activationEndDate: day(text) });

describe('P3: after an amendment that leaves what has begun', () => {
  it('a line is what it was until its cycle ends, and what it has become after it', () => {
    const line = lineOf();
    const next = billedToCome(of(line), [line.withRows([{ price: 20 }])], at('03-10'));
    expect(windowsOf(next)).toEqual([
      days('2026-03-01', '2026-03-31'),
      { ...days('2026-03-01', '2026-05-31'), from: day('2026-04-01') },
    ]);
    expect(next.former[0]).toMatchObject({ itemId: line.uid, rows: line.rows });
  });

  it('what was not changed stays the same', () => {
    const [line, other] = [lineOf(), lineOf()];
    const next = billedToCome(of(line, other), [line, other.withRows([])], at('03-10'));
    expect(next.lines[0]).toBe(line);
    expect(next.former.map(({ lineUid }) => lineUid)).toEqual([other.uid]);
  });

  it('a line that had run out goes on with its next cycle: the days between are nobody\u2019s', () => {
    const line = until(lineOf(), '2026-03-20');
    const next = billedToCome(of(line), [until(line, '2026-05-31')], at('04-10'));
    expect(next.lines[0]?.billedFrom).toEqual(day('2026-05-01'));
  });

  it('a line that was cut short and goes on does so on the day after', () => {
    const line = until(lineOf({ billingCycleUnit: 'quarterly' }), '2026-06-30');
    const left = billedToCome(of(line), [until(line, '2026-03-12')], at('03-10'));
    const cut = billedAnew(left, [until(left.lines[0] as LineItem, '2026-03-11')]);
    const next = billedToCome(cut, [until(cut.lines[0] as LineItem, '2026-05-31')], at('03-11'));
    expect(next.lines[0]?.billedFrom).toEqual(day('2026-03-12'));
    expect(next.former).toMatchObject([{ lastDay: day('2026-03-11') }]);
    expect(windowsOf(next)[0]).toEqual(days('2026-03-01', '2026-03-11'));
  });

  it('knows whether anything has begun', () => {
    expect(['02-28', '03-01'].map((text) => hasBegun(of(lineOf()), at(text)))).toEqual([false, true]);
  });
});

describe('P3: after an amendment of begun invoices too', () => {
  const line = lineOf();
  const left = billedToCome(of(line, lineOf()), [line.withRows([{ price: 20 }])], at('03-10'));
  const [now] = left.lines as [LineItem];

  it('what was left before holds for lines that it does not change, and for those that are gone', () => {
    expect(billedAnew(left, left.lines)).toEqual(left);
  });

  it('a new price is that of all days', () => {
    const { lines, former } = billedAnew(left, [now.withRows([{ price: 30 }])]);
    expect(lines[0]?.billedFrom).toBeNull();
    expect(former.map(({ lineUid }) => lineUid)).not.toContain(line.uid);
  });

  it('new terms are those of all days, at the price of each', () => {
    const { lines, former } = billedAnew(left, [now.onTerms({ netTerms: 5 })]);
    expect([lines[0]?.netTerms, former.find(({ lineUid }) => lineUid === line.uid)?.netTerms]).toEqual([
      5, 5,
    ]);
    expect(windowsOf({ lines, former })).toEqual(windowsOf(left));
  });

  it('a line that is removed was never billed', () => {
    expect(billedAnew(left, []).former.map(({ lineUid }) => lineUid)).not.toContain(line.uid);
  });

  it('reopened, all lines are billed in full', () => {
    expect(billedInFull(left.lines)).toMatchObject({ lines: [{ billedFrom: null }], former: [] });
    const whole = [lineOf()];
    expect(billedInFull(whole).lines).toBe(whole);
  });
});
