import { featureOf, grantOf, overrideOf, utc } from '../../../../../test/support/entitlement-builders';
import type { AddonContribution, FeatureRecord, PackageFeature } from './contribution';
import { resolveSubscription, type ResolvedFeature } from './subscription-resolution';

// Domain: entitlements-usage

const start = utc('2026-01-31T10:15');
const later = utc('2026-03-04T15:30');

interface Parts {
  plan?: Partial<PackageFeature>;
  addons?: (Partial<PackageFeature> & { quantity?: number; joinedAt?: Date; order?: number })[];
  override?: Partial<FeatureRecord>;
  usageAnchor?: Date;
}

/** The feature `calls` of a subscription that mentions nothing else. */
function resolve({ plan, addons = [], override, usageAnchor = start }: Parts): ResolvedFeature | undefined {
  const addonOf = ({ quantity = 1, joinedAt = start, order = 1, ...feature }: (typeof addons)[number]) =>
    ({ quantity, joinedAt, order, features: [featureOf('calls', feature)] }) satisfies AddonContribution;
  return resolveSubscription({
    planChain: [{ features: plan ? [featureOf('calls', plan)] : [] }],
    addons: addons.map(addonOf),
    overrides: override ? [overrideOf('calls', override)] : [],
    usageAnchor,
  }).get('calls');
}

const limitOf = (parts: Parts): number | null | undefined => resolve(parts)?.usageLimit;

describe('numeric features (G2)', () => {
  it('G2: plan 10,000 and addon 1,000 × 2 make 12,000', () => {
    expect(limitOf({ plan: { usageLimit: 10_000 }, addons: [{ usageLimit: 1_000, quantity: 2 }] })).toBe(
      12_000,
    );
  });

  it('G2: every Increment addon adds up, each times its quantity', () => {
    const addons = [
      { usageLimit: 10, quantity: 3 },
      { usageLimit: 7, quantity: 2 },
    ];
    expect(limitOf({ plan: { usageLimit: 100 }, addons })).toBe(144);
    expect(limitOf({ addons })).toBe(44);
  });

  it('G2: an Override addon replaces the plan value and is not multiplied by its quantity', () => {
    const addons = [{ behavior: 'Override' as const, usageLimit: 500, quantity: 3 }];
    expect(limitOf({ plan: { usageLimit: 10_000 }, addons })).toBe(500);
  });

  it('G2: of several Override addons the best counts, and Increment addons come on top', () => {
    const addons = [
      { behavior: 'Override' as const, usageLimit: 500 },
      { behavior: 'Override' as const, usageLimit: 900 },
      { usageLimit: 10 },
    ];
    expect(limitOf({ plan: { usageLimit: 100 }, addons })).toBe(910);
  });

  it('G2: of two Override addons with the same value the soft one counts', () => {
    const hard = { behavior: 'Override' as const, usageLimit: 500 };
    expect(resolve({ addons: [hard, { ...hard, hasSoftLimit: true }] })?.hasSoftLimit).toBe(true);
  });

  it('G2: the override of the subscription is the base before any Override addon, lower values included', () => {
    const addons = [
      { behavior: 'Override' as const, usageLimit: 500 },
      { usageLimit: 10, quantity: 2 },
    ];
    expect(limitOf({ plan: { usageLimit: 10_000 }, addons, override: { usageLimit: 50 } })).toBe(70);
  });

  it.each([
    ['the plan', { plan: { hasUnlimitedUsage: true }, addons: [{ usageLimit: 10 }] }],
    ['an Increment addon', { plan: { usageLimit: 10 }, addons: [{ hasUnlimitedUsage: true }] }],
    [
      'the best Override addon',
      {
        plan: { usageLimit: 10 },
        addons: [
          { behavior: 'Override', usageLimit: 99 },
          { behavior: 'Override', hasUnlimitedUsage: true },
        ],
      },
    ],
    ['the override', { plan: { usageLimit: 10 }, override: { hasUnlimitedUsage: true } }],
  ] satisfies [string, Parts][])('G2: %s being unlimited makes the feature unlimited', (_, parts) => {
    expect(resolve(parts)).toMatchObject({ hasUnlimitedUsage: true, usageLimit: null });
  });

  it('G2: a replaced value contributes nothing, neither unlimited usage nor a soft limit', () => {
    const plan = { hasUnlimitedUsage: true, hasSoftLimit: true };
    expect(resolve({ plan, override: { usageLimit: 50 } })).toMatchObject({
      usageLimit: 50,
      hasUnlimitedUsage: false,
      hasSoftLimit: false,
    });
  });

  it('G2: one soft contribution makes the limit soft', () => {
    expect(resolve({ plan: { usageLimit: 1 }, addons: [{ usageLimit: 1 }] })?.hasSoftLimit).toBe(false);
    expect(
      resolve({ plan: { usageLimit: 1 }, addons: [{ usageLimit: 1, hasSoftLimit: true }] })?.hasSoftLimit,
    ).toBe(true);
    expect(
      resolve({ plan: { usageLimit: 1, hasSoftLimit: true }, addons: [{ usageLimit: 1 }] })?.hasSoftLimit,
    ).toBe(true);
  });

  it('G2: an override may soften the limit and leave the number to the plan', () => {
    expect(resolve({ plan: { usageLimit: 100 }, override: { hasSoftLimit: true } })).toMatchObject({
      usageLimit: 100,
      hasSoftLimit: true,
    });
  });

  it('a sum above 2^53 − 1 is cut off there', () => {
    const addons = [{ usageLimit: Number.MAX_SAFE_INTEGER, quantity: 1000 }];
    expect(limitOf({ plan: { usageLimit: 5 }, addons })).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('switches and lists (G3)', () => {
  it('G3: a BOOLEAN is granted by the plan, an addon or an override alike', () => {
    const sso = { featureType: 'BOOLEAN' as const };
    const granted = { ...grantOf(), anchor: start };
    expect(resolve({ plan: sso })).toEqual(granted);
    expect(resolve({ addons: [sso] })).toEqual(granted);
    expect(resolve({ override: sso })).toEqual(granted);
  });

  it('G3: an ENUM unites the values of plan and addons, each once', () => {
    const plan = { featureType: 'ENUM' as const, enumValues: ['eu', 'us'] };
    const addons = [
      { featureType: 'ENUM' as const, enumValues: ['us', 'ap'] },
      { featureType: 'ENUM' as const, enumValues: ['sa'], behavior: 'Override' as const },
    ];
    expect(resolve({ plan, addons })?.enumValues).toEqual(['eu', 'us', 'ap', 'sa']);
  });

  it("G3: an override replaces the plan's list, and addons still add theirs", () => {
    const list = (...enumValues: string[]) => ({ featureType: 'ENUM' as const, enumValues });
    const parts = { plan: list('eu', 'us'), addons: [list('ap')], override: list('sa') };
    expect(resolve(parts)?.enumValues).toEqual(['sa', 'ap']);
  });
});

describe('taking away (G5, catalog I4)', () => {
  it('catalog I4: isGranted=false on the plan revokes a feature that nothing else grants', () => {
    expect(resolve({ plan: { isGranted: false, usageLimit: 5 } })).toEqual({
      ...grantOf({ isGranted: false }),
      anchor: start,
    });
  });

  it('G5: an addon still grants what the plan takes away, without the value of the plan', () => {
    const addons = [{ usageLimit: 1_000, quantity: 2 }];
    expect(resolve({ plan: { isGranted: false, usageLimit: 5 }, addons })).toMatchObject({
      isGranted: true,
      usageLimit: 2_000,
    });
  });

  it('G5: isGranted=false on an addon contributes nothing, and revokes only when it stands alone', () => {
    const refusing = { isGranted: false, usageLimit: 1_000 };
    expect(limitOf({ plan: { usageLimit: 5 }, addons: [refusing] })).toBe(5);
    expect(resolve({ addons: [refusing] })?.isGranted).toBe(false);
  });

  it("G5: an override that takes away takes the plan's value, not the addon's", () => {
    const override = { isGranted: false };
    expect(resolve({ plan: { usageLimit: 5 }, override })?.isGranted).toBe(false);
    expect(limitOf({ plan: { usageLimit: 5 }, addons: [{ usageLimit: 7 }], override })).toBe(7);
  });
});

describe('variable entitlements (G6)', () => {
  it.each(['NUMBER', 'ENUM', 'BOOLEAN'] as const)('G6: an unfilled %s is not there', (featureType) => {
    expect(resolve({ plan: { featureType, isCustom: true } })).toBeUndefined();
    expect(resolve({ addons: [{ featureType, isCustom: true }] })).toBeUndefined();
  });

  it('G6: an override fills it in and keeps the reset period of the plan', () => {
    const plan = { isCustom: true, resetPeriod: 'MONTH' as const, resetAnchor: 'StartOfTheMonth' as const };
    expect(resolve({ plan, override: { usageLimit: 5_000 } })).toMatchObject({
      usageLimit: 5_000,
      reset: { period: 'MONTH', accordingTo: 'StartOfTheMonth' },
    });
  });

  it.each(['NUMBER', 'ENUM'] as const)(
    'G6: an override without a value does not fill in a %s',
    (featureType) => {
      const parts = { plan: { featureType, isCustom: true }, override: { featureType, hasSoftLimit: true } };
      expect(resolve(parts)).toBeUndefined();
    },
  );

  it('G6: unfilled, it leaves the reset period to the addon', () => {
    const plan = { isCustom: true, resetPeriod: 'MONTH' as const };
    expect(resolve({ plan, addons: [{ usageLimit: 1, resetPeriod: 'DAY' }] })).toMatchObject({
      usageLimit: 1,
      reset: { period: 'DAY', accordingTo: null },
    });
  });
});

describe('reset rule and anchor (G2, W2)', () => {
  const daily = { usageLimit: 1, resetPeriod: 'DAY' as const };
  const weekly = { usageLimit: 1, resetPeriod: 'WEEK' as const, resetAnchor: 'EveryMonday' as const };

  it("G2: the plan's reset period holds where the plan has the feature, its absence included", () => {
    expect(resolve({ plan: weekly, addons: [daily] })?.reset).toEqual({
      period: 'WEEK',
      accordingTo: 'EveryMonday',
    });
    expect(resolve({ plan: { usageLimit: 1 }, addons: [daily] })?.reset.period).toBeNull();
  });

  it("G2: else the first addon's by order, however they are listed", () => {
    const addons = [
      { ...daily, order: 2 },
      { ...weekly, order: 1, joinedAt: later },
    ];
    expect(resolve({ addons })).toMatchObject({ reset: { period: 'WEEK' }, anchor: later });
    expect(resolve({ addons: addons.toReversed() })).toMatchObject({
      reset: { period: 'WEEK' },
      anchor: later,
    });
  });

  it('of addons with the same order the one that joined first comes first', () => {
    const addons = [
      { ...weekly, joinedAt: later },
      { ...daily, joinedAt: start },
    ];
    expect(resolve({ addons })).toMatchObject({ reset: { period: 'DAY' }, anchor: start });
  });

  it('an override that states a reset period brings its own', () => {
    expect(resolve({ plan: weekly, override: daily })?.reset).toEqual({ period: 'DAY', accordingTo: null });
  });

  it('W2: windows count from the usage anchor, for an addon-only feature from the instant the addon joined', () => {
    expect(resolve({ plan: daily, addons: [{ ...daily, joinedAt: later }] })?.anchor).toEqual(start);
    expect(resolve({ addons: [{ ...daily, joinedAt: later }] })?.anchor).toEqual(later);
    expect(resolve({ addons: [{ ...daily, joinedAt: later }], override: { usageLimit: 5 } })?.anchor).toEqual(
      start,
    );
  });

  it('W2: a change that reset usage after the addon joined moves its anchor too', () => {
    expect(resolve({ addons: [{ ...daily, joinedAt: start }], usageAnchor: later })?.anchor).toEqual(later);
  });
});

describe('a whole subscription', () => {
  const free = {
    features: [
      featureOf('projects', { usageLimit: 3 }),
      featureOf('calls', { usageLimit: 100, resetPeriod: 'MONTH' }),
    ],
  };
  const pro = {
    features: [
      featureOf('calls', { usageLimit: 10_000, resetPeriod: 'MONTH' }),
      featureOf('sso', { featureType: 'BOOLEAN' }),
    ],
  };
  const enterprise = {
    features: [featureOf('calls', { hasUnlimitedUsage: true }), featureOf('projects', { isGranted: false })],
  };
  const resolvePlan = (...planChain: (typeof free)[]) =>
    resolveSubscription({ planChain, addons: [], overrides: [], usageAnchor: start });

  it('catalog I6: Pro gives 3 projects, 10,000 calls and sso', () => {
    const features = resolvePlan(free, pro);
    expect([features.get('projects')?.usageLimit, features.get('calls')?.usageLimit]).toEqual([3, 10_000]);
    expect(features.get('sso')?.isGranted).toBe(true);
  });

  it('catalog I6: Enterprise gives unlimited calls and sso, and revokes projects', () => {
    const features = resolvePlan(free, pro, enterprise);
    expect(features.get('calls')).toMatchObject({ hasUnlimitedUsage: true, usageLimit: null });
    expect(features.get('sso')?.isGranted).toBe(true);
    expect(features.get('projects')?.isGranted).toBe(false);
  });

  it('takes any string for a feature key', () => {
    const features = resolvePlan({ features: [featureOf('__proto__', { usageLimit: 1 })] });
    expect([...features.keys()]).toEqual(['__proto__']);
    expect(features.get('constructor')).toBeUndefined();
  });
});
