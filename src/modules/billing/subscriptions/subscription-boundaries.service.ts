import { Injectable } from '@nestjs/common';
import { ProductsService } from '#modules/catalog/products';
import { copyOf } from '#libs/kernel/tenant-entity';
import type { Subscription } from './domain/subscription';
import type { LifeStep } from './domain/subscription-life';
import { FirstPayments } from './first-payments.service';
import { ScheduledUpdatesService } from './scheduled-updates.service';
import { SubscriptionBilling, type ChangeBilling } from './subscription-billing.service';
import { SubscriptionCancellationService } from './subscription-cancellation.service';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What becomes of a subscription at each boundary of its life. Domain: customers-subscriptions §2.1 */
@Injectable()
export class SubscriptionBoundaries {
  private readonly steps: Readonly<
    Record<LifeStep, (subscription: Subscription, at: Date) => Promise<void>>
  > = {
    END: (subscription, at) => this.cancellation.endAsDecided(subscription, at),
    EXPIRY: (subscription, at) =>
      this.cancellation.followEnd(subscription, subscription.endByTime(at), 'DEFAULT', at),
    PAYMENT_EXPIRY: (subscription, at) => this.paid.expire(subscription, at),
    TRIAL_END: (subscription, at) => this.endTrial(subscription, at),
    UPDATE: (subscription, at) => this.updates.executeAll(subscription, at),
    START: (subscription, at) => this.start(subscription, at),
    USAGE: async (subscription, at) =>
      this.changes.keepBooks(await this.billing.billMonth(subscription, at), at),
    RENEWAL: async (subscription, at) =>
      this.changes.keepBooks(await this.billing.renew(subscription, at), at),
    ENDS_SOON: (subscription, at) => this.keep(subscription.tellEndsSoon(at), at),
  };

  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly products: ProductsService,
    private readonly changes: SubscriptionChanges,
    private readonly cancellation: SubscriptionCancellationService,
    private readonly updates: ScheduledUpdatesService,
    private readonly billing: SubscriptionBilling,
    private readonly paid: FirstPayments,
  ) {}

  /** @param at when it was due, which is now for all that it does */
  pass(subscription: Subscription, step: LifeStep, at: Date): Promise<void> {
    return this.steps[step](subscription, at);
  }

  /** Domain: customers-subscriptions T4, V4 */
  private async endTrial(subscription: Subscription, at: Date): Promise<void> {
    const { running, waiting } = await this.placeOf(subscription);
    const isFollowed = waiting.some(
      ({ startDate, trialEndsAt }) => !trialEndsAt && startDate.getTime() === at.getTime(),
    );
    if (isFollowed) return this.keep(subscription.cancel('TRIAL_CONVERTED', at), at);
    if (subscription.trialEndBehavior === 'CANCEL_SUBSCRIPTION')
      return this.cancellation.followEnd(subscription, subscription.expire(at), 'DEFAULT', at);
    const replaced = running && copyOf(running);
    if (running) await this.keep(running.cancel('UPGRADE_OR_DOWNGRADE', at), at);
    const { usageResetCutoff } = await this.products.holdByUid(subscription.productUid);
    const { trial, ...change } = subscription.convert(usageResetCutoff, replaced, at);
    const isCharged = subscription.collectionMethod === 'CHARGE';
    await this.keep({ ...change, ...(!isCharged && { trial }) }, at, { replaced });
    if (isCharged) await this.paid.collectConverted(subscription, at);
  }

  /** It takes its place, and what held it ends. Domain: customers-subscriptions V4, V6 */
  private async start(subscription: Subscription, at: Date): Promise<void> {
    const { tried, running } = await this.placeOf(subscription);
    const former = subscription.trialEndsAt ? tried : running;
    const replaced = former && copyOf(former);
    if (former) await this.keep(former.cancel('UPGRADE_OR_DOWNGRADE', at), at);
    const { usageResetCutoff: cutoff } = await this.products.holdByUid(subscription.productUid);
    // A trial that ended at this instant gave way to it: its windows, its coupon and its link go on.
    const beside = former ?? tried ?? running;
    const converted = beside ? undefined : await this.convertedAt(subscription, at);
    const formerAnchor = (beside ?? converted)?.usageAnchor;
    const followed = { cutoff, formerAnchor, replaced: former ?? converted };
    await this.keep(subscription.start(followed, at), at, { replaced });
    const isCharged = subscription.slot === 'PLAN' && subscription.collectionMethod === 'CHARGE';
    if (isCharged && !former) await this.paid.collectStarted(subscription, at);
  }

  private convertedAt({ customerUid, resourceKey, productUid }: Subscription, at: Date) {
    return this.subscriptions.convertedAt(customerUid, resourceKey, productUid, at);
  }

  private placeOf({ customerUid, resourceKey, productUid }: Subscription) {
    return this.subscriptions.inPlace(customerUid, resourceKey, productUid);
  }

  private async keep(
    change: Parameters<SubscriptionChanges['keep']>[0],
    at: Date,
    billing?: ChangeBilling,
  ): Promise<void> {
    await this.changes.keep(change, at, billing);
  }
}
