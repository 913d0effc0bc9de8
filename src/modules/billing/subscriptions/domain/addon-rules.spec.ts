import { codeOf } from '../../../../../test/support/refused-code';
import type { PublishedPackage } from '#modules/catalog/packages';
import { listAskedFor, requireCompatible, requireDistinct, requireMinItems } from './addon-rules';

// Domain: catalog

const published = (uid: string, more: Partial<PublishedPackage> = {}): PublishedPackage => ({
  packageUid: uid,
  id: uid,
  kind: 'ADDON',
  versionUid: `${uid}-1`,
  versionNumber: 1,
  productUid: 'product',
  productId: 'product',
  displayName: uid,
  pricingType: 'FREE',
  parentPlanUid: null,
  compatibleAddons: [],
  packageGroups: [],
  dependencies: [],
  maxQuantity: null,
  defaultTrialConfig: null,
  overageBillingPeriod: 'ON_SUBSCRIPTION_RENEWAL',
  ...more,
});
const reference = (uid: string) => ({ uid, id: uid });
const plan = (more: Partial<PublishedPackage> = {}) =>
  published('plan', { kind: 'PLAN', compatibleAddons: ['a', 'b'].map(reference), ...more });
const group = (minItems: number, ...uids: string[]) => ({
  id: 'group',
  minItems,
  addonUids: new Set(uids),
});
const chosen = (...addons: PublishedPackage[]) => addons.map((addon) => ({ addon, quantity: 1 }));

describe('addons beside a plan', () => {
  it('A1: are those that it lists and those of its groups', () => {
    const fits = (uid: string) =>
      codeOf(() => requireCompatible(plan(), [group(0, 'c', 'd')], chosen(published(uid))));
    expect(['a', 'b', 'c', 'd'].map(fits)).toEqual([undefined, undefined, undefined, undefined]);
    expect(fits('e')).toBe('IncompatibleSubscriptionAddon');
  });

  it.each([
    ['FREE', 'FREE', undefined],
    ['FREE', 'PAID', 'IncompatibleSubscriptionAddon'],
    ['FREE', 'CUSTOM', 'IncompatibleSubscriptionAddon'],
    ['PAID', 'FREE', undefined],
    ['PAID', 'PAID', undefined],
    ['PAID', 'CUSTOM', 'IncompatibleSubscriptionAddon'],
    ['CUSTOM', 'FREE', undefined],
    ['CUSTOM', 'PAID', undefined],
    ['CUSTOM', 'CUSTOM', undefined],
  ] as const)('A2: on a %s plan a %s addon, listed or in a group: %s', (planType, addonType, code) => {
    const [listed, grouped] = ['a', 'c'].map((uid) => published(uid, { pricingType: addonType }));
    for (const addon of [listed, grouped] as PublishedPackage[]) {
      const act = () => requireCompatible(plan({ pricingType: planType }), [group(0, 'c')], chosen(addon));
      expect(codeOf(act)).toBe(code);
    }
  });

  it('A3: come with those that they need', () => {
    const needing = published('a', { dependencies: [reference('b')] });
    expect(codeOf(() => requireCompatible(plan(), [], chosen(needing)))).toBe('AddonDependencyMissingError');
    expect(codeOf(() => requireCompatible(plan(), [], chosen(needing, published('b'))))).toBeUndefined();
  });

  it('A4: number at most what they allow', () => {
    const limited = published('a', { maxQuantity: 2 });
    const act = (quantity: number) => () => requireCompatible(plan(), [], [{ addon: limited, quantity }]);
    expect(codeOf(act(2))).toBeUndefined();
    expect(codeOf(act(3))).toBe('AddonQuantityExceedsLimitError');
  });

  it('A4: stand once in a request, at least one of each', () => {
    const act = (...quantities: [string, number][]) =>
      codeOf(() => requireDistinct(quantities.map(([id, quantity]) => ({ id, quantity }))));
    expect(act(['a', 1], ['b', 2])).toBeUndefined();
    expect(act(['a', 1], ['a', 1])).toBe('DuplicateAddonProvisionedError');
    expect(act(['a', 0])).toBe('InvalidQuantity');
  });

  it.each([
    [0, [], undefined],
    [1, [], 'PackageGroupMinItemsError'],
    [1, ['a'], undefined],
    [2, ['a'], 'PackageGroupMinItemsError'],
    [2, ['a', 'x'], 'PackageGroupMinItemsError'],
    [2, ['a', 'b', 'x'], undefined],
  ] as const)(
    'A6: a group that asks for %s different ones of a, b, c, given %j: %s',
    (minItems, uids, code) => {
      const addons = chosen(...uids.map((uid) => published(uid)));
      expect(codeOf(() => requireMinItems(plan(), [group(minItems, 'a', 'b', 'c')], addons))).toBe(code);
    },
  );
});

describe('the list of addons that a change asks for', () => {
  const [one, two] = [
    { id: 'a', quantity: 1 },
    { id: 'b', quantity: 2 },
  ];
  const more = { id: 'b', quantity: 5 };
  const other = { id: 'c', quantity: 1 };

  it('customers-subscriptions D1: is what is named, or that beside what is held', () => {
    expect(listAskedFor([one, two], [more, other])).toEqual([more, other]);
    expect(listAskedFor([one, two], [more, other], 'MERGE')).toEqual([one, more, other]);
    expect(listAskedFor([one, two], [], 'MERGE')).toEqual([one, two]);
    expect(listAskedFor([one, two], [], 'REPLACE')).toEqual([]);
  });

  it('catalog A4: names each once', () => {
    expect(codeOf(() => listAskedFor([], [more, more], 'MERGE'))).toBe('DuplicateAddonProvisionedError');
  });
});
