import { chargeOfFeature, named, overageOfCredits } from '../../../../../test/support/charge-builders';
import { refusalOf } from '../../../../../test/support/price-builders';
import type { CreditRequest, FeatureRequest } from './entitlement-request';
import { newEntitlement, type NewEntitlement } from './new-entitlement';
import { OverageLimits } from './overage-limits';
import type { PackageEntitlement } from './package-entitlement';

// Domain: catalog

const now = new Date('2026-03-01T00:00:00.000Z');
const overage = [chargeOfFeature('calls', { isOverage: true })];
const creditOverage = [overageOfCredits('tokens')];
const entitle = (asked: NewEntitlement, packageVersionUid = 'draft', order = 1): PackageEntitlement =>
  newEntitlement('PLAN', asked, named, { packageVersionUid, order, at: '' }, now);
const calls = (more: FeatureRequest = { usageLimit: 1000 }, version = 'draft') =>
  entitle({ type: 'FEATURE', id: 'calls', ...more }, version);
const tokens = (more: CreditRequest = {}, version = 'draft') =>
  entitle({ type: 'CREDIT', id: 'tokens', amount: 50, cadence: 'MONTH', ...more }, version);
const limitsOf = (own: PackageEntitlement[], ...ancestors: PackageEntitlement[][]) =>
  new OverageLimits('draft', own, ancestors, now);

describe('R5: an overage price makes the limit below it soft', () => {
  it('on the draft', () => {
    const own = calls();
    const limits = limitsOf([own]);
    limits.soften(overage);
    expect(own.hasSoftLimit).toBe(true);
    expect([...limits.changed]).toEqual([own]);
    expect(limits.added).toEqual([]);
  });

  it('which stays as it is when it is soft', () => {
    const limits = limitsOf([calls({ usageLimit: 5, hasSoftLimit: true })]);
    limits.soften(overage);
    expect(limits.changed.size).toBe(0);
  });

  it('and an inherited one becomes the own of the draft, which leaves the parent as it was', () => {
    const parent = calls({ usageLimit: 70, resetPeriod: 'MONTH' }, 'parent');
    const grandparent = calls({ usageLimit: 10 }, 'grandparent');
    const limits = limitsOf([entitle({ type: 'FEATURE', id: 'sso' }, 'draft', 4)], [parent], [grandparent]);
    limits.soften(overage);
    expect(limits.added).toMatchObject([
      { packageVersionUid: 'draft', usageLimit: 70, resetPeriod: 'MONTH', hasSoftLimit: true, order: 5 },
    ]);
    expect(limits.added[0]?.uid).not.toBe(parent.uid);
    expect(parent).toMatchObject({ packageVersionUid: 'parent', hasSoftLimit: false });
  });

  it('of credits too', () => {
    const own = tokens();
    limitsOf([own]).soften(creditOverage);
    expect(own.hasSoftLimit).toBe(true);
    const limits = limitsOf([], [tokens({}, 'parent')]);
    limits.soften(creditOverage);
    expect(limits.added).toMatchObject([{ refId: 'tokens', amount: '50', hasSoftLimit: true, order: 1 }]);
  });
});

describe('R6: overage needs a limit to exceed', () => {
  const needsLimit = (own: PackageEntitlement[], ...ancestors: PackageEntitlement[][]) =>
    refusalOf(() => limitsOf(own, ...ancestors).soften(overage));

  it.each<[string, PackageEntitlement[], PackageEntitlement[]]>([
    ['none at all', [], []],
    ['another feature', [entitle({ type: 'FEATURE', id: 'storage', usageLimit: 5 })], []],
    ['no usageLimit', [calls({})], []],
    ['unlimited usage', [calls({ hasUnlimitedUsage: true })], []],
    [
      'unlimited usage here, a limit above',
      [calls({ hasUnlimitedUsage: true })],
      [calls({ usageLimit: 5 }, 'p')],
    ],
    ['an inherited unlimited one', [], [calls({ hasUnlimitedUsage: true }, 'p')]],
    ['a feature that is taken away', [calls({ isGranted: false, usageLimit: 5 })], []],
  ])('%s is OveragePriceRequiresUsageLimit', (_, own, parent) => {
    expect(needsLimit(own, parent)).toMatch(/^OveragePriceRequiresUsageLimit: charges\.overage.* calls /);
  });

  it.each<[string, PackageEntitlement[], PackageEntitlement[]]>([
    ['a usageLimit of 0', [calls({ usageLimit: 0 })], []],
    ['an inherited one', [], [calls({ usageLimit: 5 }, 'p')]],
    ['E9: one that is filled in per subscription', [calls({ isCustom: true })], []],
  ])('%s is enough', (_, own, parent) => {
    expect(needsLimit(own, parent)).toBeUndefined();
  });

  it('a commitment is a limit, unless the usage is unlimited', () => {
    const both = [...overage, chargeOfFeature('calls', { billingModel: 'PER_UNIT' })];
    expect(refusalOf(() => limitsOf([]).soften(both))).toBeUndefined();
    const own = calls({});
    limitsOf([own]).soften(both);
    expect(own.hasSoftLimit).toBe(true);
    const unlimited = limitsOf([calls({ hasUnlimitedUsage: true })]);
    expect(refusalOf(() => unlimited.soften(both))).toMatch(/^OveragePriceRequiresUsageLimit/);
  });

  it('credits need a grant', () => {
    for (const own of [[], [tokens({ isGranted: false })]]) {
      expect(refusalOf(() => limitsOf(own).soften(creditOverage))).toMatch(
        /^CreditOveragePriceCurrencyNotFound: charges\.overage.* tokens/,
      );
    }
  });
});

describe('R5: the entitlement that an overage price carries', () => {
  const carry = (limits: OverageLimits, featureId: string, more: object = {}) => {
    const entitlement = { type: 'FEATURE' as const, id: featureId, usageLimit: 500, ...more };
    limits.set({ entitlement, at: 'charges.overagePricingModels[0].entitlement.' }, named);
  };

  it('is made on the draft, at its end', () => {
    const limits = limitsOf([entitle({ type: 'FEATURE', id: 'sso' }, 'draft', 3)]);
    carry(limits, 'calls', { resetPeriod: 'MONTH' });
    limits.soften(overage);
    expect(limits.added).toMatchObject([
      { refId: 'calls', usageLimit: 500, resetPeriod: 'MONTH', hasSoftLimit: true, order: 4 },
    ]);
    expect(limits.changed.size).toBe(0);
  });

  it('changes what stands there: absent leaves it', () => {
    const own = calls({ usageLimit: 5, resetPeriod: 'DAY' });
    const limits = limitsOf([own]);
    carry(limits, 'calls');
    expect(own).toMatchObject({ usageLimit: 500, resetPeriod: 'DAY' });
    expect([...limits.changed]).toEqual([own]);
  });

  it('obeys the rules of entitlements', () => {
    expect(refusalOf(() => carry(limitsOf([]), 'storage', { resetPeriod: 'MONTH' }))).toMatch(
      /^InvalidEntitlementResetPeriod: charges\.overagePricingModels\[0\]\.entitlement\.resetPeriod/,
    );
    expect(refusalOf(() => carry(limitsOf([]), 'calls', { hasUnlimitedUsage: true }))).toMatch(
      /exclude each other/,
    );
    expect(refusalOf(() => carry(limitsOf([]), 'calls', { usageLimit: 2 ** 53 }))).toMatch(
      /^EntitlementUsageOutOfRangeError/,
    );
  });

  it('may be one of credits', () => {
    const entitlement = { type: 'CREDIT', id: 'tokens', amount: 7.5, cadence: 'YEAR' } as const;
    const asked = { entitlement, at: 'charges.overagePricingModels[0].creditEntitlement.' };
    const fresh = limitsOf([]);
    const own = tokens();
    const present = limitsOf([own]);
    fresh.set(asked, named);
    present.set(asked, named);
    expect(fresh.added).toMatchObject([{ kind: 'CREDIT', refId: 'tokens', amount: '7.5', cadence: 'YEAR' }]);
    expect(own).toMatchObject({ amount: '7.5', cadence: 'YEAR' });
  });

  it('E13: finds no room past 500 entitlements', () => {
    const full = Array.from({ length: 500 }, () => entitle({ type: 'FEATURE', id: 'sso' }));
    expect(refusalOf(() => carry(limitsOf(full), 'calls'))).toMatch(
      /^FeatureConfigurationExceededLimitError/,
    );
  });
});
