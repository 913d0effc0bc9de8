import fc from 'fast-check';
import { windowOf, type AnchoredRule } from '../../src/modules/entitlements/metering/domain/counter';
import {
  count,
  windowKey,
  windowsOf,
  type Counter,
  type Measurement,
  type UsageReport,
} from '../../src/modules/entitlements/metering/domain/usage-ledger';

// Domain: entitlements-usage

const anchor = new Date('2026-01-31T10:15:00.000Z');
const rules: AnchoredRule[] = [
  { period: 'MONTH', accordingTo: 'SubscriptionStart', anchor },
  { period: 'DAY', accordingTo: null, anchor },
  { period: null, accordingTo: null, anchor },
];
const now = new Date('2026-04-15T00:00:00.000Z');

const reports = fc.array(
  fc.record({
    value: fc.integer({ min: 0, max: 1000 }),
    dayOffset: fc.integer({ min: 0, max: 70 }),
    key: fc.option(fc.integer({ min: 0, max: 8 }), { nil: null }),
    isSet: fc.boolean(),
  }),
  { maxLength: 60 },
);
type Given = { value: number; dayOffset: number; key: number | null; isSet: boolean };

const reportOf = ({ value, dayOffset, key, isSet }: Given, rule: AnchoredRule): UsageReport => {
  const idempotencyKey = key === null ? null : `k${key}`;
  // The same key always stands for the same value and behavior, whenever it is sent.
  const said = key === null ? { value, isSet } : { value: key * 100, isSet: key % 2 === 1 };
  return {
    customerUid: 'c',
    resourceKey: '',
    featureUid: 'f',
    value: said.value,
    updateBehavior: said.isSet ? 'SET' : 'DELTA',
    occurredAt: new Date(anchor.getTime() + dayOffset * 86_400_000),
    idempotencyKey,
    dimensions: null,
    isGauge: false,
    rule,
    limit: null,
    watched: null,
  };
};

const empty = (): Counter => ({
  key: { customerUid: 'c', resourceKey: '', featureUid: 'f' },
  revision: null,
  isStored: true,
  level: 0,
  lastSetAt: null,
  lastEventAt: null,
  rules: [...rules],
  totals: new Map(),
  known: new Map(),
});

function countAll(given: readonly Given[], rule: AnchoredRule): { counter: Counter; facts: Measurement[] } {
  const counter = empty();
  const facts = new Set<Measurement>();
  given.forEach((each, index) => facts.add(count(reportOf(each, rule), counter, `m${index}`, now)));
  return { counter, facts: [...facts] };
}

describe('the usage ledger', () => {
  it('W10: the total of every window is the sum of its measurements, under every rule at once', () => {
    fc.assert(
      fc.property(reports, fc.constantFrom(...rules), (given, rule) => {
        const { counter, facts } = countAll(given, rule);
        for (const { window, total } of counter.totals.values()) {
          const { start, end } = window;
          const inside = facts.filter(({ occurredAt: at }) => at >= start && (end === null || at < end));
          expect(total).toBe(inside.reduce((sum, { delta }) => sum + delta, 0));
        }
      }),
    );
  });

  it('A5: reports repeated in any number change nothing', () => {
    fc.assert(
      fc.property(reports, fc.constantFrom(...rules), (given, rule) => {
        const keyed = given.map((each, index) => ({ ...each, key: index }));
        const once = countAll(keyed, rule).counter;
        const repeated = countAll([...keyed, ...keyed, ...keyed.slice().reverse()], rule).counter;
        expect(repeated.totals).toEqual(once.totals);
        expect(repeated.level).toBe(once.level);
      }),
    );
  });

  it('A3: no window ever falls below 0', () => {
    fc.assert(
      fc.property(reports, (given) => {
        const [rule] = rules as [AnchoredRule];
        const { counter } = countAll(given, rule);
        const own = given.map((each) => windowsOf(reportOf(each, rule), counter)[0]);
        for (const window of own)
          expect(counter.totals.get(windowKey(window!))?.total ?? 0).toBeGreaterThanOrEqual(0);
        expect(windowOf(rule, anchor).start).toEqual(anchor);
      }),
    );
  });
});
