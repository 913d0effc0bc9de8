import { sourceOf, utc } from '../../../../../test/support/entitlement-builders';
import type { EntitlementSource } from './entitlement-source';
import { byGenerosity } from './generosity';

// Domain: entitlements-usage

const monthly = { period: 'MONTH', accordingTo: null } as const;
const daily = { period: 'DAY', accordingTo: null } as const;
const none = { period: null, accordingTo: null };
const june = { until: utc('2026-06-01T00:00') };

const expectFirst = (winner: EntitlementSource, loser: EntitlementSource): void => {
  expect(byGenerosity(winner, loser)).toBeLessThan(0);
  expect(byGenerosity(loser, winner)).toBeGreaterThan(0);
};

describe('generosity (G4), each rule against all that follow it', () => {
  it('unlimited before any limit', () => {
    const limited = { usageLimit: Number.MAX_SAFE_INTEGER, hasSoftLimit: true, reset: daily };
    expectFirst(sourceOf({ hasUnlimitedUsage: true }, june), sourceOf(limited));
  });

  it('the larger usage limit before the softer, faster, longer one', () => {
    expectFirst(
      sourceOf({ usageLimit: 1_000 }, june),
      sourceOf({ usageLimit: 800, hasSoftLimit: true, reset: daily }),
    );
    expectFirst(sourceOf({ usageLimit: 0 }), sourceOf({ usageLimit: null }));
  });

  it('more enum values before the later end', () => {
    expectFirst(sourceOf({ enumValues: ['a', 'b'] }, june), sourceOf({ enumValues: ['c'] }));
  });

  it('soft before hard', () => {
    const soft = sourceOf({ usageLimit: 5, hasSoftLimit: true, reset: monthly }, june);
    expectFirst(soft, sourceOf({ usageLimit: 5, reset: daily }));
  });

  it('the shorter reset period before the later end, and any before none', () => {
    expectFirst(sourceOf({ usageLimit: 5, reset: daily }, june), sourceOf({ usageLimit: 5, reset: monthly }));
    expectFirst(sourceOf({ usageLimit: 5, reset: monthly }, june), sourceOf({ usageLimit: 5, reset: none }));
  });

  it('the later end before the earlier, and never before any', () => {
    const july = { until: utc('2026-07-01T00:00') };
    expectFirst(
      sourceOf({ usageLimit: 5 }, july),
      sourceOf({ usageLimit: 5 }, { ...june, scope: 'resource' }),
    );
    expectFirst(sourceOf({ usageLimit: 5 }), sourceOf({ usageLimit: 5 }, { ...july, scope: 'resource' }));
  });
});

describe('ties', () => {
  it("the resource's own counter before the customer's", () => {
    expectFirst(sourceOf({}, { scope: 'resource', sourceKind: 'PROMOTION' }), sourceOf({}));
  });

  it('a subscription before a promotion, then the lower key', () => {
    expectFirst(sourceOf({}, { sourceKey: 'z' }), sourceOf({}, { sourceKind: 'PROMOTION', sourceKey: 'a' }));
    expectFirst(sourceOf({}, { sourceKey: 'a' }), sourceOf({}, { sourceKey: 'z' }));
  });

  it('only a source and itself are equal', () => {
    expect(byGenerosity(sourceOf({ usageLimit: 5 }), sourceOf({ usageLimit: 5 }))).toBe(0);
  });
});
