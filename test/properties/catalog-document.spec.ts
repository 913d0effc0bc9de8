import fc from 'fast-check';
import { differences, keyOf } from '../../src/modules/exchange/catalog-as-code/domain/differences';
import {
  entitlementEdits,
  normalEntitlements,
  restingValues,
  withPlaces,
  type EntitlementDocument,
} from '../../src/modules/exchange/catalog-as-code/domain/entitlement-list';
import {
  grouped,
  rowsOf,
  type PricedModel,
} from '../../src/modules/exchange/catalog-as-code/domain/price-rows';

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const entitlement = fc
  .record({
    type: fc.constantFrom('FEATURE' as const, 'CREDIT' as const),
    id: fc.constantFrom('a', 'b', 'c', 'd', '__proto__'),
    order: optional(fc.double({ min: -5, max: 5, noNaN: true })),
    isGranted: optional(fc.boolean()),
    hasSoftLimit: optional(fc.boolean()),
    description: optional(fc.constantFrom('', 'x')),
    value: fc.integer({ min: 0, max: 3 }),
    resetPeriod: optional(fc.constantFrom('MONTH' as const, 'WEEK' as const)),
    anchor: optional(fc.constantFrom('SubscriptionStart' as const, 'StartOfTheMonth' as const)),
    isUnlimited: fc.boolean(),
  })
  .map(({ type, id, value, isUnlimited, resetPeriod, anchor, ...common }): EntitlementDocument => {
    if (type === 'CREDIT')
      return { type, id, ...common, amount: value === 0 ? null : value, cadence: 'MONTH' };
    const limit = isUnlimited ? { hasUnlimitedUsage: true } : { usageLimit: value };
    const isAnchored = resetPeriod === 'MONTH' && anchor !== undefined;
    const configuration = isAnchored ? { monthlyResetPeriodConfiguration: { accordingTo: anchor } } : {};
    return { type, id, ...common, ...limit, resetPeriod, ...configuration };
  });

const list = fc
  .uniqueArray(entitlement, { selector: keyOf, maxLength: 6 })
  .map((each) => normalEntitlements(each));

/** What the doors make of edits: PATCH merges, what is added has a place. */
function edited(before: readonly EntitlementDocument[], after: readonly EntitlementDocument[]) {
  const { added, patched, removed } = entitlementEdits(before, after);
  const byKey = new Map<string, object>(
    withPlaces(before).map(({ entitlement: each, order }) => [keyOf(each), { ...each, order }]),
  );
  for (const each of removed) byKey.delete(keyOf(each));
  for (const each of patched) byKey.set(keyOf(each), { ...byKey.get(keyOf(each)), ...each });
  for (const each of added) byKey.set(keyOf(each), each);
  return normalEntitlements([...byKey.values()] as EntitlementDocument[]);
}

const inTies = (each: readonly EntitlementDocument[]) =>
  withPlaces(each)
    .map(({ entitlement: { order: _place, ...rest }, order }) => ({ ...rest, order }))
    .sort((a, b) => a.order - b.order || (keyOf(a) < keyOf(b) ? -1 : 1));

const money = fc.record({ amount: fc.integer({ min: 1, max: 99 }), currency: fc.constant('usd' as const) });
const costs = fc.oneof(
  fc.record({ price: money }),
  fc.record({
    creditRate: fc.record({ amount: fc.integer({ min: 1, max: 9 }), currencyId: fc.constant('c') }),
  }),
);
const period = fc
  .record({
    billingPeriod: fc.constantFrom('MONTHLY' as const, 'ANNUALLY' as const),
    billingCountryCode: optional(fc.constantFrom('DE', 'US')),
    costs,
  })
  .map(({ costs: cost, ...when }) => ({ ...when, ...cost }));
const model = fc.record({
  billingModel: fc.constantFrom('PER_UNIT' as const, 'USAGE_BASED' as const),
  featureId: fc.constantFrom('a', 'b'),
  pricePeriods: fc.array(period, { minLength: 1, maxLength: 4 }),
}) as fc.Arbitrary<PricedModel>;

describe('the normal form of a catalog document', () => {
  it('of entitlements is its own normal form, in display order, without what goes without saying', () => {
    fc.assert(
      fc.property(list, (entitlements) => {
        expect(normalEntitlements(entitlements)).toEqual(entitlements);
        const places = withPlaces(entitlements).map(({ order }) => order);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        for (const each of entitlements) {
          for (const [name, value] of Object.entries(restingValues)) {
            expect((each as unknown as Record<string, unknown>)[name]).not.toEqual(value);
          }
        }
      }),
    );
  });

  it('of prices is the same however they were grouped, loses none and keeps credits apart from money', () => {
    fc.assert(
      fc.property(fc.array(model, { maxLength: 4 }), (models) => {
        const normal = grouped(models.flatMap(rowsOf));
        expect(grouped(normal.flatMap(rowsOf))).toEqual(normal);
        const single = models.flatMap((each) =>
          each.pricePeriods.map((one) => ({ ...each, pricePeriods: [one] })),
        );
        expect(grouped(single.flatMap(rowsOf))).toEqual(normal);
        const count = (of: PricedModel[]) =>
          of.reduce((sum, { pricePeriods }) => sum + pricePeriods.length, 0);
        expect(count(normal)).toBe(count(models));
        for (const { pricePeriods } of normal) {
          expect(new Set(pricePeriods.map(({ creditRate }) => creditRate === undefined)).size).toBe(1);
        }
      }),
    );
  });
});

describe('the edits from one list of entitlements to another', () => {
  it('make the other of the one', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        expect(inTies(edited(before, after))).toEqual(inTies(after));
      }),
    );
  });

  it('are none exactly where there is no difference', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const { added, patched, removed } = entitlementEdits(before, after);
        const hasEdits = added.length + patched.length + removed.length > 0;
        const found = differences({ entitlements: before }, { entitlements: after });
        if (found.length === 0) expect(hasEdits).toBe(false);
        if (!hasEdits) expect(inTies(before)).toEqual(inTies(after));
      }),
    );
  });
});
