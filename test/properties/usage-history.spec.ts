import fc from 'fast-check';
import type { RuleSince } from '#modules/entitlements/entitlements';
import { usageWindow, type ResetAnchor, type ResetPeriod } from '#modules/entitlements/metering';
import { historyRange } from '../../src/modules/entitlements/usage/domain/history-range';
import {
  resetsIn,
  rulesOfEvents,
  rulesOfReports,
  spansOf,
  windowIn,
} from '../../src/modules/entitlements/usage/domain/history-windows';
import { seriesOf } from '../../src/modules/entitlements/usage/domain/usage-history';

// Domain: entitlements-usage

const hourMs = 3_600_000;
const now = new Date('2026-06-15T10:20:30.400Z');
const before = (ms: number): Date => new Date(now.getTime() - ms);

/** Few instants, so that reports, anchors and ends of the range often meet. */
const instants = fc.integer({ min: 0, max: 100 * 24 }).map((hours) => before(hours * hourMs - 20 * 60_000));
const rules = fc.record({
  period: fc.constantFrom<ResetPeriod | null>(null, 'HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR'),
  accordingTo: fc.constantFrom<ResetAnchor | null>(null, 'StartOfTheMonth', 'EveryMonday'),
  anchor: instants,
});
const reports = fc.array(
  fc.record({
    at: fc.oneof(instants, fc.constant(now), fc.constant(new Date(now.getTime() + 60_000))),
    delta: fc.integer({ min: -50, max: 1000 }),
    region: fc.constantFrom('eu', 'us', null),
  }),
  { maxLength: 40 },
);
const ranges = fc
  .record({
    start: fc.integer({ min: 1, max: 100 * 24 * 60 }),
    length: fc.integer({ min: 1, max: 110 * 24 * 60 }),
  })
  .map(({ start, length }) => {
    const startDate = before(start * 60_000);
    return { startDate, endDate: new Date(startDate.getTime() + length * 60_000) };
  });

interface Report {
  at: Date;
  delta: number;
  region: string | null;
}

function tell(
  asked: { startDate: Date; endDate?: Date },
  told: readonly RuleSince[],
  given: readonly Report[],
  dimensions: string[] = [],
) {
  const range = historyRange(asked, now);
  const spans = spansOf(range, told);
  const resets = resetsIn(range, told);
  const sums = spans.flatMap(({ from, until }, span) => {
    const inside = given.filter(({ at }) => at >= from && (until === null || at < until));
    const keys = [...new Set(inside.map(({ region }) => (dimensions.length > 0 ? region : null)))];
    return keys.map((region) => ({
      span,
      tags: dimensions.length > 0 ? [region] : [],
      total: String(
        inside
          .filter((each) => dimensions.length === 0 || each.region === region)
          .reduce((sum, { delta }) => sum + delta, 0),
      ),
    }));
  });
  const series = seriesOf({ range, spans, resets, dimensions, sums, sold: Number });
  return { range, resets, series };
}

/** Looks at each report alone: whether it lies before the instant and in the window that holds it. */
function naive(given: readonly Report[], told: readonly RuleSince[], at: Date, isNow: boolean): number {
  const { start, end } = windowIn(told, isNow ? at : new Date(at.getTime() - 1));
  return given
    .filter((each) => each.at >= start && (end === null || each.at < end) && (isNow || each.at < at))
    .reduce((sum, { delta }) => sum + delta, 0);
}

describe('usage history', () => {
  it('A19: each value is what the single reports of its window add up to', () => {
    fc.assert(
      fc.property(ranges, fc.array(rules, { maxLength: 4 }), reports, (asked, kept, given) => {
        const told = rulesOfReports(undefined, kept);
        const { range, series } = tell(asked, told, given);
        const values = range.ends.map((end) => naive(given, told, end, range.isCurrent && end === now));
        expect(series.map(({ points }) => points.map(({ value }) => value))).toEqual([values]);
      }),
      { numRuns: 500 },
    );
  });

  it('A19: points ascend within the range, at most 1,000, and the last one ends it', () => {
    const long = fc
      .integer({ min: 1, max: 999 * 7 * 24 })
      .map((hours) => ({ startDate: before(hours * hourMs) }));
    fc.assert(
      fc.property(fc.oneof(ranges, long), (asked) => {
        const { from, ends, isCurrent } = historyRange(asked, now);
        expect(ends.length).toBeLessThanOrEqual(1000);
        const until = 'endDate' in asked && asked.endDate < now ? asked.endDate : now;
        expect(ends.at(-1)).toEqual(until);
        expect(isCurrent).toBe(until === now);
        expect([from, ...ends].every((end, place, all) => place === 0 || all[place - 1]! < end)).toBe(true);
      }),
    );
  });

  it('A19, H2: without negative reports a value falls only where a reset is marked, and each mark is a reset point', () => {
    fc.assert(
      fc.property(ranges, fc.array(rules, { maxLength: 4 }), reports, (asked, kept, given) => {
        const told = rulesOfReports(undefined, kept);
        const { range, resets, series } = tell(
          asked,
          told,
          given.filter(({ delta }) => delta >= 0),
        );
        const { points } = series[0]!;
        points.forEach(({ timestamp, value, isResetPoint }, place) => {
          const since = place === 0 ? range.from : points[place - 1]!.timestamp;
          const isNow = range.isCurrent && place === points.length - 1;
          const marks = resets.filter(
            ({ at }) => at >= since && (at < timestamp || (isNow && at <= timestamp)),
          );
          expect(isResetPoint).toBe(marks.length > 0);
          if (place > 0 && value < points[place - 1]!.value) expect(isResetPoint).toBe(true);
        });
        expect(resets.every(({ at }) => at.getTime() === windowIn(told, at).start.getTime())).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('A19: what is grouped adds up to what is not', () => {
    fc.assert(
      fc.property(ranges, fc.array(rules, { maxLength: 3 }), reports, (asked, kept, given) => {
        const told = rulesOfReports(undefined, kept);
        const whole = tell(asked, told, given).series[0]!.points;
        const parts = tell(asked, told, given, ['region']).series;
        const sums = whole.map((_, place) =>
          parts.reduce((sum, { points }) => sum + points[place]!.value, 0),
        );
        expect(sums).toEqual(whole.map(({ value }) => value));
        const regions = parts.map(({ tags }) => tags.map(({ value }) => value).join());
        expect(new Set(regions).size).toBe(regions.length);
      }),
    );
  });

  it('H2: the rule in force cuts from its anchor on, an earlier one until then, a later one never', () => {
    fc.assert(
      fc.property(rules, fc.array(rules, { maxLength: 8 }), instants, (inForce, kept, at) => {
        const told = rulesOfReports(inForce, kept);
        expect(told.at(-1)).toEqual({ ...inForce, since: inForce.anchor });
        const anchors = told.map(({ anchor }) => anchor.getTime());
        expect(anchors).toEqual([...new Set(anchors)].sort((a, b) => a - b));
        const { start, end } = windowIn(told, at);
        expect(start <= at && (end === null || at < end)).toBe(true);
        expect(told.some(({ anchor }) => anchor > start && (end === null || anchor < end))).toBe(false);
      }),
    );
  });

  const known = fc
    .array(fc.tuple(rules, instants), { maxLength: 6 })
    .map((given): RuleSince[] =>
      [...new Map(given.map(([rule, since]) => [since.getTime(), { ...rule, since }])).values()].sort(
        (a, b) => a.since.getTime() - b.since.getTime(),
      ),
    );

  it('A19, H2: of events each value is what the window of the rule that was in force then holds, of the first one before', () => {
    fc.assert(
      fc.property(
        ranges,
        fc.option(rules, { nil: undefined }),
        known,
        reports,
        (asked, inForce, were, given) => {
          const told = rulesOfEvents(inForce, were, now);
          const { range, series } = tell(asked, told, given);
          const values = range.ends.map((end) => {
            const isNow = range.isCurrent && end === now;
            const at = isNow ? end : new Date(end.getTime() - 1);
            const rule = isNow && inForce ? inForce : (were.findLast(({ since }) => since <= at) ?? told[0]);
            const window = rule ? usageWindow(rule, rule.anchor, at) : { start: new Date(0), end: null };
            return given
              .filter(({ at: then }) => then >= window.start && (window.end === null || then < window.end))
              .filter(({ at: then }) => isNow || then < end)
              .reduce((sum, { delta }) => sum + delta, 0);
          });
          expect(series.map(({ points }) => points.map(({ value }) => value))).toEqual([values]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('A19, H2: of events too a value falls only where a reset is marked, and a mark forgets something', () => {
    fc.assert(
      fc.property(ranges, known, reports, (asked, told, given) => {
        const { resets, series } = tell(
          asked,
          told,
          given.filter(({ delta }) => delta >= 0),
        );
        series[0]!.points.forEach(({ value, isResetPoint }, place, points) => {
          if (place > 0 && value < points[place - 1]!.value) expect(isResetPoint).toBe(true);
        });
        for (const { at, kind } of resets) {
          const { start } = windowIn(told, at);
          expect(start > windowIn(told, new Date(at.getTime() - 1)).start).toBe(true);
          if (start < at) expect(kind).toBe('SUBSCRIPTION_CHANGE_RESET');
        }
      }),
      { numRuns: 300 },
    );
  });
});
