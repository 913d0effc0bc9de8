import { days, lineOf, workedExample } from '../../../../../test/support/contract-lines';
import { refusalOf } from '../../../../../test/support/price-builders';
import type { BilledLine } from './billed-line';
import { invoiceSchedule, requireSchedulable } from './invoice-schedule';

// Domain: contracts-billing

const on = (date: Date | null): string | null => date && date.toISOString().slice(0, 10);
const told = (lines: BilledLine[], digits = 2) =>
  invoiceSchedule(lines, digits).map((invoice) => ({
    issued: on(invoice.issueDate),
    due: on(invoice.dueDate),
    lines: invoice.lines.map(({ line }) => line.itemId).join(' '),
    total: invoice.total.toFixed(digits),
  }));
const oneYear = days('2026-06-01', '2027-05-31');
const yearly = { unit: 'yearly', count: 1 } as const;

describe('P5: the invoices of a contract', () => {
  it('M5: of the worked example come to its total', () => {
    const invoices = told(workedExample());
    expect(invoices).toHaveLength(27);
    expect(invoices.reduce((sum, { total }) => sum + Math.round(Number(total) * 100), 0)).toBe(5_224_000);
  });

  it('are shared by lines of one period, payment time, terms, entity and account', () => {
    const a = lineOf({ itemId: 'a', frequency: yearly, window: oneYear });
    expect(told([a, { ...a, itemId: 'b' }])).toMatchObject([{ lines: 'a b', total: '20.00' }]);
  });

  it.each<[string, Partial<BilledLine>]>([
    ['period', { window: days('2026-06-01', '2027-05-30') }],
    ['payment time', { paymentTime: 'IN_ARREARS' }],
    ['terms', { netTerms: 60 }],
    ['entity', { legalEntityId: 'other' }],
    ['account', { paymentAccountId: 'other' }],
    ['wish for its own', { isSeparate: true }],
  ])('are not shared with a line of another %s', (_, change) => {
    const a = lineOf({ itemId: 'a', frequency: yearly, window: oneYear });
    expect(told([a, { ...a, itemId: 'b', ...change }]).map(({ lines }) => lines)).toEqual(['a', 'b']);
  });

  it('a line that is billed once shares the invoice of a line that is billed for the whole window', () => {
    const once = lineOf({ itemId: 'once', frequency: { unit: 'one_time', count: 1 }, window: oneYear });
    const year = lineOf({ itemId: 'year', frequency: yearly, window: oneYear });
    expect(told([year, once])).toMatchObject([{ lines: 'year once', total: '20.00' }]);
  });

  it('P7: in advance are issued on the first day, in arrears the day after the last; due after the terms', () => {
    const window = days('2026-01-31', '2026-03-30');
    const arrears = lineOf({ itemId: 'b', paymentTime: 'IN_ARREARS', netTerms: 10, window });
    expect(told([lineOf({ itemId: 'a', window }), arrears])).toEqual([
      { issued: '2026-01-31', due: '2026-03-02', lines: 'a', total: '10.00' },
      { issued: '2026-02-28', due: '2026-03-30', lines: 'a', total: '10.00' },
      { issued: '2026-02-28', due: '2026-03-10', lines: 'b', total: '10.00' },
      { issued: '2026-03-31', due: '2026-04-10', lines: 'b', total: '10.00' },
    ]);
  });

  it('without terms have no due date, without a window no dates at all', () => {
    const [undated] = told([lineOf({ window: null })]);
    expect(undated).toEqual({ issued: null, due: null, lines: 'line', total: '10.00' });
    const once = lineOf({ netTerms: null, frequency: yearly, window: oneYear });
    expect(told([once])).toMatchObject([{ issued: '2026-06-01', due: null }]);
  });

  it('of a draft without a window are shared by lines of one frequency', () => {
    const a = lineOf({ itemId: 'a', window: null });
    expect(told([a, { ...a, itemId: 'b' }, { ...a, itemId: 'c', frequency: yearly }])).toMatchObject([
      { lines: 'a b' },
      { lines: 'c' },
    ]);
  });

  it('I7: show what costs nothing', () => {
    const free = lineOf({ frequency: yearly, window: oneYear, rows: [{ price: 0 }] });
    expect(told([free])).toMatchObject([{ lines: 'line', total: '0.00' }]);
  });

  it('catalog R9: above the largest amount of a bill are refused', () => {
    const large = lineOf({ frequency: yearly, window: oneYear, rows: [{ price: 900_000_000 }] });
    expect(refusalOf(() => told([large, large]))).toMatch(/^AmountTooLarge: the invoice of line/);
  });

  it('have at most 5,000 lines', () => {
    const years = (count: number) => days('2026-06-01', `${2025 + count}-05-31`);
    expect(refusalOf(() => requireSchedulable([lineOf({ window: years(400) })]))).toBeUndefined();
    expect(refusalOf(() => requireSchedulable([lineOf({ window: years(900) })]))).toMatch(
      /^BadUserInput: the invoices would have 10788 lines/,
    );
  });
});
