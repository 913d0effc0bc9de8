import { daysLeft, daysToMake, daysToRetire, keptSince, type EventDay } from './event-days';

// Domain: entitlements-usage

const now = new Date('2026-03-04T15:30:00.000Z');
const attached = (...days: string[]): EventDay[] => days.map((day) => ({ day, isAttached: true }));

describe('days of raw events', () => {
  it('A15: reach from the first day that is counted still to a week ahead', () => {
    const days = daysToMake(now, [], []);
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-02-01', '2026-03-11', 39]);
    expect(days).toEqual([...new Set(days)].sort());
  });

  it('A15: those that are there are not made again, one that was never attached is', () => {
    const there = [...attached('2026-03-04'), { day: '2026-03-05', isAttached: false }];
    const days = daysToMake(now, there, []);
    expect(days).not.toContain('2026-03-04');
    expect(days).toContain('2026-03-05');
  });

  it('A15: a day of any time whose events lie in none is made', () => {
    expect(daysToMake(now, [], ['2024-02-29', '2026-03-04'])[0]).toBe('2024-02-29');
  });

  it('A15: are kept whole for the days of the retention', () => {
    expect(keptSince(now, 62)).toEqual(new Date('2026-01-01T00:00:00.000Z'));
    const there = [...attached('2026-01-01', '2025-12-31'), { day: '2025-12-30', isAttached: false }];
    expect(daysToRetire(now, 62, there)).toEqual(['2025-12-30', '2025-12-31']);
  });

  it('says for how many days ahead there are some', () => {
    expect(daysLeft(now, [])).toBe(0);
    expect(daysLeft(now, attached('2026-03-04'))).toBe(0);
    expect(daysLeft(now, attached('2026-03-04', '2026-03-05', '2026-03-06', '2026-03-08'))).toBe(2);
    expect(daysLeft(now, attached(...daysToMake(now, [], [])))).toBe(7);
  });
});
