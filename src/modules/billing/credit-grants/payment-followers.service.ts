import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Follows } from '#libs/messaging/extensions';
import { invoiceCanceled, invoicePaid, moneyArriving, WithdrawnInvoices } from '#modules/billing/invoices';
import { collectionStalled } from '#modules/billing/payments';
import { CreditsService } from '#modules/entitlements/credits';

/**
 * What becomes of credits with what is paid for them, or is not. The invoice comes first: what is not paid for is voided with it, so who pays
 * and who voids wait for each other there. Domain: credits G3–G5
 */
@Injectable()
export class PaymentFollowers {
  constructor(
    private readonly credits: CreditsService,
    private readonly withdrawn: WithdrawnInvoices,
    private readonly clock: Clock,
  ) {}

  @Follows(invoicePaid)
  async begin({ invoice: { creditGrantId } }: typeof invoicePaid.facts): Promise<void> {
    if (creditGrantId !== null) await this.credits.confirm(creditGrantId);
  }

  /** Nothing of it is owed any more, so it is never paid. */
  @Follows(invoiceCanceled)
  async end({ invoice: { creditGrantId } }: typeof invoiceCanceled.facts): Promise<void> {
    if (creditGrantId !== null) await this.credits.voidUnpaid(creditGrantId);
  }

  /** What has waited too long by now is over, and the money goes back. Domain: customers-subscriptions V10 */
  @Follows(moneyArriving)
  async endLate({ invoice: { creditGrantId } }: typeof moneyArriving.facts): Promise<void> {
    if (creditGrantId !== null) await this.endUnpaid(creditGrantId);
  }

  /** Charged and declined. An invoice that somebody has tried to charge can be paid still. */
  @Follows(collectionStalled)
  async endDeclined({
    invoice: { creditGrantId, collection },
  }: typeof collectionStalled.facts): Promise<void> {
    if (creditGrantId === null || collection !== 'FAILED') return;
    const { collectedBy, isPending, uid } = await this.credits.get(creditGrantId);
    if (isPending && collectedBy === 'CHARGE') await this.withdrawn.withdrawOpen({ uid });
  }

  /** @returns whether it was not paid in time */
  async endUnpaid(id: string): Promise<boolean> {
    const grant = await this.credits.get(id);
    if (!grant.isUnpaidAt(this.clock.now())) return false;
    await this.withdrawn.withdrawOpen(grant);
    return true;
  }
}
