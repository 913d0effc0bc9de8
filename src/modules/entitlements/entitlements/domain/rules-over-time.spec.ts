import { sourceOf, utc } from '../../../../../test/support/entitlement-builders';
import type { EntitlementSource } from './entitlement-source';
import { rulesOverTime, type SourceState } from './rules-over-time';

// Domain: entitlements-usage

const [first, second, third, last] = ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'].map((day) =>
  utc(`${day}T00:00`),
) as [Date, Date, Date, Date];
const monthly = { period: 'MONTH', accordingTo: 'SubscriptionStart' } as const;
const daily = { period: 'DAY', accordingTo: null } as const;

const declared = (knownFrom: Date, source: EntitlementSource): SourceState => ({
  knownFrom,
  sourceKey: source.sourceKey,
  source,
});
const withdrawn = (knownFrom: Date, sourceKey: string): SourceState => ({
  knownFrom,
  sourceKey,
  source: null,
});
const plan = (reset: typeof monthly | typeof daily, more: Partial<EntitlementSource> = {}) =>
  sourceOf({ usageLimit: 10, reset }, { from: first, anchor: first, sourceKey: 'plan', ...more });
const told = (...states: SourceState[]) =>
  rulesOverTime(states, last).map(({ period, anchor, since }) => [period, anchor, since]);

describe('the rules that were in force (H2)', () => {
  it('H2: a change brings another rule from its declaration on', () => {
    expect(told(declared(first, plan(monthly)), declared(second, plan(daily)))).toEqual([
      ['MONTH', first, first],
      ['DAY', first, second],
    ]);
  });

  it('H2, G4: the rule is the winner’s, while it wins', () => {
    const promotion = sourceOf(
      { usageLimit: 99, reset: daily },
      { sourceKind: 'PROMOTION', sourceKey: 'promotion', from: second, anchor: second, until: third },
    );
    expect(told(declared(first, plan(monthly)), declared(first, promotion))).toEqual([
      ['MONTH', first, first],
      ['DAY', second, second],
      ['MONTH', first, third],
    ]);
    expect(
      told(declared(first, plan(monthly)), declared(second, promotion), withdrawn(second, 'promotion')),
    ).toEqual([['MONTH', first, first]]);
  });

  it('H2: what was declared for later counts once it begins, and not past the instant asked for', () => {
    expect(told(declared(first, plan(monthly, { from: third })))).toEqual([['MONTH', first, third]]);
    expect(told(declared(first, plan(monthly, { from: new Date(last.getTime() + 1) })))).toEqual([]);
  });

  it('H2: where nothing is in force the rule before goes on, and the same rule is told once', () => {
    const ended = plan(monthly, { until: second });
    const again = plan(monthly, { sourceKey: 'another', from: third });
    expect(told(declared(first, ended), declared(third, again))).toEqual([['MONTH', first, first]]);
  });

  it('H2, G5: what takes the feature away brings no rule', () => {
    const away = sourceOf({ isGranted: false, reset: daily }, { sourceKey: 'away', from: first });
    expect(told(declared(first, away), declared(second, plan(monthly)))).toEqual([['MONTH', first, second]]);
  });
});
