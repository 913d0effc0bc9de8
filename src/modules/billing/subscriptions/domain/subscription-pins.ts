import type { PublishedPackage } from '#modules/catalog/packages';
import type { Subscription } from './subscription';
import { SubscriptionPackage } from './subscription-package';

export interface ChosenAddon {
  addon: PublishedPackage;
  quantity: number;
}

/** A subscription with what it pins, at one moment. */
export interface SubscriptionState {
  subscription: Subscription;
  packages: SubscriptionPackage[];
}

export const addonsOf = (state: SubscriptionState | undefined): SubscriptionPackage[] =>
  (state?.packages ?? []).filter(({ role }) => role === 'ADDON');

/** The chain of a plan, the root first. Domain: catalog I3 */
export const pinPlans = (
  subscription: Subscription,
  chain: readonly PublishedPackage[],
  now: Date,
): SubscriptionPackage[] => chain.map((plan, position) => pin(subscription, plan, 'PLAN', position, 1, now));

/** An addon that stays keeps its version and the instant it joined, so that its windows go on. */
export function pinAddons(
  subscription: Subscription,
  addons: readonly ChosenAddon[],
  before: readonly SubscriptionPackage[],
  now: Date,
): SubscriptionPackage[] {
  const known = new Map(before.map((each) => [each.packageUid, each]));
  return addons.map(({ addon, quantity }, position) => {
    const stays = known.get(addon.packageUid);
    const version = { ...addon, versionUid: versionOf(subscription, addon, stays) };
    return pin(subscription, version, 'ADDON', position, quantity, now, stays?.joinedAt);
  });
}

/** All windows begin anew with the change. Domain: entitlements-usage H1 */
export function restart(packages: readonly SubscriptionPackage[], now: Date): void {
  for (const each of packages) each.joinedAt = now;
}

const versionOf = (
  { uid }: Subscription,
  addon: PublishedPackage,
  stays: SubscriptionPackage | undefined,
): string => (stays?.subscriptionUid === uid ? stays.versionUid : addon.versionUid);

function pin(
  { uid: subscriptionUid }: Subscription,
  { packageUid, id: packageId, versionUid }: PublishedPackage,
  role: 'PLAN' | 'ADDON',
  position: number,
  quantity: number,
  now: Date,
  joinedAt = now,
): SubscriptionPackage {
  const pinned = { subscriptionUid, packageUid, packageId, versionUid, role, position, quantity, joinedAt };
  return SubscriptionPackage.pin(pinned, now);
}
