import fc from 'fast-check';
import { windowOf, type AnchoredRule } from '../../src/modules/entitlements/metering/domain/counter';
import {
  count,
  windowKey,
  type Counter,
  type UsageReport,
} from '../../src/modules/entitlements/metering/domain/usage-ledger';
import {
  exceeded,
  reachedAbove,
  type WatchedLimit,
} from '../../src/modules/entitlements/metering/domain/watched-limit';

// Domain: entitlements-usage

const anchor = new Date('2026-01-31T10:15:00.000Z');
const now = new Date('2026-04-15T00:00:00.000Z');
const rule: AnchoredRule = { period: 'DAY', accordingTo: null, anchor };

const watchedBy = (most: number, thresholds: readonly number[]): WatchedLimit => ({
  limit: { most, sold: (usage) => usage },
  thresholds,
  customerId: 'c',
  featureId: 'f',
  resourceId: null,
  reporter: 'key',
});

const thresholds = fc
  .uniqueArray(fc.integer({ min: 1, max: 100 }), { maxLength: 10 })
  .map((each) => each.sort((a, b) => a - b));
const step = fc.record({ value: fc.integer({ min: -60, max: 120 }), isSet: fc.boolean(), day: fc.nat(3) });
const steps = fc.array(step, { maxLength: 40 });
type Step = { value: number; isSet: boolean; day: number };

const empty = (): Counter => ({
  key: { customerUid: 'c', resourceKey: '', featureUid: 'f' },
  revision: null,
  isStored: true,
  level: 0,
  lastSetAt: null,
  lastEventAt: null,
  rules: [],
  totals: new Map(),
  known: new Map(),
});

const reportOf = ({ value, isSet, day }: Step, isGauge: boolean, watched: WatchedLimit): UsageReport => ({
  customerUid: 'c',
  resourceKey: '',
  featureUid: 'f',
  value,
  updateBehavior: isSet ? 'SET' : 'DELTA',
  occurredAt: new Date(anchor.getTime() + day * 86_400_000),
  idempotencyKey: null,
  dimensions: null,
  isGauge,
  rule,
  limit: null,
  watched,
});

interface Told {
  before: number;
  after: number;
  window: string;
  reached: readonly number[];
  watched: WatchedLimit;
}

/** What was counted, in order; what is refused changes nothing. */
function countAll(given: readonly Step[], isGauge: boolean, limitOf: (n: number) => WatchedLimit): Told[] {
  const counter = empty();
  return given.flatMap((each, n) => {
    const watched = limitOf(n);
    const report = reportOf(each, isGauge, watched);
    try {
      const { usageAfter: after, delta, reached = [] } = count(report, counter, `m${n}`, now);
      const window = isGauge ? '' : windowKey(windowOf(rule, report.occurredAt));
      return [{ before: after - delta, after, window, reached, watched }];
    } catch {
      return [];
    }
  });
}

const byWindow = (told: readonly Told[]): Told[][] =>
  [...new Set(told.map(({ window }) => window))].map((window) =>
    told.filter((each) => each.window === window),
  );

describe('limits that are reached', () => {
  it('N1: in a window each threshold is told once, in their order, and all up to the highest usage', () => {
    fc.assert(
      fc.property(steps, thresholds, fc.integer({ min: 0, max: 200 }), (given, at, most) => {
        const watched = watchedBy(most, at);
        for (const told of byWindow(countAll(given, false, () => watched))) {
          const highest = Math.max(0, ...told.map(({ after }) => after));
          const expected = [
            ...at.filter((each) => most > 0 && highest * 100 >= each * most),
            ...(highest > most ? [exceeded] : []),
          ];
          expect(told.flatMap(({ reached }) => reached)).toEqual(expected);
        }
      }),
    );
  });

  it('N1: whatever becomes of the limit, none is told twice in a window, and nobody rises above it untold', () => {
    fc.assert(
      fc.property(steps, thresholds, fc.array(fc.nat(150), { minLength: 1 }), (given, at, limits) => {
        const all = countAll(given, false, (n) => watchedBy(limits[n % limits.length] as number, at));
        for (const told of byWindow(all)) {
          const levels = told.flatMap(({ reached }) => reached);
          expect(levels).toEqual([...new Set(levels)].sort((a, b) => a - b));
          const firstOver = told.find(
            ({ before, after, watched }) => after > before && after > watched.limit.most,
          );
          expect(firstOver ? firstOver.reached.includes(exceeded) : !levels.includes(exceeded)).toBe(true);
        }
      }),
    );
  });

  it('N1, A8: of a level each is told as often as it rises past it', () => {
    fc.assert(
      fc.property(steps, thresholds, fc.integer({ min: 1, max: 200 }), (given, at, most) => {
        const watched = watchedBy(most, at);
        for (const { before, after, reached } of countAll(given, true, () => watched)) {
          const isPast = (level: number, usage: number): boolean =>
            level === exceeded ? usage > most : usage * 100 >= level * most;
          expect(reached).toEqual(
            [...at, exceeded].filter((level) => isPast(level, after) && !isPast(level, before)),
          );
        }
      }),
    );
  });

  it('N1: shares are exact up to 2^53', () => {
    const whole = fc.maxSafeNat();
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 1, max: 100 }), (usage, most, threshold) => {
        const isReached = most > 0 && BigInt(usage) * 100n >= BigInt(threshold) * BigInt(most);
        expect(reachedAbove(watchedBy(most, [threshold]), 0, usage)).toEqual([
          ...(isReached ? [threshold] : []),
          ...(usage > most ? [exceeded] : []),
        ]);
      }),
    );
  });
});
