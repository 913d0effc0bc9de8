import { usageWindow, type ResetAnchor, type ResetPeriod, type UsageWindow } from './usage-window';

// Domain: entitlements-usage

const utc = (text: string): Date => new Date(`${text}Z`);

const windowAt = (anchor: string, rule: [ResetPeriod | null, ResetAnchor?], at: string): UsageWindow =>
  usageWindow({ period: rule[0], accordingTo: rule[1] ?? null }, utc(anchor), utc(at));

const span = (start: string, end: string | null): UsageWindow => ({
  start: utc(start),
  end: end === null ? null : utc(end),
});

describe('table W9', () => {
  it('W9: MONTH from the 31st, a second before the clamped boundary, is still the first window', () => {
    expect(windowAt('2026-01-31T10:15', ['MONTH', 'SubscriptionStart'], '2026-02-28T10:14:59')).toEqual(
      span('2026-01-31T10:15', '2026-02-28T10:15'),
    );
  });

  it('W9: usage at exactly the boundary is in the new window, which ends on the 31st again', () => {
    expect(windowAt('2026-01-31T10:15', ['MONTH', 'SubscriptionStart'], '2026-02-28T10:15:00')).toEqual(
      span('2026-02-28T10:15', '2026-03-31T10:15'),
    );
  });

  it('W9: MONTH from the 31st clamps to the 30th and comes back to the 31st', () => {
    expect(windowAt('2026-01-31T10:15', ['MONTH', 'SubscriptionStart'], '2026-04-30T12:00')).toEqual(
      span('2026-04-30T10:15', '2026-05-31T10:15'),
    );
  });

  it('W9: YEAR from 29 February runs between 28 Februaries in common years', () => {
    expect(windowAt('2024-02-29T00:00', ['YEAR', 'SubscriptionStart'], '2026-02-27T23:00')).toEqual(
      span('2025-02-28T00:00', '2026-02-28T00:00'),
    );
  });

  it('W9: YEAR from 29 February finds the 29th again in the leap year', () => {
    expect(windowAt('2024-02-29T00:00', ['YEAR', 'SubscriptionStart'], '2028-02-29T00:00')).toEqual(
      span('2028-02-29T00:00', '2029-02-28T00:00'),
    );
  });

  it('W9: WEEK from the start counts seven days from the anchor, time of day included', () => {
    expect(windowAt('2026-03-04T15:30', ['WEEK', 'SubscriptionStart'], '2026-03-18T15:29:59')).toEqual(
      span('2026-03-11T15:30', '2026-03-18T15:30'),
    );
  });

  it('W9: EveryMonday on a Sunday night started last Monday', () => {
    expect(windowAt('2025-07-01T08:00', ['WEEK', 'EveryMonday'], '2026-03-15T23:00')).toEqual(
      span('2026-03-09T00:00', '2026-03-16T00:00'),
    );
  });

  it('W9: EverySunday on a Sunday night started that morning', () => {
    expect(windowAt('2025-07-01T08:00', ['WEEK', 'EverySunday'], '2026-03-15T23:00')).toEqual(
      span('2026-03-15T00:00', '2026-03-22T00:00'),
    );
  });
});

describe('reset rules', () => {
  it('W1: without a reset period there is one window from the anchor that never ends', () => {
    expect(windowAt('2026-01-31T10:15', [null], '2031-01-01T00:00')).toEqual(span('2026-01-31T10:15', null));
  });

  it('W4: StartOfTheMonth runs from the 1st to the next 1st', () => {
    expect(windowAt('2026-01-31T10:15', ['MONTH', 'StartOfTheMonth'], '2026-12-31T23:59:59.999')).toEqual(
      span('2026-12-01T00:00', '2027-01-01T00:00'),
    );
  });

  it('W4: the first StartOfTheMonth window starts at the anchor itself', () => {
    expect(windowAt('2026-01-31T10:15', ['MONTH', 'StartOfTheMonth'], '2026-01-31T20:00')).toEqual(
      span('2026-01-31T10:15', '2026-02-01T00:00'),
    );
  });

  it.each([
    ['EverySunday', '2026-03-15'],
    ['EveryMonday', '2026-03-16'],
    ['EveryTuesday', '2026-03-17'],
    ['EveryWednesday', '2026-03-18'],
    ['EveryThursday', '2026-03-12'],
    ['EveryFriday', '2026-03-13'],
    ['EverySaturday', '2026-03-14'],
  ] as const)('W5: %s, asked on Wednesday 18 March, started on %s', (accordingTo, start) => {
    expect(windowAt('2025-07-01T08:00', ['WEEK', accordingTo], '2026-03-18T09:00').start).toEqual(
      utc(`${start}T00:00`),
    );
  });

  it('W6: DAY and HOUR are aligned to the calendar, not to the anchor', () => {
    expect(windowAt('2026-03-04T15:30', ['DAY'], '2026-03-18T15:29')).toEqual(
      span('2026-03-18T00:00', '2026-03-19T00:00'),
    );
    expect(windowAt('2026-03-04T15:30', ['HOUR'], '2026-03-18T15:29')).toEqual(
      span('2026-03-18T15:00', '2026-03-18T16:00'),
    );
  });

  it.each([['YEAR'], ['MONTH'], ['WEEK']] as const)(
    'catalog E7: %s without a configuration means SubscriptionStart',
    (period) => {
      const at = '2027-05-05T05:05';
      expect(windowAt('2026-01-31T10:15', [period], at)).toEqual(
        windowAt('2026-01-31T10:15', [period, 'SubscriptionStart'], at),
      );
    },
  );
});

describe('the anchor divides windows', () => {
  it.each([
    ['WEEK', 'EveryMonday', '2026-03-23T00:00'],
    ['MONTH', 'StartOfTheMonth', '2026-04-01T00:00'],
    ['DAY', null, '2026-03-19T00:00'],
    ['HOUR', null, '2026-03-18T16:00'],
  ] as const)('H1: %s %s starts a new window at the instant of a change', (period, accordingTo, end) => {
    const change = '2026-03-18T15:29:59.999';
    expect(windowAt(change, [period, accordingTo ?? undefined], change)).toEqual(span(change, end));
  });

  it.each([
    ['YEAR', 'SubscriptionStart', '2025-03-18T15:30'],
    ['MONTH', 'SubscriptionStart', '2026-02-18T15:30'],
    ['MONTH', 'StartOfTheMonth', '2026-03-01T00:00'],
    ['WEEK', 'SubscriptionStart', '2026-03-11T15:30'],
    ['WEEK', 'EveryMonday', '2026-03-16T00:00'],
    ['DAY', null, '2026-03-18T00:00'],
    ['HOUR', null, '2026-03-18T15:00'],
    [null, null, '1970-01-01T00:00'],
  ] as const)('the %s %s window before the anchor ends at the anchor', (period, accordingTo, start) => {
    const rule: [ResetPeriod | null, ResetAnchor?] = [period, accordingTo ?? undefined];
    expect(windowAt('2026-03-18T15:30', rule, '2026-03-18T15:29:59.999')).toEqual(
      span(start, '2026-03-18T15:30'),
    );
  });
});
