import type { FeatureRequest } from './entitlement-request';
import {
  completeFeatureTerms,
  mergedFeatureTerms,
  type FeatureTerms,
  type RuledFeature,
} from './feature-terms';

// Domain: catalog

const ruled = (
  featureType: RuledFeature['featureType'],
  meterType: RuledFeature['meterType'] = 'None',
): RuledFeature => ({
  id: 'f',
  featureType,
  meterType,
  enumConfiguration:
    featureType === 'ENUM' ? ['small', 'large'].map((value) => ({ value, displayName: value })) : null,
});
const kinds = {
  BOOLEAN: ruled('BOOLEAN'),
  config: ruled('NUMBER'),
  INCREMENTAL: ruled('NUMBER', 'INCREMENTAL'),
  FLUCTUATING: ruled('NUMBER', 'FLUCTUATING'),
  ENUM: ruled('ENUM'),
};
const nothing: FeatureTerms = {
  usageLimit: null,
  hasUnlimitedUsage: false,
  hasSoftLimit: false,
  resetPeriod: null,
  accordingTo: null,
  enumValues: null,
};

const merge = (kind: keyof typeof kinds, asked: FeatureRequest, stored = nothing) =>
  mergedFeatureTerms(stored, asked, kinds[kind], 'entitlements[3].');
const outcome = (kind: keyof typeof kinds, asked: FeatureRequest, stored?: FeatureTerms): string => {
  try {
    merge(kind, asked, stored);
    return 'taken';
  } catch (error) {
    expect((error as Error).message).toMatch(/^entitlements\[3\]\./);
    return (error as { code: string }).code;
  }
};

const invalid = 'InvalidEntitlementResetPeriod';
const bad = 'BadUserInput';

describe('the table of E6', () => {
  it.each<[keyof typeof kinds, string, string, string, string, string]>([
    //             usageLimit  unlimited  soft     resetPeriod  enumValues
    ['BOOLEAN', bad, bad, bad, invalid, bad],
    ['config', 'taken', 'taken', bad, invalid, bad],
    ['INCREMENTAL', 'taken', 'taken', 'taken', 'taken', bad],
    ['FLUCTUATING', 'taken', 'taken', 'taken', invalid, bad],
    ['ENUM', bad, bad, bad, invalid, 'taken'],
  ])('%s: usageLimit %s, unlimited %s, soft %s, resetPeriod %s, enumValues %s', (kind, ...expected) => {
    expect([
      outcome(kind, { usageLimit: 5 }),
      outcome(kind, { hasUnlimitedUsage: true }),
      outcome(kind, { hasSoftLimit: true }),
      outcome(kind, { resetPeriod: 'MONTH' }),
      outcome(kind, { enumValues: ['small'] }),
    ]).toEqual(expected);
  });

  it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    '%s: what says nothing is taken everywhere: false, null, absent',
    (kind) => {
      expect(merge(kind, { usageLimit: null, hasUnlimitedUsage: false, hasSoftLimit: false })).toEqual(
        nothing,
      );
      expect(merge(kind, {})).toEqual(nothing);
    },
  );

  it('an empty list of values says nothing, save for an ENUM, which needs one', () => {
    expect(merge('BOOLEAN', { enumValues: [] }).enumValues).toBeNull();
    expect(outcome('ENUM', { enumValues: [] })).toBe(bad);
  });

  it('enumValues are a subset of the feature, each once', () => {
    expect(merge('ENUM', { enumValues: ['large', 'small', 'large'] }).enumValues).toEqual(['large', 'small']);
    expect(outcome('ENUM', { enumValues: ['small', 'huge'] })).toBe(bad);
    expect(outcome('ENUM', { enumValues: ['constructor'] })).toBe(bad);
  });

  it('usageLimit reaches 2^53-1 and no further', () => {
    expect(merge('config', { usageLimit: 2 ** 53 - 1 }).usageLimit).toBe(2 ** 53 - 1);
    expect(merge('config', { usageLimit: 0 }).usageLimit).toBe(0);
    expect(outcome('config', { usageLimit: 2 ** 53 })).toBe('EntitlementUsageOutOfRangeError');
  });

  it('a limit and unlimited usage exclude each other', () => {
    expect(outcome('INCREMENTAL', { usageLimit: 10, hasUnlimitedUsage: true })).toBe(bad);
    expect(outcome('INCREMENTAL', { usageLimit: 10, hasUnlimitedUsage: false })).toBe('taken');
    expect(outcome('INCREMENTAL', { usageLimit: null, hasUnlimitedUsage: true })).toBe('taken');
  });
});

describe('a PATCH of the terms (E3)', () => {
  const limited: FeatureTerms = { ...nothing, usageLimit: 100, hasSoftLimit: true };
  const unlimited: FeatureTerms = { ...nothing, hasUnlimitedUsage: true };

  it('absent leaves what is stored', () => {
    expect(merge('INCREMENTAL', {}, limited)).toEqual(limited);
    expect(merge('INCREMENTAL', { resetPeriod: 'DAY' }, limited)).toEqual({ ...limited, resetPeriod: 'DAY' });
  });

  it('hasUnlimitedUsage alone clears the limit', () => {
    expect(merge('INCREMENTAL', { hasUnlimitedUsage: true }, limited)).toMatchObject({
      usageLimit: null,
      hasUnlimitedUsage: true,
      hasSoftLimit: true,
    });
  });

  it('a limit alone clears unlimited usage, null does not', () => {
    expect(merge('INCREMENTAL', { usageLimit: 5 }, unlimited)).toMatchObject({
      usageLimit: 5,
      hasUnlimitedUsage: false,
    });
    expect(merge('INCREMENTAL', { usageLimit: null }, unlimited)).toEqual(unlimited);
    expect(merge('INCREMENTAL', { usageLimit: null }, limited).usageLimit).toBeNull();
  });

  it('hasUnlimitedUsage false keeps the limit', () => {
    expect(merge('INCREMENTAL', { hasUnlimitedUsage: false }, limited).usageLimit).toBe(100);
  });

  it('the merged record obeys the table', () => {
    expect(outcome('INCREMENTAL', { usageLimit: 2 ** 53 }, unlimited)).toBe(
      'EntitlementUsageOutOfRangeError',
    );
    expect(outcome('ENUM', { enumValues: ['huge'] }, { ...nothing, enumValues: ['small'] })).toBe(bad);
  });
});

describe('terms that are in force at once (E6)', () => {
  const complete = (kind: keyof typeof kinds, asked: FeatureRequest) =>
    completeFeatureTerms(asked, kinds[kind]);

  it.each<[keyof typeof kinds, FeatureRequest, RegExp]>([
    ['config', {}, /^usageLimit or hasUnlimitedUsage: /],
    ['INCREMENTAL', { resetPeriod: 'MONTH', hasUnlimitedUsage: false }, /^usageLimit or hasUnlimitedUsage: /],
    ['FLUCTUATING', { hasSoftLimit: true }, /^usageLimit or hasUnlimitedUsage: /],
    ['ENUM', {}, /^enumValues: /],
  ])('%s needs its value, which publishing would ask for: %j', (kind, asked, message) => {
    expect(() => complete(kind, asked)).toThrow(message);
  });

  it('are otherwise those of a new entitlement', () => {
    expect(complete('BOOLEAN', {})).toEqual(nothing);
    expect(complete('config', { usageLimit: 0 })).toEqual({ ...nothing, usageLimit: 0 });
    expect(complete('ENUM', { enumValues: ['small'] })).toEqual({ ...nothing, enumValues: ['small'] });
    const monthly = { hasUnlimitedUsage: true, resetPeriod: 'MONTH' } as const;
    expect(complete('INCREMENTAL', monthly)).toEqual({
      ...nothing,
      ...monthly,
      accordingTo: 'SubscriptionStart',
    });
    expect(() => complete('BOOLEAN', { usageLimit: 1 })).toThrow(/^usageLimit: feature f/);
  });
});
