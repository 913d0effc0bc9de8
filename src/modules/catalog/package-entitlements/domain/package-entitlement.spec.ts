import { codeOf } from '../../../../../test/support/refused-code';
import type { StoredCurrency } from '#modules/catalog/custom-currencies';
import type { StoredFeature } from '#modules/catalog/features';
import { PackageEntitlement } from './package-entitlement';
import { requireComplete, requireDependencies } from './publishable-entitlements';

// Domain: catalog

const now = new Date('2026-03-01T00:00:00.000Z');
const later = new Date('2026-04-01T00:00:00.000Z');
const place = { packageVersionUid: 'version', order: 4, at: 'entitlements[0].' };

const featureOf = (
  id: string,
  featureType = 'NUMBER',
  meterType = 'None',
  isSuspended = false,
): StoredFeature => {
  const enumConfiguration = featureType === 'ENUM' ? [{ value: 'a', displayName: 'A' }] : null;
  const requireUsable = () => {
    if (isSuspended) throw Object.assign(new Error(`Feature ${id}`), { code: 'EntityIsArchivedError' });
  };
  return { uid: `${id}-uid`, id, featureType, meterType, enumConfiguration, requireUsable } as StoredFeature;
};
const seats = featureOf('seats');
const flag = featureOf('flag', 'BOOLEAN');
const size = featureOf('size', 'ENUM');
const features = new Map([seats, flag, size].map((feature) => [feature.uid, feature]));
const tokens = { uid: 'tokens-uid', id: 'tokens', requireLive: () => undefined } as StoredCurrency;
const currencies = new Map([[tokens.uid, tokens]]);

const ofFeature = (feature: StoredFeature, asked = {}) =>
  PackageEntitlement.ofFeature(feature, asked, place, now);
const ofTokens = (asked: object, dependency?: StoredFeature) =>
  PackageEntitlement.ofCurrency(tokens, { amount: 5, cadence: 'MONTH', ...asked }, dependency, place, now);

describe('a new entitlement (E5)', () => {
  it('says no more than it was told', () => {
    expect(ofFeature(flag)).toMatchObject({
      kind: 'FEATURE',
      refId: 'flag',
      featureId: 'flag',
      currencyId: null,
      featureUid: 'flag-uid',
      currencyUid: null,
      isGranted: true,
      isCustom: null,
      order: 4,
      behavior: 'Increment',
      hiddenFromWidgets: [],
      hasUnlimitedUsage: false,
      hasSoftLimit: false,
      usageLimit: null,
      enumValues: null,
      resetPeriod: null,
      createdAt: now,
      updatedAt: now,
    });
  });

  it('E15 row 23: hides from each widget once, in one order', () => {
    const hidden = ['CHECKOUT', 'PAYWALL', 'CHECKOUT', 'CUSTOMER_PORTAL'];
    expect(ofFeature(flag, { hiddenFromWidgets: hidden }).hiddenFromWidgets).toEqual([
      'PAYWALL',
      'CUSTOMER_PORTAL',
      'CHECKOUT',
    ]);
  });

  it('of a currency names the currency and the feature that it depends on', () => {
    expect(ofTokens({ dependencyFeatureId: 'seats' }, seats)).toMatchObject({
      kind: 'CREDIT',
      currencyId: 'tokens',
      featureId: null,
      amount: '5',
      dependencyFeatureUid: 'seats-uid',
    });
  });
});

describe('a changed entitlement (E3)', () => {
  it('keeps what the change leaves out, and nothing of a refused one', () => {
    const entitlement = ofFeature(seats, { usageLimit: 5, description: 'chairs', isCustom: true });
    entitlement.changeFeature({ displayNameOverride: 'Chairs' }, seats);
    expect(entitlement).toMatchObject({ usageLimit: 5, description: 'chairs', isCustom: true, order: 4 });
    const refused = () => entitlement.changeFeature({ description: 'x', usageLimit: 2 ** 53 }, seats);
    expect(codeOf(refused)).toBe('EntitlementUsageOutOfRangeError');
    expect(entitlement).toMatchObject({ usageLimit: 5, description: 'chairs' });
  });

  it('takes false as an answer', () => {
    const entitlement = ofFeature(seats, { usageLimit: 5, isCustom: true });
    entitlement.changeFeature({ isGranted: false, isCustom: false, hiddenFromWidgets: [] }, seats);
    expect(entitlement).toMatchObject({ isGranted: false, isCustom: false, hiddenFromWidgets: [] });
  });
});

describe('a copied entitlement (L3)', () => {
  it('is another row with the same words and the same history', () => {
    const original = ofFeature(seats, { usageLimit: 5 });
    const copy = original.copyTo('next', later);
    expect(copy).toMatchObject({ ...original, uid: copy.uid, packageVersionUid: 'next' });
    expect(copy.uid).not.toBe(original.uid);
    expect(copy.createdAt).toBe(now);
    expect(copy.featureId).toBe('seats');
  });
});

describe('what a live version needs (E6, E11)', () => {
  const outcome = (entitlement: PackageEntitlement, targets = { features, currencies }): unknown =>
    codeOf(() => requireComplete([entitlement], targets));

  it.each([
    ['a NUMBER without a limit', ofFeature(seats), 'BadUserInput'],
    ['a NUMBER with a limit', ofFeature(seats, { usageLimit: 0 }), undefined],
    ['an unlimited NUMBER', ofFeature(seats, { hasUnlimitedUsage: true }), undefined],
    ['a variable NUMBER', ofFeature(seats, { isCustom: true }), undefined],
    ['a NUMBER taken away', ofFeature(seats, { isGranted: false }), undefined],
    ['an ENUM without values', ofFeature(size), 'BadUserInput'],
    ['an ENUM with values', ofFeature(size, { enumValues: ['a'] }), undefined],
    ['a variable ENUM', ofFeature(size, { isCustom: true }), undefined],
    ['an ENUM taken away', ofFeature(size, { isGranted: false }), undefined],
    ['a BOOLEAN', ofFeature(flag), undefined],
    ['credits without amount', ofTokens({ amount: null }), 'BadUserInput'],
    ['credits without amount, not variable', ofTokens({ amount: null, isCustom: false }), 'BadUserInput'],
    ['variable credits without amount', ofTokens({ amount: null, isCustom: true }), undefined],
    ['credits with an amount', ofTokens({ amount: 0 }), undefined],
  ])('%s', (_case, entitlement, code) => {
    expect(outcome(entitlement)).toBe(code);
  });

  it('F9: no feature that was archived since', () => {
    const suspended = new Map([['flag-uid', featureOf('flag', 'BOOLEAN', 'None', true)]]);
    expect(outcome(ofFeature(flag), { features: suspended, currencies })).toBe('EntityIsArchivedError');
  });

  it('F4: no value that the feature lost since', () => {
    const lost = new Map([['size-uid', { ...size, enumConfiguration: [] } as unknown as StoredFeature]]);
    expect(outcome(ofFeature(size, { enumValues: ['a'] }), { features: lost, currencies })).toBe(
      'BadUserInput',
    );
  });

  it.each([
    ['granted beside it', [ofFeature(seats, { usageLimit: 5 })], [], undefined],
    ['granted by the parent', [], [[ofFeature(seats, { usageLimit: 5 })]], undefined],
    ['nowhere', [], [[ofFeature(flag)]], 'BadUserInput'],
    ['unlimited', [ofFeature(seats, { hasUnlimitedUsage: true })], [], 'BadUserInput'],
    [
      'taken away',
      [ofFeature(seats, { isGranted: false })],
      [[ofFeature(seats, { usageLimit: 5 })]],
      'BadUserInput',
    ],
    [
      'limited by the nearer parent, unlimited by the farther',
      [],
      [[ofFeature(seats, { usageLimit: 5 })], [ofFeature(seats, { hasUnlimitedUsage: true })]],
      undefined,
    ],
  ])('E11: the feature that credits depend on is %s', (_case, own, ancestors, code) => {
    const dependent = ofTokens({ dependencyFeatureId: 'seats' }, seats);
    expect(codeOf(() => requireDependencies([...own, dependent], ancestors))).toBe(code);
  });
});
