import { Injectable } from '@nestjs/common';
import { copyOf } from '#libs/kernel/tenant-entity';
import { SubscriptionInvoices } from '#modules/billing/invoices';
import { CustomersService } from '#modules/customers/customers';
import { ProductsService } from '#modules/catalog/products';
import type { Subscription } from './domain/subscription';
import { paidUntil } from './domain/subscription-life';
import { SubscriptionCancellationService } from './subscription-cancellation.service';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionsRepository } from './subscriptions.repository';

/**
 * What begins with its first payment: it grants once that has come, and is over where it does not. What runs already is served while it is
 * collected. Domain: customers-subscriptions V9, V10, T4
 */
@Injectable()
export class FirstPayments {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly invoices: SubscriptionInvoices,
    private readonly customers: CustomersService,
    private readonly products: ProductsService,
    private readonly changes: SubscriptionChanges,
    private readonly cancellation: SubscriptionCancellationService,
  ) {}

  /** Its trial is over, and its first period billed. Domain: customers-subscriptions T4 */
  async collectConverted(subscription: Subscription, at: Date): Promise<void> {
    if (!(await this.isOwed(subscription))) await this.tellConverted(subscription, at);
    else if (!(await this.mayBeCharged(subscription))) await this.await(subscription, at);
  }

  /** It began by time. Where nobody can be charged it waits; else it runs until the first answer. */
  async collectStarted(subscription: Subscription, at: Date): Promise<void> {
    if (await this.mayBeCharged(subscription)) return;
    if (await this.isOwed(subscription)) await this.await(subscription, at);
  }

  /** @param from since when it waits */
  async await(subscription: Subscription, from: Date, now = from): Promise<void> {
    await this.changes.keep(subscription.awaitPayment(paidUntil(from)), now);
  }

  /** Its invoice is paid: it takes its place, and what holds it gives way. Domain: customers-subscriptions V4, X10 */
  async activate(subscription: Subscription, now: Date): Promise<void> {
    const { customerUid, resourceKey, productUid } = subscription;
    const { running } = await this.subscriptions.inPlace(customerUid, resourceKey, productUid);
    const former = running && copyOf(running);
    if (running) {
      // It gave way as it was agreed to.
      running.noteBilled({ givenBackIn: undefined });
      await this.changes.keep(running.cancel('UPGRADE_OR_DOWNGRADE', now), now);
    }
    const { usageResetCutoff } = await this.products.holdByUid(productUid);
    await this.changes.keep(subscription.activate(usageResetCutoff, former?.usageAnchor, now), now);
  }

  /** Nobody has paid in time. Domain: customers-subscriptions V10, T4 */
  async expire(subscription: Subscription, at: Date): Promise<void> {
    const change = subscription.endUnpaid(at);
    if (subscription.trialEndsAt) await this.cancellation.followEnd(subscription, change, 'DEFAULT', at);
    else await this.changes.keep(change, at);
  }

  /** It is one only now. Domain: customers-subscriptions T4 */
  async tellConverted(subscription: Subscription, now: Date): Promise<void> {
    const told = {
      verb: null,
      trial: 'converted',
      before: copyOf(subscription),
      after: subscription,
    } as const;
    await this.changes.keep(told, now);
  }

  private async mayBeCharged({ payer }: Subscription): Promise<boolean> {
    return (await this.customers.getOrThrow(payer.id)).paymentMethod !== null;
  }

  private async isOwed({ uid }: Subscription): Promise<boolean> {
    await this.invoices.sendNow();
    return Boolean((await this.invoices.standingOf([uid])).get(uid)?.owed);
  }
}
