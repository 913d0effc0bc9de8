import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { PackageVersionsService, type VersionFacts } from '#modules/catalog/package-structure';
import { ProductsService } from '#modules/catalog/products';
import { orderOf } from './domain/agreed-terms';
import type { SubscriptionChange } from './domain/subscription';
import {
  allOf,
  destinationOf,
  pinsAt,
  requireMovable,
  requireSameCurrency,
  standsAt,
  type Aims,
  type Destination,
  type PinnedSubscription,
} from './domain/subscription-move';
import { PurchasesService } from './purchases.service';
import { SubscriptionChanges } from './subscription-changes.service';
import type { Subscription } from './subscriptions.views';

/** A running subscription goes to other versions of what it holds. Domain: catalog I3, L7; customers-subscriptions X5 */
@Injectable()
export class SubscriptionMovesService {
  constructor(
    private readonly products: ProductsService,
    private readonly versions: PackageVersionsService,
    private readonly purchases: PurchasesService,
    private readonly changes: SubscriptionChanges,
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
    const now = this.clock.now();
    const change = await this.changeOf(from, to, now);
    return this.changes.keep(change, now, {
      before: versionsIn([...from.versions.values()]),
      after: versionsIn(allOf(to)),
    });
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
  private async changeOf(from: PinnedSubscription, to: Destination, now: Date): Promise<SubscriptionChange> {
    const { subscription } = from;
    const packages = pinsAt(from, to, now);
    const { pricingType } = to.plan;
    const order = { ...orderOf(subscription, packages), pricingType };
    const atOnce = { scheduleStrategy: 'IMMEDIATE' };
    const { currency } = subscription;
    const terms = await this.purchases.termsOf(order, atOnce, currency, subscription, now);
    requireSameCurrency(subscription.purchase, terms.purchase, to.plan);
    const { usageResetCutoff } = await this.products.holdByUid(subscription.productUid);
    return subscription.move({ packages, pricingType }, terms, usageResetCutoff, now);
  }
}

/** The views do not tell versions, and often nothing else differs. */
const versionsIn = (versions: readonly VersionFacts[]) => ({
  versions: versions.map(({ kind, id, versionNumber }) => ({ kind, id, versionNumber })),
});
