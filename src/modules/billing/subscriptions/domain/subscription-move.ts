import { DomainError } from '#libs/kernel/errors/domain-error';
import type { VersionFacts } from '#modules/catalog/package-structure';
import type { PricingType } from '#modules/catalog/package-versions';
import type { Purchase } from './purchase';
import type { Subscription } from './subscription';
import { SubscriptionPackage } from './subscription-package';

export interface PinnedSubscription {
  subscription: Subscription;
  /** Behind its pins, by package uid. */
  versions: ReadonlyMap<string, VersionFacts>;
}

/** Which versions a subscription shall pin. */
export interface Destination {
  plan: VersionFacts;
  /** The plan with those that it inherits from, root first. */
  chain: readonly VersionFacts[];
  addons: readonly VersionFacts[];
}

/** By package uid; what is not in it stays at its version. */
export type Aims = ReadonlyMap<string, VersionFacts>;

/**
 * Where a subscription goes. Its plan may inherit from others by now; a new ancestor joins at its latest version.
 * Domain: catalog I3
 */
export async function destinationOf(
  { subscription, versions }: PinnedSubscription,
  aims: Aims,
  latestOf: (packageUid: string) => Promise<VersionFacts | undefined>,
): Promise<Destination> {
  const versionOf = async (packageUid: string): Promise<VersionFacts> => {
    const known = newerOf(versions.get(packageUid), aims.get(packageUid));
    const found = known ?? (await latestOf(packageUid));
    if (!found) throw new Error(`Package ${packageUid} has no published version`);
    return found;
  };
  const plan = await versionOf(subscription.planUid);
  const chain = [plan];
  for (let parent = plan.parentPlanUid; parent !== null; parent = chain[0]?.parentPlanUid ?? null) {
    chain.unshift(await versionOf(parent));
  }
  const addons: VersionFacts[] = [];
  for (const { packageUid } of subscription.addons) addons.push(await versionOf(packageUid));
  return { plan, chain, addons };
}

export const allOf = ({ chain, addons }: Destination): readonly VersionFacts[] => [...chain, ...addons];

const inPlace: Readonly<Record<PricingType, readonly PricingType[]>> = {
  FREE: ['FREE'],
  PAID: ['PAID', 'FREE', 'CUSTOM'],
  CUSTOM: ['CUSTOM', 'FREE'],
};

/**
 * A version of another pricing type may need what the subscription was never asked for.
 * Domain: customers-subscriptions X5; catalog A2
 * @throws InvalidArgumentError, IncompatibleSubscriptionAddon
 */
export function requireMovable(from: PinnedSubscription, { plan, addons }: Destination): void {
  for (const to of [plan, ...addons]) {
    const before = from.versions.get(to.packageUid);
    if (!before || inPlace[before.pricingType].includes(to.pricingType)) continue;
    throw new DomainError(
      'InvalidArgumentError',
      `Version ${to.versionNumber} of ${to.id} is ${to.pricingType} and the subscription runs on a ${before.pricingType} one; provision it anew`,
    );
  }
  const sold =
    plan.pricingType === 'FREE' ? addons.find(({ pricingType }) => pricingType !== 'FREE') : undefined;
  if (!sold) return;
  const message = `Version ${plan.versionNumber} of ${plan.id} is FREE and takes no ${sold.pricingType} addon; remove ${sold.id} first`;
  throw new DomainError('IncompatibleSubscriptionAddon', message);
}

/**
 * Nobody is asked to pay in another currency than the one in which it was bought, and prices of its own do not get lost.
 * Domain: catalog R9; customers-subscriptions O1 @throws InvalidArgumentError
 */
export function requireTermsKept(before: Purchase | null, after: Purchase | null, to: VersionFacts): void {
  const version = `Version ${to.versionNumber} of ${to.id}`;
  if (before?.priceOverrides && !after) {
    throw new DomainError(
      'InvalidArgumentError',
      `${version} is ${to.pricingType} and the subscription has prices of its own; take its priceOverrides back first`,
    );
  }
  if (!before?.currency || !after?.currency || before.currency === after.currency) return;
  throw new DomainError(
    'InvalidArgumentError',
    `${version} is not sold in ${before.currency}, in which the subscription was bought; provision it anew`,
  );
}

/** The pins at their destination. What stays keeps its quantity, and the instant from which it counts. */
export function pinsAt(
  { subscription }: PinnedSubscription,
  { chain, addons }: Destination,
  now: Date,
): SubscriptionPackage[] {
  const known = new Map(subscription.packages.map((pinned) => [pinned.packageUid, pinned]));
  const pin = (version: VersionFacts, role: 'PLAN' | 'ADDON', position: number): SubscriptionPackage => {
    const { packageUid, id: packageId, versionUid } = version;
    const { quantity = 1, joinedAt = now } = known.get(packageUid) ?? {};
    const pinned = { packageUid, packageId, versionUid, role, position, quantity, joinedAt };
    return SubscriptionPackage.pin({ subscriptionUid: subscription.uid, ...pinned }, now);
  };
  return [
    ...chain.map((version, position) => pin(version, 'PLAN', position)),
    ...addons.map((version, position) => pin(version, 'ADDON', position)),
  ];
}

/** Whether these are the versions that it pins already. */
export function standsAt({ subscription }: PinnedSubscription, to: Destination): boolean {
  const pinned = new Set(subscription.packages.map(({ versionUid }) => versionUid));
  const wanted = allOf(to);
  return wanted.length === pinned.size && wanted.every(({ versionUid }) => pinned.has(versionUid));
}

/** Nobody is moved back to an older version. */
export const newerOf = (
  pinned: VersionFacts | undefined,
  aim: VersionFacts | undefined,
): VersionFacts | undefined =>
  pinned && aim && aim.versionNumber < pinned.versionNumber ? pinned : (aim ?? pinned);
