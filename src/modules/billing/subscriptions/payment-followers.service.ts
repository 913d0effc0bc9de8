import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Follows } from '#libs/messaging/extensions';
import { Outbox } from '#libs/messaging/outbox';
import { invoicePaid, moneyArriving, type StoredInvoice } from '#modules/billing/invoices';
import { purchaseFailed, type Purchase } from '#modules/billing/payments';
import { isUnpaid } from './domain/scheduled-update';
import type { Subscription } from './domain/subscription';
import { DueSubscriptions } from './due-subscriptions.service';
import { FirstPayments } from './first-payments.service';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionsRepository } from './subscriptions.repository';
import { provisionKind } from './subscriptions.service';

/** What becomes of subscriptions with what is paid for them, or is not. Domain: customers-subscriptions V9, V10, T4, D8 */
@Injectable()
export class PaymentFollowers {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly due: DueSubscriptions,
    private readonly first: FirstPayments,
    private readonly changes: SubscriptionChanges,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** What has waited too long by now is over, and nothing is owed of it. Domain: customers-subscriptions V10 */
  @Follows(moneyArriving)
  async endLate({ invoice }: typeof moneyArriving.facts): Promise<void> {
    const subscription = await this.billedBy(invoice);
    if (subscription?.pendingUntil) await this.due.lockOrThrow(subscription.id);
  }

  @Follows(invoicePaid)
  async begin({ invoice }: typeof invoicePaid.facts): Promise<void> {
    const found = await this.billedBy(invoice);
    if (!found || !(found.pendingUntil || isConversion(found, invoice))) return;
    const subscription = await this.due.lockOrThrow(found.id);
    const now = this.clock.now();
    if (subscription.hasEnded) return;
    if (subscription.pendingUntil) await this.first.activate(subscription, now);
    else if (subscription.collectionMethod === 'CHARGE') await this.first.tellConverted(subscription, now);
  }

  /** Nobody pays for what was asked for. Domain: customers-subscriptions V9, D8; access-and-events W6 */
  @Follows(purchaseFailed)
  async tellFailed({ paymentUid, purchase, reason }: typeof purchaseFailed.facts): Promise<void> {
    if (purchase.waitsOn !== undefined) return this.failUpdate(purchase.waitsOn, paymentUid);
    if (purchase.kind === provisionKind) this.tellNotCreated(purchase, reason);
  }

  private async failUpdate(id: string, payment: string): Promise<void> {
    const subscription = await this.due.lockOrThrow(id);
    const waits = subscription.updates?.some((each) => isUnpaid(each) && each.payment === payment);
    if (waits) await this.changes.keep(subscription.settleUpdateOf(payment, 'FAILED'), this.clock.now());
  }

  private tellNotCreated({ reference: id, asked }: Purchase, message: string): void {
    const { customerId, planId } = asked as { customerId: string; planId: string };
    this.outbox.record({
      type: 'subscription.creation_failed',
      ...{ entityType: 'SUBSCRIPTION', entityId: id },
      payload: { subscription: { id, customerId, planId }, message },
    });
  }

  private async billedBy({ subscriptionId, billedUid }: StoredInvoice): Promise<Subscription | undefined> {
    return subscriptionId === null
      ? undefined
      : (await this.subscriptions.findByUids([billedUid])).get(billedUid);
  }
}

const isAt = (one: Date | null, other: Date): boolean => one?.getTime() === other.getTime();

/** Is it the bill of the first period after a trial? Domain: customers-subscriptions T4 */
const isConversion = ({ trialEndsAt }: Subscription, { kind, periodStart }: StoredInvoice): boolean =>
  kind === 'FIRST' && isAt(trialEndsAt, periodStart);
