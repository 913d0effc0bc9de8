import type { AnchoredRule } from './counter';
import { noResource } from './report-key';
import { count, windowKey, windowsOf, type Counter, type UsageReport } from './usage-ledger';

// Domain: entitlements-usage

const now = new Date('2026-03-10T12:00:00.000Z');
const monthly: AnchoredRule = {
  period: 'MONTH',
  accordingTo: 'SubscriptionStart',
  anchor: new Date('2026-03-01T00:00:00.000Z'),
};
const daily: AnchoredRule = { ...monthly, period: 'DAY', accordingTo: null };

const counter = (given: Partial<Counter> = {}): Counter => ({
  key: { customerUid: 'c', resourceKey: '', featureUid: 'f' },
  revision: null,
  isStored: true,
  level: 0,
  lastSetAt: null,
  lastEventAt: null,
  rules: [],
  totals: new Map(),
  known: new Map(),
  ...given,
});

const report = (given: Partial<UsageReport> = {}): UsageReport => ({
  customerUid: 'c',
  resourceKey: '',
  featureUid: 'f',
  value: 1,
  updateBehavior: 'DELTA',
  occurredAt: now,
  idempotencyKey: null,
  dimensions: null,
  isGauge: false,
  rule: monthly,
  limit: null,
  watched: null,
  ...given,
});

let uids = 0;
const counted = (on: Counter, given: Partial<UsageReport> = {}) =>
  count(report(given), on, `m${uids++}`, now);

describe('A3: DELTA adds, SET records the difference', () => {
  it('adds deltas in the window', () => {
    const on = counter();
    counted(on, { value: 5 });
    expect(counted(on, { value: 7 }).usageAfter).toBe(12);
  });

  it('records what SET changed', () => {
    const on = counter();
    counted(on, { value: 5 });
    expect(counted(on, { value: 3, updateBehavior: 'SET' })).toMatchObject({
      delta: -2,
      value: 3,
      usageAfter: 3,
    });
  });

  it('refuses a result below 0', () => {
    expect(() => counted(counter(), { value: -1 })).toThrow(/fall below 0/);
    expect(() => counted(counter(), { value: -1, updateBehavior: 'SET' })).toThrow(/fall below 0/);
  });

  it('refuses a result past 2^53-1', () => {
    const on = counter();
    counted(on, { value: Number.MAX_SAFE_INTEGER });
    expect(() => counted(on, { value: 1 })).toThrow(/would pass/);
  });
});

describe('A4: the instant chooses the window, and an old SET changes nothing', () => {
  it('keeps windows apart', () => {
    const on = counter();
    counted(on, { value: 5 });
    const late = counted(on, { value: 2, occurredAt: new Date('2026-02-20T00:00:00.000Z') });
    expect(late.usageAfter).toBe(2);
    expect(counted(on, { value: 1 }).usageAfter).toBe(6);
  });

  it('keeps a SET that is older than the latest as a measurement of 0', () => {
    const on = counter();
    counted(on, { value: 9, updateBehavior: 'SET' });
    const old = counted(on, { value: 4, updateBehavior: 'SET', occurredAt: new Date(now.getTime() - 1) });
    expect(old).toMatchObject({ delta: 0, usageAfter: 9 });
  });
});

describe('A5: a repeated key counts once', () => {
  it('gives the first measurement again', () => {
    const on = counter();
    const first = counted(on, { value: 5, idempotencyKey: 'k' });
    expect(counted(on, { value: 5, idempotencyKey: 'k' })).toBe(first);
    expect(counted(on, { value: 1 }).usageAfter).toBe(6);
  });

  it('gives it again for another instant and other dimensions', () => {
    const on = counter();
    const first = counted(on, { value: 5, idempotencyKey: 'k' });
    const later = { occurredAt: new Date(now.getTime() + 1), dimensions: { region: 'us' } };
    expect(counted(on, { value: 5, idempotencyKey: 'k', ...later })).toBe(first);
  });

  it('refuses the key with another value or behavior, naming the field and what was counted', () => {
    const on = counter();
    counted(on, { idempotencyKey: 'k' });
    expect(() => counted(on, { idempotencyKey: 'k', value: 2 })).toThrow(
      /^value: idempotencyKey k .* with 1,/,
    );
    expect(() => counted(on, { idempotencyKey: 'k', updateBehavior: 'SET' })).toThrow(
      /^updateBehavior: idempotencyKey k .* with DELTA,/,
    );
  });
});

describe('A5: one key of several resources is as many reports', () => {
  const named = [{}, { namedResourceUid: 'r1' }, { namedResourceUid: 'r2' }];

  it('each counts once, and is given again', () => {
    const on = counter();
    const first = named.map((each) => counted(on, { ...each, idempotencyKey: 'k' }));
    const again = named.toReversed().map((each) => counted(on, { ...each, idempotencyKey: 'k' }));
    expect(again.toReversed()).toEqual(first);
    expect(on.level).toBe(3);
    expect(new Set(first.map(({ storedKey }) => storedKey)).size).toBe(3);
    expect(first.map(({ namedResourceUid }) => namedResourceUid)).toEqual([noResource, 'r1', 'r2']);
  });

  it('another value under it is refused of that resource alone', () => {
    const on = counter();
    for (const [n, each] of named.entries()) counted(on, { ...each, idempotencyKey: 'k', value: n + 1 });
    expect(() => counted(on, { namedResourceUid: 'r2', idempotencyKey: 'k', value: 2 })).toThrow(
      /^value: idempotencyKey k .* with 3,/,
    );
  });

  it('what does not tell its resource is of whichever asks', () => {
    const of = counter();
    const first = counted(of, { idempotencyKey: 'k' });
    const untold = { ...first, namedResourceUid: null };
    for (const each of named) {
      const on = counter({ known: new Map([['k', untold]]) });
      expect(counted(on, { ...each, idempotencyKey: 'k' })).toBe(untold);
    }
  });
});

describe('A8: a FLUCTUATING level survives windows', () => {
  it('counts on one level', () => {
    const on = counter({ level: 3 });
    expect(counted(on, { isGauge: true, value: 2 })).toMatchObject({ usageAfter: 5, window: null });
    expect(on.level).toBe(5);
  });
});

describe('one counter keeps totals for every rule it was held against', () => {
  it('adds to the windows of the rules it knows', () => {
    const on = counter({ rules: [monthly] });
    counted(on, { value: 5, rule: daily });
    const [day, month] = windowsOf(report({ rule: daily }), on);
    expect(on.totals.get(windowKey(day!))?.total).toBe(5);
    expect(on.totals.get(windowKey(month!))?.total).toBe(5);
    expect(on.rules).toEqual([daily, monthly]);
  });
});
