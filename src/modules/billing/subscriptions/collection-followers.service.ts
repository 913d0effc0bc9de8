import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Follows } from '#libs/messaging/extensions';
import { SubscriptionInvoices, type StoredInvoice } from '#modules/billing/invoices';
import { collectionStalled, collectionGivenUp } from '#modules/billing/payments';
import type { Subscription } from './domain/subscription';
import { DueSubscriptions } from './due-subscriptions.service';
import { FirstPayments } from './first-payments.service';
import { SubscriptionCancellationService } from './subscription-cancellation.service';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What becomes of subscriptions whose invoices are not paid. Domain: contracts-billing V11 */
@Injectable()
export class CollectionFollowers {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly due: DueSubscriptions,
    private readonly first: FirstPayments,
    private readonly invoices: SubscriptionInvoices,
    private readonly cancellation: SubscriptionCancellationService,
    private readonly clock: Clock,
  ) {}

  /** The invoice stays open. What has ended, is collected otherwise, or was paid meanwhile stays as it is. */
  @Follows(collectionGivenUp)
  async end({ invoice: { uid: invoiceUid, subscriptionId } }: typeof collectionGivenUp.facts): Promise<void> {
    if (subscriptionId === null) return;
    const subscription = await this.due.lockOrThrow(subscriptionId);
    if (subscription.hasEnded || subscription.collectionMethod !== 'CHARGE') return;
    if (await this.invoices.isOwed(invoiceUid)) await this.cancellation.endUnpaid(subscription);
  }

  /** What began by time with this invoice waits to be paid; what ran before runs on while it is collected. Domain: customers-subscriptions T4 */
  @Follows(collectionStalled)
  async suspend({ invoice }: typeof collectionStalled.facts): Promise<void> {
    if (invoice.kind !== 'FIRST') return;
    const found = (await this.subscriptions.findByUids([invoice.billedUid])).get(invoice.billedUid);
    if (!found || !beginsWith(found, invoice)) return;
    const subscription = await this.due.lockOrThrow(found.id);
    if (subscription.hasEnded || subscription.slot !== 'PLAN') return;
    if (await this.subscriptions.isReplacement(subscription, invoice.periodStart)) return;
    await this.first.await(subscription, invoice.periodStart, this.clock.now());
  }
}

const beginsWith = (
  { startDate, trialEndsAt, collectionMethod }: Subscription,
  { periodStart }: StoredInvoice,
) => collectionMethod === 'CHARGE' && (trialEndsAt ?? startDate).getTime() === periodStart.getTime();
