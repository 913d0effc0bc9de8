import { knownUsage, type CounterFacts } from './known-usage';

// Domain: entitlements-usage
describe('what is known of the usage in a window without asking', () => {
  const anchor = new Date('2026-03-01T00:00:00.000Z');
  const rule = { period: 'MONTH' as const, accordingTo: 'SubscriptionStart' as const, anchor };
  const april = { start: new Date('2026-04-01T00:00:00.000Z'), end: new Date('2026-05-01T00:00:00.000Z') };
  const counter = (more: Partial<CounterFacts> = {}): CounterFacts => ({
    scope: '',
    level: 9,
    lastEventAt: april.start.getTime() + 1,
    rules: [['MONTH', 'SubscriptionStart', anchor.getTime()]],
    windows: [{ start: april.start.getTime(), end: april.end.getTime(), total: 7 }],
    ...more,
  });

  it('A8: nothing was counted where there is no counter', () => {
    expect(knownUsage(undefined, rule, april)).toEqual({ total: 0 });
  });

  it('W10: the total that is kept of the window that the rule says', () => {
    expect(knownUsage(counter(), rule, april)).toEqual({ total: 7 });
  });

  it('W10: a window that merely begins at the same instant is another', () => {
    expect(knownUsage(counter(), rule, { start: april.start, end: null })).toEqual({ isKept: true });
  });

  it('A8: nothing since the window began is nothing in it', () => {
    const silent = counter({ lastEventAt: april.start.getTime() - 1, windows: null });
    expect(knownUsage(silent, rule, april)).toEqual({ total: 0 });
    expect(knownUsage(counter({ lastEventAt: null, windows: [] }), rule, april)).toEqual({ total: 0 });
  });

  it('W2: totals of another anchor do not count; what was reported is summed anew', () => {
    const since = { ...rule, anchor: new Date('2026-04-01T00:00:00.000Z') };
    expect(knownUsage(counter(), since, april)).toEqual({ isKept: false });
  });
});
