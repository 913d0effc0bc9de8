import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { PackageVersionsService, type VersionFacts } from '#modules/catalog/package-structure';
import { ProductsService } from '#modules/catalog/products';
import { orderOf } from './domain/agreed-terms';
import type { ScheduleType } from './domain/scheduled-update';
import type { Subscription as StoredSubscription, SubscriptionChange } from './domain/subscription';
import {
  allOf,
  destinationOf,
  pinsAt,
  requireMovable,
  requireTermsKept,
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
   * @param superseded kinds of changes that wait and are no more
   * @returns the subscription as it is told now, or null when it stands there already
   * @throws InvalidArgumentError, IncompatibleSubscriptionAddon; BadUserInput, InvalidQuantity when the terms on which it was
   *   bought are not sold any more
   */
  async move(
    from: PinnedSubscription,
    aims: Aims,
    superseded: readonly ScheduleType[] = [],
  ): Promise<Subscription | null> {
    const to = await destinationOf(from, aims, (uid) => this.latestOf(from, uid));
    if (standsAt(from, to)) return null;
    requireMovable(from, to);
    const now = this.clock.now();
    const change = await this.changeOf(from, to, superseded, now);
    const [before, after] = [versionsIn([...from.versions.values()]), versionsIn(allOf(to))];
    return this.changes.keep(change, now, { also: { before, after } });
  }

  /** Of one that is held. @throws as `aimsOf` and `move` */
  async moveToLatest(subscription: StoredSubscription, targetVersion: number | undefined): Promise<void> {
    const from = await this.pinned(subscription);
    await this.move(from, await this.aimsOf(from, targetVersion));
  }

  async pinned(subscription: StoredSubscription): Promise<PinnedSubscription> {
    const byVersion = await this.versions.byUids(subscription.packages.map(({ versionUid }) => versionUid));
    const versions = new Map([...byVersion.values()].map((version) => [version.packageUid, version]));
    return { subscription, versions };
  }

  /** The latest versions, or this one of the plan. Domain: customers-subscriptions X5 @throws PlanNotFound, InvalidArgumentError */
  async aimsOf(from: PinnedSubscription, targetVersion: number | undefined): Promise<Aims> {
    const { productUid, planUid } = from.subscription;
    const aims = await this.versions.latestOf(productUid, [...from.versions.keys()]);
    if (targetVersion !== undefined) aims.set(planUid, await this.targetOf(from, targetVersion));
    return aims;
  }

  /** Domain: customers-subscriptions X5; a newer version is never given up. */
  private async targetOf(
    { subscription, versions }: PinnedSubscription,
    number: number,
  ): Promise<VersionFacts> {
    const { planUid, planId } = subscription;
    const target = await this.versions.numbered(planUid, number);
    if (!target) {
      const message = `targetVersion: plan ${planId} has no published version ${number}`;
      throw new DomainError('PlanNotFound', message);
    }
    const present = versions.get(planUid)?.versionNumber ?? 0;
    if (present <= number) return target;
    throw new DomainError(
      'InvalidArgumentError',
      `targetVersion: the subscription is on version ${present} of plan ${planId} already`,
    );
  }

  private async latestOf(
    { subscription: { productUid } }: PinnedSubscription,
    packageUid: string,
  ): Promise<VersionFacts | undefined> {
    return (await this.versions.latestOf(productUid, [packageUid])).get(packageUid);
  }

  /**
   * Prices switch with the versions, on the terms on which it was bought; the difference is billed where it is billed here (catalog L7).
   */
  private async changeOf(
    from: PinnedSubscription,
    to: Destination,
    superseded: readonly ScheduleType[],
    now: Date,
  ): Promise<SubscriptionChange> {
    const { subscription } = from;
    const packages = pinsAt(from, to, now);
    const { pricingType } = to.plan;
    const order = { ...orderOf(subscription, packages), pricingType };
    const { currency } = subscription;
    const terms = await this.purchases.termsOf(order, {}, currency, subscription, now);
    requireTermsKept(subscription.purchase, terms.purchase, to.plan);
    const { usageResetCutoff } = await this.products.holdByUid(subscription.productUid);
    return subscription.move({ packages, pricingType, superseded }, terms, usageResetCutoff, now);
  }
}

/** The views do not tell versions, and often nothing else differs. */
const versionsIn = (versions: readonly VersionFacts[]) => ({
  versions: versions.map(({ kind, id, versionNumber }) => ({ kind, id, versionNumber })),
});
