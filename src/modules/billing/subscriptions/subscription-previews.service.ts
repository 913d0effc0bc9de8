import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { badInput } from '#libs/kernel/errors/domain-error';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { zero } from '#libs/business/pricing/amount';
import { Decimal } from '#libs/kernel/decimal';
import { SubscriptionInvoices } from '#modules/billing/invoices';
import type { Bill } from './domain/bill';
import { isBilledOtherwise } from './domain/change-billing';
import { couponAsked } from './domain/coupon-request';
import { nextPeriodStart } from './domain/billing-terms';
import type { Subscription } from './domain/subscription';
import { DueSubscriptions } from './due-subscriptions.service';
import { ForeseenBills } from './foreseen-bills.service';
import { ProvisionService } from './provision.service';
import type { PreviewSubscriptionBody } from './subscription-preview.inputs';
import { PreviewFreeItem, PreviewInvoice, SubscriptionPreview } from './subscription-preview.views';
import type { CreateSubscriptionBody } from './subscriptions.inputs';
import { SubscriptionsRepository } from './subscriptions.repository';

/** What a provision would cost: it is made, time goes on to the next period, and all of it is undone. Domain: customers-subscriptions W1–W3 */
@Injectable()
export class SubscriptionPreviewsService {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly provisions: ProvisionService,
    private readonly due: DueSubscriptions,
    private readonly bills: ForeseenBills,
    private readonly invoices: SubscriptionInvoices,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws what `SubscriptionsService.create` throws */
  @UseCase('previewSubscription', {
    needs: 'subscriptions:read',
    answers: one(SubscriptionPreview),
    summary:
      'Tell what a subscription, or a change of the one that runs, would cost now and at renewal. Nothing is written.',
  })
  async preview(body: PreviewSubscriptionBody): Promise<SubscriptionPreview> {
    couponAsked(body);
    return this.unitOfWork.rehearse(async () => {
      const { coupon } = await this.due.lockCustomer(body.customerId);
      const now = this.clock.now();
      const made = await this.provisions.provision(provisionOf(body), { now: () => now });
      const { subscription, was, isPlanDowngrade, isScheduled } = made;
      const { prorationBehavior = 'INVOICE_IMMEDIATELY' } = body.billingInformation ?? {};
      const begins = was?.uid !== subscription.uid;
      const isDue = !isScheduled && (begins || isBilledOtherwise(was, subscription));
      const immediate = isDue
        ? await this.bills.atOnce({ was, is: subscription }, coupon, now, prorationBehavior)
        : null;
      const period = subscription.billingPeriodAt(now);
      const hasScheduledUpdates = subscription.waitsFor();
      const balance = await this.balanceOf(subscription);
      const freeItems = PreviewFreeItem.ofAll(subscription);
      const held = subscription.billing?.holdsLines ? await this.invoices.heldOf(subscription.uid) : [];
      const next = await this.atNextPeriod(subscription, now);
      // Lines that wait are of the document of what they were made for.
      const awaited = next?.running.uid === subscription.uid ? held : [];
      const recurring = next && (await this.bills.ofPeriod(next.running, coupon, next.at, awaited));
      return {
        ...(period && { billingPeriodRange: period }),
        freeItems: isScheduled && next ? PreviewFreeItem.ofAll(next.running) : freeItems,
        ...{ hasScheduledUpdates, isPlanDowngrade },
        immediateInvoice: PreviewInvoice.from(immediate, balance),
        ...(recurring && { recurringInvoice: PreviewInvoice.from(recurring, leftOf(balance, immediate)) }),
      };
    });
  }

  /** Of who pays, where it is billed here. Domain: customers-subscriptions R4, W2 */
  private async balanceOf({ billing, payer, currency }: Subscription): Promise<Decimal> {
    return billing && currency ? this.invoices.balanceOf(payer.uid, currency) : zero;
  }

  /** What runs in its place by then: what waits for that instant is made first. */
  private async atNextPeriod(
    subscription: Subscription,
    now: Date,
  ): Promise<{ running: Subscription; at: Date } | null> {
    const { customerUid, resourceKey, productUid } = subscription;
    const at = nextPeriodStart(subscription, now);
    if (!at) return null;
    await this.due.carryOut(customerUid, at);
    const { running } = await this.subscriptions.inPlace(customerUid, resourceKey, productUid);
    return running ? { running, at } : null;
  }
}

/** What the bill before leaves of a balance, or adds to it. Domain: customers-subscriptions R4 */
const leftOf = (balance: Decimal, bill: Bill | null): Decimal =>
  bill ? balance.minus(Decimal.min(bill.totals.total, balance)) : balance;

/** The words of a provision. Domain: customers-subscriptions W3 @throws BadUserInput for a feature in both spellings */
function provisionOf({
  billableFeatures = [],
  charges = [],
  ...body
}: PreviewSubscriptionBody): CreateSubscriptionBody {
  const twice = billableFeatures.findIndex(({ featureId }) =>
    charges.some(({ type, id }) => type === 'FEATURE' && id === featureId),
  );
  if (twice >= 0) {
    const { featureId } = billableFeatures[twice] as { featureId: string };
    throw badInput(
      `billableFeatures[${twice}].featureId: ${featureId} stands in charges too; name it there only`,
    );
  }
  const units = billableFeatures.map(({ featureId: id, quantity }) => ({
    type: 'FEATURE' as const,
    id,
    quantity,
  }));
  const all = [...charges, ...units];
  return { ...body, ...(all.length > 0 && { charges: all }) };
}
