import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { PackageVersionsService, type VersionFacts } from '#modules/catalog/package-structure';
import { ProductsService } from '#modules/catalog/products';
import { orderOf } from './domain/agreed-terms';
import {
  allOf,
  destinationOf,
  holdsTheSame,
  pinsAt,
  requireMovable,
  requireSameCurrency,
  standsAt,
  type Aims,
  type Destination,
  type PinnedSubscription,
} from './domain/subscription-move';
import type { SubscriptionPackage } from './domain/subscription-package';
import { anchorAfterChange } from './domain/usage-anchor';
import { PurchasesService } from './purchases.service';
import { EntitlementSourcesService } from './entitlement-sources.service';
import { SubscriptionPresenter } from './subscription-presenter.service';
import { SubscriptionsRepository } from './subscriptions.repository';
import type { Subscription } from './subscriptions.views';

/** A running subscription goes to other versions of what it holds. Domain: catalog I3, L7; customers-subscriptions X5 */
@Injectable()
export class SubscriptionMovesService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly products: ProductsService,
    private readonly versions: PackageVersionsService,
    private readonly purchases: PurchasesService,
    private readonly presenter: SubscriptionPresenter,
    private readonly sources: EntitlementSourcesService,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the subscription as it is told now, or null when it stands there already
   * @throws InvalidArgumentError, IncompatibleSubscriptionAddon; BadUserInput, InvalidQuantity when the terms on which it was
   *   bought are not sold any more
   */
  async move(from: PinnedSubscription, aims: Aims): Promise<Subscription | null> {
    const to = await destinationOf(from, aims, (uid) => this.latestOf(from, uid));
    if (standsAt(from, to)) return null;
    requireMovable(from, to);
    const { subscription } = from;
    const now = this.clock.now();
    const before = await this.presenter.of(from.subscription, from.packages);
    const packages = pinsAt(from, to, now);
    await this.change(from, packages, to, now);
    await this.subscriptions.save(subscription, now);
    if (holdsTheSame(from, to)) await this.subscriptions.repin(subscription.uid, packages, now);
    else await this.subscriptions.replacePackages(subscription.uid, packages);
    await this.sources.declare(subscription, packages);
    const after = await this.presenter.of(subscription, packages);
    this.presenter.record.add(
      'updated',
      { ...before, also: versionsIn([...from.versions.values()]) },
      { ...after, also: versionsIn(allOf(to)) },
    );
    return this.presenter.show(after);
  }

  private async latestOf(
    { subscription: { productUid } }: PinnedSubscription,
    packageUid: string,
  ): Promise<VersionFacts | undefined> {
    return (await this.versions.latestOf(productUid, [packageUid])).get(packageUid);
  }

  /**
   * Prices switch with the versions, on the terms on which it was bought. Nothing is prorated: without a billing connection
   * nobody is billed here (catalog L7).
   */
  private async change(
    { subscription, packages: before }: PinnedSubscription,
    packages: SubscriptionPackage[],
    { plan }: Destination,
    now: Date,
  ): Promise<void> {
    const { pricingType } = plan;
    const order = { ...orderOf({ subscription, packages }), pricingType };
    const currency = subscription.purchase?.currency ?? null;
    const atOnce = { scheduleStrategy: 'IMMEDIATE' };
    const terms = await this.purchases.termsOf(
      order,
      atOnce,
      currency,
      { subscription, packages: before },
      now,
    );
    const { purchase, billingCycleAnchor, isCycleRestarted } = terms;
    requireSameCurrency(subscription.purchase, purchase, plan);
    const { usageResetCutoff } = await this.products.holdByUid(subscription.productUid);
    // What has not begun has no usage that could begin anew.
    const usageAnchor =
      subscription.startDate > now
        ? subscription.usageAnchor
        : anchorAfterChange(usageResetCutoff, subscription.usageAnchor, isCycleRestarted, now);
    Object.assign(subscription, { pricingType, purchase, billingCycleAnchor, usageAnchor });
  }
}

/** The views do not tell versions, and often nothing else differs. */
const versionsIn = (versions: readonly VersionFacts[]) => ({
  versions: versions.map(({ kind, id, versionNumber }) => ({ kind, id, versionNumber })),
});
