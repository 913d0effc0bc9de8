import { Injectable } from '@nestjs/common';
import { Decimal } from '#libs/kernel/decimal';
import { Extensions } from '#libs/messaging/extensions';
import { Journal } from '#libs/messaging/journal';
import type { StoredEntitlement } from '#modules/catalog/package-entitlements';
import {
  CreditSources,
  subscriptionCredits,
  type DeclaredCredits,
  type PackageCredit,
  type SkippedCredits,
} from '#modules/entitlements/credits';
import type { DeclaredSource } from '#modules/entitlements/entitlements';
import { isOfFeature } from './domain/entitlement-override';
import { purchasedCredits, type PurchasedCredits } from './domain/purchased-credits';
import type { Subscription } from './domain/subscription';
import type { SubscriptionPackage } from './domain/subscription-package';
import { PurchasesService } from './purchases.service';
import { topUpsPriced } from './top-up-prices.service';

type Allowances = DeclaredCredits['allowances'];

const nothingBought: PurchasedCredits = { given: [], rates: [], topUps: [] };

/** What subscriptions give in credits, from their entitlements and from what they have bought. Domain: credits R1, R3; catalog R12, R13 */
@Injectable()
export class SubscriptionCredits {
  constructor(
    private readonly purchases: PurchasesService,
    private readonly credits: CreditSources,
    private readonly journal: Journal,
    private readonly extensions: Extensions,
  ) {}

  /** All that its prices sell and rate in credits. */
  async boughtBy(subscription: Subscription): Promise<PurchasedCredits> {
    const { purchase } = subscription;
    if (!purchase || subscription.hasEnded) return nothingBought;
    const rows = (await this.purchases.pricesOf([subscription])).get(subscription.uid) ?? [];
    return purchasedCredits(purchase, rows);
  }

  /**
   * In the transaction of its change.
   * @param source what it grants besides
   * @param bought as `boughtBy` says
   * @param byVersion credits of the versions that it pins
   */
  async declare(
    subscription: Subscription,
    source: DeclaredSource,
    bought: PurchasedCredits,
    byVersion: ReadonlyMap<string, readonly PackageCredit[]>,
  ): Promise<void> {
    const { customerUid } = subscription;
    if (bought.topUps.length > 0) await this.extensions.announce(topUpsPriced, { customerUid });
    const { allowances, skipped } = entitledCredits(subscription, source, byVersion);
    if (skipped.length > 0) this.warn(subscription, skipped);
    this.credits.declare({
      ...declarationOf(subscription, source),
      allowances: [
        ...allowances,
        ...bought.given.map((each) => ({ ...each, ...priceTerms(subscription, each.amount) })),
      ],
      rated: bought.rates,
    });
  }

  /** It gives nothing any more where it was. */
  withdraw(subscription: Subscription, source: DeclaredSource): void {
    this.credits.declare({ ...declarationOf(subscription, source), allowances: [], rated: [] });
  }

  /** Nobody is refused for it, so somebody must be told. Domain: catalog E11; credits R3 */
  private warn({ id, customerId }: Subscription, skipped: readonly SkippedCredits[]): void {
    this.journal.record({
      type: 'subscription.credits_skipped',
      ...{ entityType: 'SUBSCRIPTION', entityId: id, parentId: customerId },
      ...{ before: null, after: { skipped } },
    });
  }
}

const declarationOf = (subscription: Subscription, source: DeclaredSource) => {
  const { customerUid, customerId, resourceKey, resourceId, usageAnchor: anchor } = subscription;
  const { sourceKey, from, until, dueAt = null } = source;
  return { customerUid, customerId, resourceKey, resourceId, sourceKey, from, until, dueAt, anchor };
};

const priceTerms = ({ planId }: Subscription, amount: string) => ({
  amount: new Decimal(amount),
  displayName: `Credits of ${planId}`,
  hasSoftLimit: false,
});

function entitledCredits(
  subscription: Subscription,
  { features }: DeclaredSource,
  byVersion: ReadonlyMap<string, readonly PackageCredit[]>,
): { allowances: Allowances; skipped: SkippedCredits[] } {
  const creditsOf = ({ versionUid }: SubscriptionPackage) => ({ credits: byVersion.get(versionUid) ?? [] });
  const { allowances, skipped } = subscriptionCredits({
    planChain: subscription.plans.map(creditsOf),
    addons: subscription.addons.map((addon) => ({
      ...creditsOf(addon),
      ...{ addonUid: addon.packageUid, quantity: addon.quantity },
    })),
    overrides: subscription.overrides.flatMap((own) => (isOfFeature(own) ? [] : [own])),
    limitOf: (featureUid) => {
      const grant = features.get(featureUid);
      if (!grant?.isGranted) return undefined;
      return grant.hasUnlimitedUsage ? 'unlimited' : (grant.usageLimit ?? undefined);
    },
  });
  const named = allowances.map((each) => ({ ...each, displayName: `Credits of ${subscription.planId}` }));
  return { allowances: named, skipped };
}

/** A CREDIT entitlement of a version. */
export function packageCredit(entitlement: StoredEntitlement): PackageCredit[] {
  const { currencyUid, refId: currencyId, isGranted, behavior, amount, cadence } = entitlement;
  if (currencyUid === null) return [];
  const { hasSoftLimit, dependencyFeatureUid, dependencyFeatureId } = entitlement;
  return [
    {
      ...{ currencyUid, currencyId, isGranted, behavior, amount, cadence, hasSoftLimit },
      ...{ dependencyFeatureUid, dependencyFeatureId },
    },
  ];
}
