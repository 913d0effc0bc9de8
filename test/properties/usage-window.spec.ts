import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { dayMs, hourMs } from '#libs/kernel/period';
import {
  usageWindow,
  type ResetAnchor,
  type ResetRule,
} from '../../src/modules/entitlements/metering/domain/usage-window';

// Domain: entitlements-usage

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const everyWeekday: ResetAnchor[] = weekdays.map((day) => `Every${day}` as const);

const rules: ResetRule[] = [
  { period: null, accordingTo: null },
  { period: 'YEAR', accordingTo: 'SubscriptionStart' },
  { period: 'MONTH', accordingTo: 'SubscriptionStart' },
  { period: 'MONTH', accordingTo: 'StartOfTheMonth' },
  { period: 'WEEK', accordingTo: 'SubscriptionStart' },
  ...everyWeekday.map((accordingTo) => ({ period: 'WEEK' as const, accordingTo })),
  { period: 'DAY', accordingTo: null },
  { period: 'HOUR', accordingTo: null },
];
const rule = fc.constantFrom(...rules);
const instant = fc.date({
  min: new Date('1972-01-01T00:00:00Z'),
  max: new Date('2130-01-01T00:00:00Z'),
  noInvalidDate: true,
});
/** Around the anchor, where windows are cut. */
const closeBy = fc.tuple(instant, fc.integer({ min: -40 * dayMs, max: 40 * dayMs }));
const anchorAndInstant = fc.oneof(
  fc.tuple(instant, instant),
  closeBy.map(([anchor, offset]): [Date, Date] => [anchor, new Date(anchor.getTime() + offset)]),
);

const justBefore = (at: Date): Date => new Date(at.getTime() - 1);

describe('usage windows', () => {
  it('W8: the window holds its instant: start <= at < end', () => {
    fc.assert(
      fc.property(rule, anchorAndInstant, (reset, [anchor, at]) => {
        const { start, end } = usageWindow(reset, anchor, at);
        expect(start <= at).toBe(true);
        expect(end === null || at < end).toBe(true);
      }),
    );
  });

  it('the next window starts where this one ends', () => {
    fc.assert(
      fc.property(rule, anchorAndInstant, (reset, [anchor, at]) => {
        const { end } = usageWindow(reset, anchor, at);
        fc.pre(end !== null);
        expect(usageWindow(reset, anchor, end).start).toEqual(end);
      }),
    );
  });

  it('the window before ends where this one starts', () => {
    fc.assert(
      fc.property(rule, anchorAndInstant, (reset, [anchor, at]) => {
        const { start } = usageWindow(reset, anchor, at);
        fc.pre(start.getTime() > 0);
        expect(usageWindow(reset, anchor, justBefore(start)).end).toEqual(start);
      }),
    );
  });

  it('every instant of a window has that same window', () => {
    fc.assert(
      fc.property(
        rule,
        anchorAndInstant,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (reset, [anchor, at], share) => {
          const window = usageWindow(reset, anchor, at);
          const last = (window.end ?? new Date('2200-01-01T00:00:00Z')).getTime() - 1;
          const within = new Date(
            Math.floor(window.start.getTime() + share * (last - window.start.getTime())),
          );
          expect(usageWindow(reset, anchor, within)).toEqual(window);
        },
      ),
    );
  });

  it('H1: a window of every rule starts exactly at the anchor', () => {
    fc.assert(
      fc.property(rule, instant, (reset, anchor) => {
        expect(usageWindow(reset, anchor, anchor).start).toEqual(anchor);
      }),
    );
  });

  it('leaves its arguments as they were and answers the same again', () => {
    fc.assert(
      fc.property(rule, anchorAndInstant, (reset, [anchor, at]) => {
        const [anchorMs, atMs] = [anchor.getTime(), at.getTime()];
        const first = usageWindow(reset, anchor, at);
        expect([anchor.getTime(), at.getTime()]).toEqual([anchorMs, atMs]);
        expect(usageWindow(reset, new Date(anchorMs), new Date(atMs))).toEqual(first);
      }),
    );
  });
});

describe('boundaries counted from the anchor', () => {
  it.each([
    ['MONTH', 1],
    ['YEAR', 12],
  ] as const)(
    'W3: boundary k of %s is the anchor and k periods, clamped: the end of a month never drifts',
    (period, length) => {
      fc.assert(
        fc.property(instant, fc.integer({ min: 0, max: 90 }), (anchor, k) => {
          const anchored = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO('UTC');
          const boundary = (n: number) => new Date(anchored.add({ months: n * length }).epochMilliseconds);
          const window = usageWindow({ period, accordingTo: 'SubscriptionStart' }, anchor, boundary(k));
          expect(window).toEqual({ start: boundary(k), end: boundary(k + 1) });
        }),
      );
    },
  );

  it('W3: walking window by window from the 31st meets the last day of every month', () => {
    const anchor = new Date('2023-12-31T10:15:00.001Z');
    const lastDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 28];
    let boundary = anchor;
    for (const lastDay of lastDays) {
      boundary = usageWindow({ period: 'MONTH', accordingTo: 'SubscriptionStart' }, anchor, boundary).end!;
      expect(boundary.getUTCDate()).toBe(lastDay);
      expect(boundary.toISOString()).toContain('T10:15:00.001Z');
    }
  });
});

describe('the zone of the process', () => {
  // Whole multiples since the epoch are UTC, whatever TZ says; the suite runs under several.
  it.each([
    ['DAY', null, dayMs],
    ['HOUR', null, hourMs],
    ['MONTH', 'StartOfTheMonth', dayMs],
    ['WEEK', 'EveryMonday', dayMs],
  ] as const)('W7: %s %s windows end on UTC boundaries', (period, accordingTo, unitMs) => {
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        const [anchor, at] = a <= b ? [a, b] : [b, a];
        const { end } = usageWindow({ period, accordingTo }, anchor, at);
        expect(end!.getTime() % unitMs).toBe(0);
      }),
    );
  });
});
