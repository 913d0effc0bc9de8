import { Injectable } from '@nestjs/common';
import { Follows } from '#libs/messaging/extensions';
import { SubscriptionInvoices } from '#modules/billing/invoices';
import { collectionGivenUp } from '#modules/billing/payments';
import { DueSubscriptions } from './due-subscriptions.service';
import { SubscriptionCancellationService } from './subscription-cancellation.service';

/** What becomes of subscriptions whose invoices are not paid. Domain: contracts-billing V11 */
@Injectable()
export class PaymentFollowers {
  constructor(
    private readonly due: DueSubscriptions,
    private readonly invoices: SubscriptionInvoices,
    private readonly cancellation: SubscriptionCancellationService,
  ) {}

  /** The invoice stays open. What has ended, is collected otherwise, or was paid meanwhile stays as it is. */
  @Follows(collectionGivenUp)
  async end({ invoiceUid, subscriptionId }: typeof collectionGivenUp.facts): Promise<void> {
    const subscription = await this.due.lockOrThrow(subscriptionId);
    if (subscription.hasEnded || subscription.collectionMethod !== 'CHARGE') return;
    if (await this.invoices.isOwed(invoiceUid)) await this.cancellation.endUnpaid(subscription);
  }
}
