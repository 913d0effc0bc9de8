import { daysOf, figureSpanOf, usualDays } from './figure-span';

// Domain: access-and-events

const at = (text: string): Date => new Date(text);
const now = at('2026-03-04T10:00:00Z');

describe('the days of figures', () => {
  it('P4: the last thirty unless said, today with them', () => {
    const span = figureSpanOf({}, now);
    expect(span).toMatchObject({ first: at('2026-02-03T00:00:00Z'), last: at('2026-03-04T00:00:00Z') });
    expect(daysOf(span)).toHaveLength(usualDays);
  });

  it('P4: whole days of UTC up to that of the end', () => {
    const span = figureSpanOf({ days: 3, endDate: at('2028-03-01T23:59:59Z') }, now);
    expect(daysOf(span).map((day) => day.toISOString().slice(0, 10))).toEqual([
      ...['2028-02-28', '2028-02-29', '2028-03-01'],
    ]);
    expect(daysOf(figureSpanOf({ days: 1 }, now))).toEqual([at('2026-03-04T00:00:00Z')]);
  });
});
