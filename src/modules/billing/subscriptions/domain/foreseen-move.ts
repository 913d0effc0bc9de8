import type { Charge } from '#libs/business/pricing/charge';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { copyOf } from '#libs/kernel/tenant-entity';
import type { VersionFacts } from '#modules/catalog/package-structure';
import { orderOf, agreedTerms, type Order } from './agreed-terms';
import {
  allOf,
  destinationOf,
  pinsAt,
  requireMovable,
  requireTermsKept,
  standsAt,
  type PinnedSubscription,
} from './subscription-move';

/** The catalog as it would be, as far as a move looks into it. */
export interface ForeseenCatalog {
  latestOf(packageUid: string): VersionFacts | undefined;
  chargesOf(order: Order): readonly Charge[];
}

/**
 * Where a subscription would stand after the publications, moved to one after the other as their tasks do. What a move would
 * refuse leaves it where it is. Nothing is changed. Domain: catalog L6, L7, I3; customers-subscriptions X5
 */
export async function foreseen(
  from: PinnedSubscription,
  targets: readonly VersionFacts[],
  catalog: ForeseenCatalog,
  now: Date,
): Promise<PinnedSubscription> {
  let stands = from;
  for (const target of targets) {
    if (!stands.versions.has(target.packageUid)) continue;
    try {
      stands = await movedTo(target, stands, catalog, now);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
  return stands;
}

/** @throws what the move would throw */
async function movedTo(
  target: VersionFacts,
  from: PinnedSubscription,
  catalog: ForeseenCatalog,
  now: Date,
): Promise<PinnedSubscription> {
  const aims = new Map([[target.packageUid, target]]);
  const to = await destinationOf(from, aims, async (uid) => catalog.latestOf(uid));
  if (standsAt(from, to)) return from;
  requireMovable(from, to);
  const packages = pinsAt(from, to, now);
  const subscription = copyOf(from.subscription);
  const { pricingType } = to.plan;
  const order = { ...orderOf(subscription, packages), pricingType };
  const isPaid = pricingType === 'PAID';
  const priced = {
    order,
    charges: isPaid ? catalog.chargesOf(order) : [],
    held: subscription.purchase ? catalog.chargesOf(orderOf(subscription, subscription.packages)) : [],
    // What is free is nothing that a forecast of entitlements tells.
    offers: [],
  };
  const currency = subscription.purchase?.currency ?? null;
  const terms = agreedTerms(priced, { scheduleStrategy: 'IMMEDIATE' }, currency, subscription, now);
  requireTermsKept(subscription.purchase, terms.purchase, to.plan);
  // From where usage is counted is nothing that a forecast tells.
  subscription.move({ packages, pricingType }, terms, 'NEVER_RESET', now);
  return { subscription, versions: new Map(allOf(to).map((each) => [each.packageUid, each])) };
}
