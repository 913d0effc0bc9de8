import fc from 'fast-check';
import { effectiveEntitlement } from '../../src/modules/entitlements/entitlements/domain/effective-entitlement';
import type { EntitlementSource } from '../../src/modules/entitlements/entitlements/domain/entitlement-source';
import { rankedSources } from '../../src/modules/entitlements/entitlements/domain/source-ranking';
import { grantOf, sourceOf, utc } from '../support/entitlement-builders';

// Domain: entitlements-usage

const instant = fc.integer({ min: 1, max: 6 }).map((day) => utc(`2026-06-0${day}T00:00`));
const amount = fc.integer({ min: 0, max: 3 });

// Few values, so that sources tie often.
const source: fc.Arbitrary<EntitlementSource> = fc
  .record({
    sourceKind: fc.constantFrom<EntitlementSource['sourceKind']>('SUBSCRIPTION', 'PROMOTION'),
    sourceKey: fc.uuid(),
    scope: fc.constantFrom('', 'workspace'),
    from: instant,
    until: fc.option(instant),
    isGranted: fc.boolean(),
    usageLimit: fc.option(amount),
    hasUnlimitedUsage: fc.boolean(),
    hasSoftLimit: fc.boolean(),
    enumValues: fc.option(fc.subarray(['eu', 'us', 'ap'])),
    period: fc.constantFrom<'MONTH' | 'DAY' | null>(null, 'MONTH', 'DAY'),
  })
  .map(({ sourceKind, sourceKey, scope, from, until, period, ...grant }) =>
    sourceOf(grantOf({ ...grant, reset: { period, accordingTo: null } }), {
      ...{ sourceKind, sourceKey, scope, from, until },
    }),
  );
const sources = fc.uniqueArray(source, { maxLength: 6, selector: ({ sourceKey }) => sourceKey });

/** G4 word for word, as the list of what a source is worth. */
const worth = ({ grant, until, scope, sourceKind }: EntitlementSource): Record<string, number> => ({
  UNLIMITED_USAGE: grant.hasUnlimitedUsage ? 1 : 0,
  USAGE_LIMIT: grant.hasUnlimitedUsage ? 0 : (grant.usageLimit ?? -1),
  ENUM_VALUES: grant.enumValues?.length ?? 0,
  SOFT_LIMIT: grant.hasSoftLimit ? 1 : 0,
  RESET_PERIOD: { none: 0, MONTH: 1, DAY: 2 }[(grant.reset.period ?? 'none') as 'none' | 'MONTH' | 'DAY'],
  LATER_END: until?.getTime() ?? Infinity,
  OWN_RESOURCE: scope === '' ? 0 : 1,
  SUBSCRIPTION: sourceKind === 'SUBSCRIPTION' ? 1 : 0,
});

function expectAbove(upper: EntitlementSource, lower: EntitlementSource, criterion: string | null): void {
  const [better, worse] = [worth(upper), worth(lower)];
  const decisive = Object.keys(better).find((name) => better[name] !== worse[name]);
  expect(criterion).toBe(decisive ?? 'KEY');
  if (decisive) expect(better[decisive]).toBeGreaterThan(worse[decisive] as number);
}

describe('the ranking of sources', () => {
  it('G4, Q16: has each source once, the winner of the answer first, and says what decided', () => {
    fc.assert(
      fc.property(sources, instant, (given, at) => {
        const ranked = rankedSources(given, at);
        expect(ranked.map((each) => each.source.sourceKey).sort()).toEqual(
          given.map(({ sourceKey }) => sourceKey).sort(),
        );
        const effective = effectiveEntitlement(given, at);
        const competing = ranked.filter(({ reason }) => reason === null || reason === 'LESS_GENEROUS');
        const [winner, second] = competing;
        expect(winner?.isWinner ?? false).toBe(effective.status === 'granted');
        if (!winner || effective.status !== 'granted') return;
        expect(ranked[0]).toBe(winner);
        expect(winner.source.sourceKey).toBe(effective.sourceKey);
        if (second) expectAbove(winner.source, second.source, winner.decidedBy);
        else expect(winner.decidedBy).toBeNull();
        for (const loser of competing.slice(1)) expectAbove(winner.source, loser.source, loser.decidedBy);
      }),
      { numRuns: 500 },
    );
  });

  it('G3, G4, Q16: what is lent is what the answer has beyond the winner', () => {
    fc.assert(
      fc.property(sources, instant, (given, at) => {
        const effective = effectiveEntitlement(given, at);
        const ranked = rankedSources(given, at);
        const lent = new Set(ranked.flatMap(({ lends }) => lends));
        if (effective.status !== 'granted') return expect(lent.size).toBe(0);
        const { grant } = ranked[0]?.source as EntitlementSource;
        expect(lent.has('SOFT_LIMIT')).toBe(effective.grant.hasSoftLimit !== grant.hasSoftLimit);
        const values = new Set(grant.enumValues);
        const more = effective.grant.enumValues?.some((value) => !values.has(value)) ?? false;
        expect(lent.has('ENUM_VALUES')).toBe(more);
      }),
      { numRuns: 500 },
    );
  });

  it('G5, Q16: each that does not compete says why', () => {
    fc.assert(
      fc.property(sources, instant, (given, at) => {
        for (const { source: each, reason } of rankedSources(given, at)) {
          const isLive = each.from <= at && (each.until === null || at < each.until);
          const isCompeting = reason === null || reason === 'LESS_GENEROUS';
          expect(isCompeting).toBe(isLive && each.grant.isGranted);
          expect(reason === 'TAKES_AWAY').toBe(isLive && !each.grant.isGranted);
          expect(reason === 'NOT_STARTED').toBe(each.from > at);
        }
      }),
      { numRuns: 500 },
    );
  });
});
