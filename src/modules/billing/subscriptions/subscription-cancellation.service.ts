import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '#libs/kernel/clock';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { AutoCancellationRulesService } from '#modules/catalog/products';
import type { CancellationAction, CancelReason, Subscription } from './domain/subscription';
import type { SubscriptionChange } from './domain/subscription';
import { actionAtEnd } from './domain/decided-end';
import { isRefusal } from './domain/refusal';
import { DowngradeService } from './downgrade.service';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionsRepository } from './subscriptions.repository';

/** How subscriptions end by a decision, and what begins or ends with them. Domain: catalog P8; customers-subscriptions X1, X2 */
@Injectable()
export class SubscriptionCancellationService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly changes: SubscriptionChanges,
    private readonly downgrades: DowngradeService,
    private readonly rules: AutoCancellationRulesService,
    private readonly clock: Clock,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  /** By the customer or for it. What has not begun holds no place, and nothing follows it. @throws SubscriptionAlreadyCanceledOrExpired */
  async cancel(subscription: Subscription, action: CancellationAction, isEndProrated = false): Promise<void> {
    const now = this.clock.now();
    const isHeld = subscription.slot !== null;
    const change = subscription.cancel('Immediate', now);
    if (isHeld)
      await this.followEnd(subscription, change, actionAtEnd(subscription, action), now, isEndProrated);
    else await this.changes.keep(change, now);
  }

  /** It runs until then. Domain: customers-subscriptions S6, X2 */
  async cancelAt(subscription: Subscription, date: Date, action: CancellationAction): Promise<void> {
    const now = this.clock.now();
    await this.changes.keep(subscription.cancelAt(date, action, now), now);
  }

  /** Its end was decided for this instant. Domain: customers-subscriptions S6, X2 */
  endAsDecided(subscription: Subscription, at: Date): Promise<void> {
    const action = subscription.cancellationAction ?? 'DEFAULT';
    return this.followEnd(subscription, subscription.cancel('ScheduledCancellation', at), action, at);
  }

  /** What was owed of it could not be collected. Domain: contracts-billing V11; customers-subscriptions X2 */
  endUnpaid(subscription: Subscription): Promise<void> {
    const now = this.clock.now();
    return this.followEnd(subscription, subscription.cancel('CANCELLED_BY_BILLING', now), 'DEFAULT', now);
  }

  /** With the downgrade plan the customer still holds the product, so nothing that depends on it ends. Domain: customers-subscriptions X2 */
  async followEnd(
    subscription: Subscription,
    change: SubscriptionChange,
    action: CancellationAction,
    at: Date,
    isEndProrated = false,
  ): Promise<void> {
    await this.changes.keep(change, at, { isEndProrated });
    const isReplaced = action === 'DEFAULT' && (await this.replace(subscription, at));
    if (!isReplaced && !(await this.isHeldStill(subscription))) await this.endDependents(subscription, at);
  }

  /** All of an archived customer, each for this reason; nothing takes their place. Domain: customers-subscriptions U7 */
  async endAllOf(customerUid: string): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.subscriptions.liveIdsOf(customerUid, null)) {
      await this.end(await this.subscriptions.lockOrThrow(id), 'CustomerArchived', now);
    }
  }

  /** What time has ended has ended, whether its downgrade plan can be had or not: nobody is there whom a refusal would tell anything. */
  private async replace(subscription: Subscription, at: Date): Promise<boolean> {
    const isByTime = subscription.cancelReason !== 'Immediate';
    return this.downgrades.replace(subscription, at).catch((error: unknown) => {
      if (!isByTime || !isRefusal(error)) throw error;
      this.logger.warn(
        { err: error, subscription: subscription.id },
        'a subscription ended without its downgrade plan',
      );
      return false;
    });
  }

  /** A trial may have run beside it, or it beside a trial. Domain: customers-subscriptions T6 */
  private async isHeldStill({ customerUid, resourceKey, productUid }: Subscription): Promise<boolean> {
    const { tried, running } = await this.subscriptions.inPlace(customerUid, resourceKey, productUid);
    return (tried ?? running) !== undefined;
  }

  /** What a rule ends is not downgraded: the customer is to hold nothing of that product. Domain: catalog P8 */
  private async endDependents({ customerUid, productUid }: Subscription, now: Date): Promise<void> {
    const targets = await this.rules.targetsOf(productUid);
    if (targets.length === 0) return;
    for (const id of await this.subscriptions.liveIdsOf(customerUid, targets)) {
      const dependent = await this.subscriptions.lockOrThrow(id);
      // Ended meanwhile by another way through the rules: each ends once, so a circle of rules comes to its end.
      if (dependent.hasEnded) continue;
      await this.end(dependent, 'AutoCancellationRule', now);
      await this.endDependents(dependent, now);
    }
  }

  private async end(subscription: Subscription, reason: CancelReason, now: Date): Promise<void> {
    await this.changes.keep(subscription.cancel(reason, now), now);
  }
}
