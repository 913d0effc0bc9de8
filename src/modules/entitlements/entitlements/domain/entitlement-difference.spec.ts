import { sourceOf, utc } from '../../../../../test/support/entitlement-builders';
import { entitlementDifferences, fallsBelow } from './entitlement-difference';
import type { EntitlementSource } from './entitlement-source';
import type { FeatureGrant } from './feature-grant';

// Domain: entitlements-usage

const june = utc('2026-06-01T00:00');
const monthly = { period: 'MONTH', accordingTo: 'SubscriptionStart' } as const;

const between = (before: EntitlementSource[], after: EntitlementSource[]) =>
  entitlementDifferences(new Map([['calls', before]]), new Map([['calls', after]]), june);

const limited = (usageLimit: number, more: Partial<FeatureGrant> = {}) =>
  sourceOf({ usageLimit, reset: monthly, ...more });

describe('what becomes different', () => {
  it.each<[string, EntitlementSource[], EntitlementSource[]]>([
    ['a lower limit', [limited(10)], [limited(5)]],
    ['no limit', [limited(10)], [sourceOf({ hasUnlimitedUsage: true, reset: monthly })]],
    ['a hard limit', [limited(10, { hasSoftLimit: true })], [limited(10)]],
    ['another reset', [limited(10)], [limited(10, { reset: { period: 'WEEK', accordingTo: null } })]],
    ['more values', [sourceOf({ enumValues: ['a'] })], [sourceOf({ enumValues: ['a', 'b'] })]],
    ['nothing any more', [limited(10)], []],
    ['it taken away', [limited(10)], [sourceOf({ isGranted: false })]],
    ['it at last', [], [limited(10)]],
  ])('is %s', (_what, before, after) => {
    expect(between(before, after).map(({ featureKey }) => featureKey)).toEqual(['calls']);
  });

  it.each<[string, EntitlementSource[], EntitlementSource[]]>([
    [
      'another source of the same',
      [limited(10)],
      [sourceOf({ usageLimit: 10, reset: monthly }, { sourceKey: 'x' })],
    ],
    [
      'a reset that says what goes without saying',
      [limited(10)],
      [limited(10, { reset: { period: 'MONTH', accordingTo: null } })],
    ],
    ['the order of values', [sourceOf({ enumValues: ['a', 'b'] })], [sourceOf({ enumValues: ['b', 'a'] })]],
    ['a reason of not being granted', [sourceOf({ isGranted: false })], []],
    ['what has ended', [sourceOf({ usageLimit: 10 }, { until: june })], []],
  ])('is not %s', (_what, before, after) => {
    expect(between(before, after)).toEqual([]);
  });

  it('G4: is nothing where a more generous source stays', () => {
    const promotion = sourceOf({ usageLimit: 50 }, { sourceKind: 'PROMOTION', sourceKey: 'p' });
    expect(between([limited(10), promotion], [limited(5), promotion])).toEqual([]);
    expect(between([limited(10)], [limited(10), promotion])).toHaveLength(1);
  });
});

describe('who falls below what is used', () => {
  const [cut] = between([limited(10)], [limited(5)]);
  const [taken] = between([limited(10)], []);
  const [raised] = between([limited(5)], [limited(10)]);
  const soft = [limited(5, { hasSoftLimit: true })];
  const [hardened] = between(soft, [limited(5)]);
  const [softer] = between([limited(10)], soft);
  const [goneSoft] = between(soft, []);
  const [closed] = between([sourceOf({ hasUnlimitedUsage: true })], [limited(5)]);

  it.each([
    ['above the new limit', cut, 6, true],
    ['at the new limit', cut, 5, false],
    ['above the old limit already', cut, 11, false],
    ['above a limit that rises', raised, 7, false],
    ['something of what is taken away', taken, 1, true],
    ['nothing of what is taken away', taken, 0, false],
    ['much of what was unlimited', closed, 1_000_000, true],
    ['above a soft limit that becomes a hard one', hardened, 6, true],
    ['at a soft limit that becomes a hard one', hardened, 5, false],
    ['above a soft limit that goes', goneSoft, 6, true],
    ['above a lower limit that is soft', softer, 6, true],
    ['above the old limit already, which becomes soft', softer, 11, false],
  ])('%s', (_what, difference, usage, expected) => {
    expect(difference && fallsBelow(difference, usage)).toBe(expected);
  });
});
