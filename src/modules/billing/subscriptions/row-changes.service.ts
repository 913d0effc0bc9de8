import { Injectable } from '@nestjs/common';
import { ProductsService } from '#modules/catalog/products';
import type { Subscription } from './domain/subscription';
import {
  newsIn,
  requireSame,
  requireSpan,
  requireUnbilled,
  type ImportedSubscription,
  type RowNews,
  type SubscriptionRow,
} from './domain/subscription-row';
import { DueSubscriptions } from './due-subscriptions.service';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionPatches } from './subscription-patches.service';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What a row of an import says otherwise of a subscription on the same plan. Domain: customers-subscriptions V5, X8 */
@Injectable()
export class RowChanges {
  constructor(
    private readonly due: DueSubscriptions,
    private readonly subscriptions: SubscriptionsRepository,
    private readonly products: ProductsService,
    private readonly patches: SubscriptionPatches,
    private readonly changes: SubscriptionChanges,
  ) {}

  /** Its customer is locked. @throws InvalidArgumentError, SubscriptionAlreadyCanceledOrExpired, and what a change of it throws */
  async apply(known: Subscription, row: SubscriptionRow, now: Date): Promise<ImportedSubscription> {
    requireSame(row, known);
    requireSpan(known.startDate, row.endDate);
    const news = newsIn(row, known);
    const { id: subscriptionId } = known;
    if (Object.keys(news).length === 0) return { subscriptionId, outcome: 'UNCHANGED' };
    known.requireNotEnded();
    requireUnbilled(known);
    await this.change(await this.subscriptions.lockOrThrow(subscriptionId), news, now);
    return { subscriptionId, outcome: 'UPDATED' };
  }

  private async change(
    subscription: Subscription,
    { billingId, endDate, ...asked }: RowNews,
    now: Date,
  ): Promise<void> {
    const read = await this.patches.read(subscription, { ...asked, scheduleStrategy: 'IMMEDIATE' }, now);
    const { usageResetCutoff } = await this.products.holdByUid(subscription.productUid);
    const change = subscription.change({ ...read, billingId, endDate }, usageResetCutoff, now);
    await this.changes.keep(change, now);
    // It may be over with it.
    if (endDate && endDate <= now) await this.due.carryOut(subscription.customerUid, now);
  }
}
