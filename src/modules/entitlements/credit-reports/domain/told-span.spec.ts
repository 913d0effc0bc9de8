import { bucketedSpan, spanOf } from './told-span';

// Domain: credits

const now = new Date('2027-03-31T12:30:00Z');
const starts = (asked: Parameters<typeof bucketedSpan>[0]): string[] =>
  bucketedSpan(asked, now).starts.map((start) => start.toISOString());
const date = (text: string): Date => new Date(`${text}Z`);

describe('the span of a report', () => {
  it('V1: a month back is the same day of the month before, as far as it has one', () => {
    const { from, until } = bucketedSpan({}, now);
    expect([from, until]).toEqual([date('2027-02-28T12:30:00'), date('2027-03-31T12:30:00.001')]);
  });

  it('V1: a year is told by calendar months, the last one as far as it has come', () => {
    const months = starts({ timeRange: 'LAST_YEAR' });
    expect([months.length, months[0], months.at(-1)]).toEqual([
      ...[13, '2026-03-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z'],
    ]);
  });

  it('V1, entitlements-usage A19: weeks begin on Monday, and a thousand points are the most', () => {
    const weeks = starts({ startDate: date('2026-12-01T00:00:00') });
    expect(weeks.slice(0, 2)).toEqual(['2026-11-30T00:00:00.000Z', '2026-12-07T00:00:00.000Z']);
    const endDate = date('2026-01-01T00:00:00');
    const longest = new Date(endDate.getTime() - 999 * 7 * 24 * 3_600_000);
    expect(starts({ startDate: longest, endDate })).toHaveLength(1000);
    const longer = { startDate: new Date(longest.getTime() - 1), endDate };
    expect(() => bucketedSpan(longer, now)).toThrow(/1000 points/);
  });

  it('V1: a bucket that begins with the end is none', () => {
    const asked = { startDate: date('2027-03-01T00:00:00'), endDate: date('2027-03-01T02:00:00') };
    expect(starts(asked)).toEqual(['2027-03-01T00:00:00.000Z', '2027-03-01T01:00:00.000Z']);
  });

  it('V2: a span may have no begin, and reaches to now where its end lies ahead', () => {
    const open = { from: null, until: date('2027-03-31T12:30:00.001') };
    expect(spanOf({}, now)).toEqual(open);
    expect(spanOf({ endDate: date('2027-04-01T00:00:00') }, now)).toEqual(open);
    expect(spanOf({ endDate: now }, now).until).toEqual(now);
  });
});
