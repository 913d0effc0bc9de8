import fc from 'fast-check';
import type { FeatureType, MeterType } from '#modules/catalog/features';
import {
  decideCheck,
  type CheckRequest,
} from '../../src/modules/entitlements/entitlements/domain/check-decision';
import type {
  AddonContribution,
  PackageFeature,
} from '../../src/modules/entitlements/entitlements/domain/contribution';
import {
  effectiveEntitlement,
  validUntil,
} from '../../src/modules/entitlements/entitlements/domain/effective-entitlement';
import type { EntitlementSource } from '../../src/modules/entitlements/entitlements/domain/entitlement-source';
import type { FeatureGrant } from '../../src/modules/entitlements/entitlements/domain/feature-grant';
import { byGenerosity } from '../../src/modules/entitlements/entitlements/domain/generosity';
import { resolveSubscription } from '../../src/modules/entitlements/entitlements/domain/subscription-resolution';
import type { ResetPeriod } from '../../src/modules/entitlements/metering/domain/usage-window';
import { featureOf, grantOf, utc } from '../support/entitlement-builders';

// Domain: entitlements-usage

interface Feature {
  featureType: FeatureType;
  meterType: MeterType;
}

const feature = fc.constantFrom<Feature>(
  { featureType: 'BOOLEAN', meterType: 'None' },
  { featureType: 'NUMBER', meterType: 'None' },
  { featureType: 'NUMBER', meterType: 'INCREMENTAL' },
  { featureType: 'NUMBER', meterType: 'FLUCTUATING' },
  { featureType: 'ENUM', meterType: 'None' },
);

// Few and small values, so that sources tie and meet the limit often.
const amount = fc.integer({ min: 0, max: 6 });
const values = fc.subarray(['eu', 'us', 'ap', '__proto__'], { minLength: 1 });
const instant = fc.integer({ min: 0, max: 8 }).map((day) => utc(`2026-06-0${day + 1}T00:00`));
const period = fc.constantFrom<ResetPeriod | null>(null, 'YEAR', 'MONTH', 'WEEK', 'DAY', 'HOUR');

const numericGrant = fc
  .record({ usageLimit: amount, hasUnlimitedUsage: fc.boolean(), hasSoftLimit: fc.boolean(), period })
  .map(({ usageLimit, hasUnlimitedUsage, hasSoftLimit, period: reset }) =>
    grantOf({
      usageLimit: hasUnlimitedUsage ? null : usageLimit,
      hasUnlimitedUsage,
      hasSoftLimit,
      reset: { period: reset, accordingTo: null },
    }),
  );

const grantFor = ({ featureType }: Feature): fc.Arbitrary<FeatureGrant> => {
  if (featureType === 'NUMBER') return numericGrant;
  return featureType === 'ENUM'
    ? values.map((enumValues) => grantOf({ enumValues }))
    : fc.constant(grantOf());
};

const sourceFor = (of: Feature): fc.Arbitrary<EntitlementSource> =>
  fc.record({
    sourceKind: fc.constantFrom('SUBSCRIPTION', 'PROMOTION'),
    sourceKey: fc.uuid(),
    scope: fc.constantFrom('', 'workspace'),
    from: instant,
    until: fc.option(instant),
    anchor: instant,
    grant: fc.oneof({ weight: 4, arbitrary: grantFor(of) }, fc.constant(grantOf({ isGranted: false }))),
  });

const sourcesFor = (of: Feature, size: { minLength?: number; maxLength: number }) =>
  fc.uniqueArray(sourceFor(of), { ...size, selector: (source) => source.sourceKey });

const request: fc.Arbitrary<CheckRequest> = fc.record(
  { requestedUsage: amount, requestedValues: fc.subarray(['eu', 'us', 'ap', '__proto__']) },
  { requiredKeys: [] },
);

/** One counter for all sources: adding a source moves no usage. */
const isGranted = (
  of: Feature,
  sources: readonly EntitlementSource[],
  at: Date,
  asked: { usage: number; request: CheckRequest },
): boolean =>
  decideCheck({
    customer: 'present',
    resource: 'present',
    feature: of,
    hasLiveSubscription: false,
    entitlement: effectiveEntitlement(sources, at),
    usageWith: (requestedUsage) => asked.usage + requestedUsage,
    request: asked.request,
  }).isGranted;

const withSources = feature.chain((of) =>
  fc.record({
    of: fc.constant(of),
    sources: sourcesFor(of, { maxLength: 6 }),
    at: instant,
    asked: fc.record({ usage: amount, request }),
  }),
);

describe('sources of one customer', () => {
  it('adding a source never reduces access (top user problem 18)', () => {
    fc.assert(
      fc.property(withSources, ({ of, sources, at, asked }) => {
        fc.pre(isGranted(of, sources.slice(1), at, asked));
        expect(isGranted(of, sources, at, asked)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('the order of sources does not matter', () => {
    const shuffled = withSources.chain(({ sources, at }) =>
      fc.record({
        sources: fc.constant(sources),
        other: fc.shuffledSubarray(sources, { minLength: sources.length }),
        at: fc.constant(at),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ sources, other, at }) => {
        expect(effectiveEntitlement(other, at)).toEqual(effectiveEntitlement(sources, at));
      }),
      { numRuns: 500 },
    );
  });

  it('G4: the limit is that of one live source, never a sum', () => {
    fc.assert(
      fc.property(withSources, ({ sources, at }) => {
        const effective = effectiveEntitlement(sources, at);
        fc.pre(effective.status === 'granted');
        const winner = sources.find((source) => source.sourceKey === effective.sourceKey);
        const { usageLimit, hasUnlimitedUsage, reset } = effective.grant;
        expect(winner?.grant).toMatchObject({ usageLimit, hasUnlimitedUsage, reset });
      }),
    );
  });

  it('G10: before validUntil nothing changes by itself', () => {
    fc.assert(
      fc.property(withSources, fc.boolean(), ({ sources, at }, atTheEnd) => {
        const until = validUntil(sources, null, at)?.getTime() ?? utc('2027-01-01T00:00').getTime();
        const later = new Date(atTheEnd ? until - 1 : Math.floor((at.getTime() + until) / 2));
        expect(effectiveEntitlement(sources, later)).toEqual(effectiveEntitlement(sources, at));
      }),
    );
  });
});

describe('generosity is a total order', () => {
  const three = feature.chain((of) => sourcesFor(of, { minLength: 3, maxLength: 3 }));
  const sign = (a: EntitlementSource, b: EntitlementSource) => Math.sign(byGenerosity(a, b));

  it('two sources are never equal, and each order is the reverse of the other', () => {
    fc.assert(
      fc.property(three, ([a, b]) => {
        expect(sign(a!, a!)).toBe(0);
        expect(sign(a!, b!)).toBe(-sign(b!, a!));
        expect(sign(a!, b!)).not.toBe(0);
      }),
    );
  });

  it('transitive: whatever sorts three of them leaves each pair in order', () => {
    fc.assert(
      fc.property(three, (sources) => {
        const [first, second, third] = [...sources].sort(byGenerosity);
        expect([sign(first!, second!), sign(second!, third!), sign(first!, third!)]).toEqual([-1, -1, -1]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('inside one subscription', () => {
  const usageAnchor = utc('2026-01-31T10:15');
  const packageFeature = fc
    .record({
      usageLimit: amount,
      hasUnlimitedUsage: fc.boolean(),
      hasSoftLimit: fc.boolean(),
      isGranted: fc.boolean(),
      isCustom: fc.boolean(),
      resetPeriod: period,
    })
    .map((given) =>
      featureOf('calls', { ...given, usageLimit: given.hasUnlimitedUsage ? null : given.usageLimit }),
    );
  const planChain = fc.array(
    fc.option(packageFeature).map((calls) => ({ features: calls ? [calls] : [] })),
    { maxLength: 4 },
  );
  const addon = fc.record({
    features: packageFeature.map((calls) => [calls]),
    quantity: fc.integer({ min: 1, max: 5 }),
    joinedAt: instant,
    order: amount,
  });
  const resolve = (chain: { features: PackageFeature[] }[], addons: AddonContribution[]) =>
    resolveSubscription({ planChain: chain, addons, overrides: [], usageAnchor }).get('calls');
  /** Infinity when no usage is ever denied, −1 when all is. */
  const reach = (resolved: ReturnType<typeof resolve>): number => {
    if (!resolved?.isGranted) return -1;
    return resolved.hasUnlimitedUsage || resolved.hasSoftLimit ? Infinity : (resolved.usageLimit ?? -1);
  };

  it('G2: an Increment addon never reduces access', () => {
    fc.assert(
      fc.property(planChain, fc.array(addon, { maxLength: 4 }), addon, (chain, addons, added) => {
        expect(reach(resolve(chain, [...addons, added]))).toBeGreaterThanOrEqual(
          reach(resolve(chain, addons)),
        );
      }),
    );
  });

  it('G2: an Increment addon adds exactly its limit times its quantity', () => {
    fc.assert(
      fc.property(amount, amount, fc.integer({ min: 1, max: 50 }), (planLimit, addonLimit, quantity) => {
        const plan = { features: [featureOf('calls', { usageLimit: planLimit })] };
        const extra = {
          features: [featureOf('calls', { usageLimit: addonLimit })],
          quantity,
          joinedAt: usageAnchor,
          order: 1,
        };
        expect(resolve([plan], [extra])?.usageLimit).toBe(planLimit + addonLimit * quantity);
      }),
    );
  });

  it('catalog I2: of an inheritance chain only the closest definition counts', () => {
    fc.assert(
      fc.property(planChain, packageFeature, (chain, closest) => {
        const leaf = { features: [closest] };
        expect(resolve([...chain, leaf], [])).toEqual(resolve([leaf], []));
        expect(resolve([...chain, leaf, { features: [] }], [])).toEqual(resolve([leaf], []));
      }),
    );
  });
});
