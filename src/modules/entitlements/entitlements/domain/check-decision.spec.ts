import { grantOf, utc } from '../../../../../test/support/entitlement-builders';
import { decideCheck, type CheckDecision, type CheckFacts, type CheckRequest } from './check-decision';
import type { EffectiveEntitlement } from './effective-entitlement';
import type { FeatureGrant } from './feature-grant';

// Domain: entitlements-usage

const granted: CheckDecision = { isGranted: true, accessDeniedReason: null };
const denied = (accessDeniedReason: CheckDecision['accessDeniedReason']): CheckDecision => ({
  isGranted: false,
  accessDeniedReason,
});
const exceeding = denied('RequestedUsageExceedingLimit');
const mismatch = denied('RequestedValuesMismatch');

const metered = { featureType: 'NUMBER', meterType: 'INCREMENTAL' } as const;
const configuration = { featureType: 'NUMBER', meterType: 'None' } as const;
const enumeration = { featureType: 'ENUM', meterType: 'None' } as const;
const boolean = { featureType: 'BOOLEAN', meterType: 'None' } as const;

const entitled = (grant: Partial<FeatureGrant> = {}): EffectiveEntitlement => ({
  status: 'granted',
  sourceKind: 'SUBSCRIPTION',
  sourceKey: 'subscription',
  scope: '',
  anchor: utc('2026-01-01T00:00'),
  grant: grantOf(grant),
});

/** A check that passes: a metered feature, 100 hard, nothing used. */
const check = (facts: Partial<CheckFacts>): CheckDecision =>
  decideCheck({
    customer: 'present',
    resource: 'none',
    feature: metered,
    hasLiveSubscription: true,
    entitlement: entitled({ usageLimit: 100 }),
    usageWith: (requestedUsage) => requestedUsage,
    request: {},
    ...facts,
  });

const checkAt = (usage: number, requestedUsage: number | undefined, grant: Partial<FeatureGrant> = {}) =>
  check({
    entitlement: entitled({ usageLimit: 100, ...grant }),
    usageWith: (requested) => usage + requested,
    request: { requestedUsage },
  });

describe('the order of reasons (Q2)', () => {
  // Each row repairs the fault of the row above; all later faults stay.
  const everythingWrong: Partial<CheckFacts> = {
    customer: 'missing',
    resource: 'missing',
    feature: null,
    hasLiveSubscription: false,
    entitlement: { status: 'absent' },
    request: { requestedUsage: 101, requestedValues: ['eu'] },
  };
  const repairs: [CheckDecision['accessDeniedReason'], Partial<CheckFacts>][] = [
    ['CustomerNotFound', {}],
    ['CustomerIsArchived', { customer: 'archived' }],
    ['CustomerResourceNotFound', { customer: 'present' }],
    ['FeatureNotFound', { resource: 'present' }],
    ['NoActiveSubscription', { feature: metered }],
    ['NoFeatureEntitlementInSubscription', { hasLiveSubscription: true }],
    ['Revoked', { entitlement: { status: 'revoked' } }],
    ['FeatureTypeMismatch', { entitlement: entitled({ usageLimit: 100 }) }],
    ['RequestedUsageExceedingLimit', { request: { requestedUsage: 101 } }],
    [null, { request: { requestedUsage: 100 } }],
  ];

  it.each(repairs.map(([reason], place) => [place, reason] as const))(
    'Q2: step %d answers %s',
    (place, reason) => {
      const facts = repairs
        .slice(0, place + 1)
        .reduce((sum, [, repair]) => ({ ...sum, ...repair }), everythingWrong);
      expect(check(facts).accessDeniedReason).toBe(reason);
    },
  );

  it('Q2: what is granted is asked for no subscription', () => {
    expect(check({ hasLiveSubscription: false })).toEqual(granted);
  });
});

describe('requests that do not fit the feature (Q3)', () => {
  const fits = (feature: CheckFacts['feature'], request: CheckRequest) =>
    check({ feature, request, entitlement: entitled({ usageLimit: 100, enumValues: ['eu'] }) });

  it.each([
    ['requestedUsage on a BOOLEAN', boolean, { requestedUsage: 1 }],
    ['requestedUsage on an ENUM', enumeration, { requestedUsage: 0 }],
    ['requestedValues on a BOOLEAN', boolean, { requestedValues: ['eu'] }],
    ['requestedValues on a metered NUMBER', metered, { requestedValues: ['eu'] }],
    ['requestedValues on a configuration NUMBER', configuration, { requestedValues: ['eu'] }],
    ['both on an ENUM', enumeration, { requestedUsage: 1, requestedValues: ['eu'] }],
  ] as const)('Q3: %s is FeatureTypeMismatch', (_, feature, request) => {
    expect(fits(feature, request)).toEqual(denied('FeatureTypeMismatch'));
  });

  it.each([boolean, enumeration, metered, configuration])(
    'an empty list of values asks $featureType nothing',
    (feature) => {
      expect(fits(feature, { requestedValues: [] })).toEqual(granted);
    },
  );
});

describe('configuration numbers (Q4)', () => {
  const checkNumber = (grant: Partial<FeatureGrant>, requestedUsage?: number) =>
    check({
      feature: configuration,
      entitlement: entitled(grant),
      usageWith: () => Number.MAX_SAFE_INTEGER,
      request: { requestedUsage },
    });

  it('Q4: granted up to the limit, whatever was reported', () => {
    expect(checkNumber({ usageLimit: 100 }, 100)).toEqual(granted);
    expect(checkNumber({ usageLimit: 100 }, 101)).toEqual(exceeding);
  });

  it('Q4: without a number granted, a limit of 0 included', () => {
    expect(checkNumber({ usageLimit: 0 })).toEqual(granted);
  });

  it('Q4: unlimited grants any number; a soft limit means nothing here', () => {
    expect(checkNumber({ hasUnlimitedUsage: true }, 1e15)).toEqual(granted);
    expect(checkNumber({ usageLimit: 1, hasSoftLimit: true }, 2)).toEqual(exceeding);
  });
});

describe('metered usage, limit 100 hard (Q5)', () => {
  it.each([
    [99, undefined, granted],
    [99, 1, granted],
    [99, 2, exceeding],
    [100, undefined, exceeding],
    [100, 0, granted],
    [100, 1, exceeding],
    [120, undefined, exceeding],
    [120, 0, exceeding],
  ])('Q5: used %d, requested %p', (usage, requestedUsage, decision) => {
    expect(checkAt(usage, requestedUsage)).toEqual(decision);
  });

  it('Q5: unlimited is granted at any usage', () => {
    expect(checkAt(120, 1e15, { usageLimit: null, hasUnlimitedUsage: true })).toEqual(granted);
    expect(checkAt(120, undefined, { usageLimit: null, hasUnlimitedUsage: true })).toEqual(granted);
  });

  it('Q6: a soft limit is granted above the limit', () => {
    expect(checkAt(120, undefined, { hasSoftLimit: true })).toEqual(granted);
    expect(checkAt(120, 50, { hasSoftLimit: true })).toEqual(granted);
  });

  it('Q5: a limit of 0 grants only the question for nothing', () => {
    expect(checkAt(0, undefined, { usageLimit: 0 })).toEqual(exceeding);
    expect(checkAt(0, 0, { usageLimit: 0 })).toEqual(granted);
  });

  it('Q5: the largest counters stay exact', () => {
    const usageLimit = Number.MAX_SAFE_INTEGER;
    expect(checkAt(usageLimit - 1, 1, { usageLimit })).toEqual(granted);
    expect(checkAt(usageLimit, 1, { usageLimit })).toEqual(exceeding);
    expect(checkAt(usageLimit, usageLimit, { usageLimit })).toEqual(exceeding);
  });

  it('catalog F6: the requested usage counts before the unit transformation', () => {
    const gigabytes = (bytes: number) => Math.ceil((1_200_000_000 + bytes) / 1_000_000_000);
    const checkBytes = (requestedUsage: number) =>
      check({ entitlement: entitled({ usageLimit: 2 }), usageWith: gigabytes, request: { requestedUsage } });
    expect(checkBytes(800_000_000)).toEqual(granted);
    expect(checkBytes(800_000_001)).toEqual(exceeding);
  });
});

describe('lists of values (Q7)', () => {
  const checkValues = (enumValues: string[] | null, requestedValues?: string[]) =>
    check({ feature: enumeration, entitlement: entitled({ enumValues }), request: { requestedValues } });

  it('Q7: granted when every requested value is', () => {
    expect(checkValues(['eu', 'us'], ['us'])).toEqual(granted);
    expect(checkValues(['eu', 'us'], ['us', 'eu', 'us'])).toEqual(granted);
    expect(checkValues(['eu', 'us'], ['us', 'ap'])).toEqual(mismatch);
  });

  it('Q7: without requested values granted when there is any', () => {
    expect(checkValues(['eu'])).toEqual(granted);
    expect(checkValues([])).toEqual(mismatch);
    expect(checkValues(null)).toEqual(mismatch);
  });

  it('Q7: values are compared exactly', () => {
    expect(checkValues(['eu'], ['EU'])).toEqual(mismatch);
    expect(checkValues(['eu'], ['__proto__'])).toEqual(mismatch);
  });
});

it('Q2: a BOOLEAN that is entitled is granted', () => {
  expect(check({ feature: boolean, entitlement: entitled() })).toEqual(granted);
});
