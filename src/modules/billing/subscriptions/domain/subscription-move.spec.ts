import type { VersionFacts } from '#modules/catalog/package-structure';
import type { PricingType } from '#modules/catalog/package-versions';
import type { Purchase } from './purchase';
import { Subscription } from './subscription';
import {
  newerOf,
  pinsAt,
  requireMovable,
  requireTermsKept,
  standsAt,
  type Destination,
  type PinnedSubscription,
} from './subscription-move';
import { SubscriptionPackage } from './subscription-package';
import { areAtOtherVersions } from './subscription-pins';

// Domain: customers-subscriptions

const joined = new Date('2026-01-01T00:00:00Z');
const now = new Date('2026-03-01T00:00:00Z');

const version = (
  id: string,
  versionNumber: number,
  pricingType: PricingType = 'FREE',
  kind: 'PLAN' | 'ADDON' = 'PLAN',
): VersionFacts => ({
  packageUid: `uid-${id}`,
  id,
  kind,
  versionUid: `uid-${id}-${versionNumber}`,
  versionNumber,
  pricingType,
  parentPlanUid: null,
});
const addon = (id: string, versionNumber: number, pricingType: PricingType = 'FREE') =>
  version(id, versionNumber, pricingType, 'ADDON');

const pinned = (...versions: VersionFacts[]): PinnedSubscription => {
  const packages = versions.map(({ packageUid, id: packageId, versionUid, kind: role }, position) =>
    SubscriptionPackage.pin(
      {
        subscriptionUid: 'subscription',
        packageUid,
        packageId,
        versionUid,
        role,
        position,
        quantity: 3,
        joinedAt: joined,
      },
      joined,
    ),
  );
  const subscription = Object.assign(Object.create(Subscription.prototype) as Subscription, {
    uid: 'subscription',
    packages,
  });
  return { subscription, versions: new Map(versions.map((each) => [each.packageUid, each])) };
};
const destination = (chain: VersionFacts[], addons: VersionFacts[] = []): Destination => ({
  plan: chain.at(-1) as VersionFacts,
  chain,
  addons,
});
const codeOf = (act: () => void): unknown => {
  try {
    act();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  return undefined;
};

describe('from one version to another (X5)', () => {
  it.each<[PricingType, PricingType, string | undefined]>([
    ['FREE', 'FREE', undefined],
    ['FREE', 'PAID', 'InvalidArgumentError'],
    ['FREE', 'CUSTOM', 'InvalidArgumentError'],
    ['PAID', 'FREE', undefined],
    ['PAID', 'PAID', undefined],
    ['PAID', 'CUSTOM', undefined],
    ['CUSTOM', 'FREE', undefined],
    ['CUSTOM', 'PAID', 'InvalidArgumentError'],
    ['CUSTOM', 'CUSTOM', undefined],
  ])('X5: a plan that was %s and is %s: %s', (before, after, code) => {
    const from = pinned(version('pro', 1, before));
    expect(codeOf(() => requireMovable(from, destination([version('pro', 2, after)])))).toBe(code);
  });

  it('X5: the same holds for an addon, and not for what the plan inherits from', () => {
    const from = pinned(version('base', 1), version('pro', 1, 'CUSTOM'), addon('extra', 1));
    const base = version('base', 2, 'CUSTOM');
    const pro = version('pro', 1, 'CUSTOM');
    expect(codeOf(() => requireMovable(from, destination([base, pro], [addon('extra', 1)])))).toBeUndefined();
    const sold = destination([base, pro], [addon('extra', 2, 'PAID')]);
    expect(codeOf(() => requireMovable(from, sold))).toBe('InvalidArgumentError');
  });

  it('catalog A2: a plan that becomes FREE keeps FREE addons only', () => {
    const from = pinned(version('pro', 1, 'PAID'), addon('extra', 1, 'PAID'));
    const free = version('pro', 2, 'FREE');
    const withSold = destination([free], [addon('extra', 1, 'PAID')]);
    expect(codeOf(() => requireMovable(from, withSold))).toBe('IncompatibleSubscriptionAddon');
    expect(codeOf(() => requireMovable(from, destination([free], [addon('extra', 2)])))).toBeUndefined();
  });

  it.each([
    ['usd', 'usd', undefined],
    ['usd', 'eur', 'InvalidArgumentError'],
    ['usd', null, undefined],
    [null, 'eur', undefined],
  ] as const)('catalog R9: bought in %s, sold in %s: %s', (before, after, code) => {
    const bought = (currency: string | null) => ({ currency }) as Purchase;
    expect(codeOf(() => requireTermsKept(bought(before), bought(after), version('pro', 2)))).toBe(code);
    expect(codeOf(() => requireTermsKept(null, bought(after), version('pro', 2)))).toBeUndefined();
  });
});

describe('the pins at the destination', () => {
  const from = pinned(version('base', 1), version('pro', 1), addon('extra', 1));

  it('catalog I3: keep quantities and the instants of joining; what is new joins now', () => {
    const to = destination([version('other', 4), version('pro', 2)], [addon('extra', 2)]);
    const pins = pinsAt(from, to, now).map(
      ({ packageId, versionUid, role, position, quantity, joinedAt }) => [
        ...[packageId, versionUid, role, position, quantity, joinedAt],
      ],
    );
    expect(pins).toEqual([
      ['other', 'uid-other-4', 'PLAN', 0, 1, now],
      ['pro', 'uid-pro-2', 'PLAN', 1, 3, joined],
      ['extra', 'uid-extra-2', 'ADDON', 0, 3, joined],
    ]);
  });

  it('are told apart from those that it has, and from those of other packages', () => {
    const same = destination([version('base', 1), version('pro', 1)], [addon('extra', 1)]);
    const newer = destination([version('base', 2), version('pro', 1)], [addon('extra', 1)]);
    const shorter = destination([version('pro', 1)], [addon('extra', 1)]);
    const turned = destination([version('pro', 1), version('base', 1)], [addon('extra', 1)]);
    expect([same, newer, shorter].map((to) => standsAt(from, to))).toEqual([true, false, false]);
    const { packages } = from.subscription;
    expect(
      [same, newer, shorter, turned].map((to) => areAtOtherVersions(packages, pinsAt(from, to, now))),
    ).toEqual([true, true, false, false]);
  });

  it('X5: nobody is moved back', () => {
    const [old, young] = [version('pro', 2), version('pro', 3)];
    expect(newerOf(old, young)).toBe(young);
    expect(newerOf(young, old)).toBe(young);
    expect(newerOf(undefined, old)).toBe(old);
    expect(newerOf(old, undefined)).toBe(old);
  });
});
