import type { PublishedPackage } from '#modules/catalog/packages';
import { SubscriptionPackage } from './subscription-package';

export interface ChosenAddon {
  addon: PublishedPackage;
  quantity: number;
}

/** The chain of a plan, the root first. Domain: catalog I3 */
export const pinPlans = (
  subscriptionUid: string,
  chain: readonly PublishedPackage[],
  now: Date,
): SubscriptionPackage[] =>
  chain.map((plan, position) => pin(subscriptionUid, plan, 'PLAN', position, 1, now));

/** An addon that stays keeps its version and the instant it joined, so that its windows go on. */
export function pinAddons(
  subscriptionUid: string,
  addons: readonly ChosenAddon[],
  before: readonly SubscriptionPackage[],
  now: Date,
): SubscriptionPackage[] {
  const known = new Map(before.map((each) => [each.packageUid, each]));
  return addons.map(({ addon, quantity }, position) => {
    const stays = known.get(addon.packageUid);
    const version = { ...addon, versionUid: versionOf(subscriptionUid, addon, stays) };
    return pin(subscriptionUid, version, 'ADDON', position, quantity, now, stays?.joinedAt);
  });
}

/** As a request names them. */
export const heldAddons = ({ addons }: { addons: readonly SubscriptionPackage[] }) =>
  addons.map(({ packageId: id, quantity }) => ({ id, quantity }));

/** Are other versions all that became different, if anything? Then the rows stay. */
export const areAtOtherVersions = (
  before: readonly SubscriptionPackage[],
  after: readonly SubscriptionPackage[],
): boolean =>
  before.length === after.length &&
  after.every(({ packageUid, quantity, joinedAt }, place) => {
    const was = before[place];
    return was?.packageUid === packageUid && was.quantity === quantity && was.joinedAt === joinedAt;
  });

/** Is what is pinned the same, whoever asked for it again? */
export const pinTheSame = (
  before: readonly SubscriptionPackage[],
  after: readonly SubscriptionPackage[],
): boolean =>
  areAtOtherVersions(before, after) &&
  after.every(({ versionUid }, place) => before[place]?.versionUid === versionUid);

const versionOf = (
  subscriptionUid: string,
  addon: PublishedPackage,
  stays: SubscriptionPackage | undefined,
): string => (stays?.subscriptionUid === subscriptionUid ? stays.versionUid : addon.versionUid);

function pin(
  subscriptionUid: string,
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
