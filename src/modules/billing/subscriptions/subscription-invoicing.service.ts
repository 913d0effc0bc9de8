import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Journal } from '#libs/messaging/journal';
import { IdReference } from '#libs/shape/id-reference';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { SubscriptionInvoices } from '#modules/billing/invoices';
import { requireBilled, requireInvoicedOnce } from './domain/billed-status';
import { DueSubscriptions } from './due-subscriptions.service';
import { SubscriptionBilling } from './subscription-billing.service';
import { SubscriptionChanges } from './subscription-changes.service';
import type { ChargeSubscriptionUsageBody } from './subscription-invoicing.inputs';
import { ChargedSubscriptionUsage, SyncedSubscriptionUsage } from './subscription-invoicing.views';

/** What is asked for of the invoices of one subscription. Domain: customers-subscriptions X9, X10 */
@Injectable()
export class SubscriptionInvoicingService {
  constructor(
    private readonly due: DueSubscriptions,
    private readonly invoices: SubscriptionInvoices,
    private readonly billing: SubscriptionBilling,
    private readonly changes: SubscriptionChanges,
    private readonly clock: Clock,
    private readonly journal: Journal,
  ) {}

  /** @throws SubscriptionNotFound, SubscriptionAlreadyCanceledOrExpired, InvalidSubscriptionStatus; InvalidArgumentError unless its latest invoice is OPEN */
  @UseCase('markSubscriptionInvoicePaid', {
    needs: 'subscriptions:write',
    answers: one(IdReference),
    summary: 'Mark the latest invoice of a subscription as paid.',
    touches: (id: string) => [`subscription:${id}`],
  })
  async markPaid(id: string): Promise<IdReference> {
    const subscription = await this.due.lockOrThrow(id);
    requireInvoicedOnce(subscription, this.clock.now());
    await this.invoices.markLatestPaid(subscription);
    return { id };
  }

  /**
   * What was used since the last charge, on an invoice that is sent at once. Once more charges what was used since.
   * @throws SubscriptionNotFound, SubscriptionAlreadyCanceledOrExpired, InvalidSubscriptionStatus; BillingIntegrationMissing under NONE;
   *   BadUserInput for an instant to come, or before the last charge
   */
  @UseCase('chargeSubscriptionUsage', {
    needs: 'subscriptions:write',
    answers: one(ChargedSubscriptionUsage),
    summary: 'Bill what a subscription has used since it was billed last.',
    touches: (id: string) => [`subscription:${id}`],
  })
  async chargeUsage(
    id: string,
    { untilDate }: ChargeSubscriptionUsageBody,
  ): Promise<ChargedSubscriptionUsage> {
    const subscription = await this.due.lockOrThrow(id);
    const now = this.clock.now();
    requireBilled(subscription, now);
    requireInvoiced(subscription);
    const until = untilDate ?? now;
    const since = new Date(subscription.billing?.usageFrom ?? subscription.startDate);
    if (until > now) throw badInput('untilDate must not lie in the future: what is to come is not used yet');
    if (until < since)
      throw badInput(`untilDate: usage is billed up to ${since.toISOString()} already; send a later instant`);
    const before = copyOf(subscription);
    const charged = await this.billing.chargeUsage(subscription, until);
    await this.changes.keepBooks({ verb: null, before, after: subscription }, now);
    this.journal.record({
      ...{ type: 'subscription.usage_charged', entityType: 'SUBSCRIPTION', entityId: id },
      parentId: subscription.customerId,
      before: { usageChargedUntil: since.toISOString() },
      after: { usageChargedUntil: until.toISOString() },
    });
    return ChargedSubscriptionUsage.from(id, charged);
  }

  /**
   * Nothing has to be sent to anybody: it is billed here.
   * @throws as `chargeUsage`
   */
  @UseCase('syncSubscriptionUsage', {
    needs: 'subscriptions:write',
    answers: one(SyncedSubscriptionUsage),
    summary: 'Send the usage of a subscription to its billing provider; false where there is none.',
    touches: (id: string) => [`subscription:${id}`],
  })
  async syncUsage(id: string): Promise<SyncedSubscriptionUsage> {
    const subscription = await this.due.lockOrThrow(id);
    requireBilled(subscription, this.clock.now());
    requireInvoiced(subscription);
    return { triggered: false };
  }
}

/** Domain: customers-subscriptions X9 */
function requireInvoiced({ id, billing }: { id: string; billing: object | null }): void {
  if (billing) return;
  const message = `Subscription ${id} is collected elsewhere (NONE), so its usage is not billed here`;
  throw new DomainError('BillingIntegrationMissing', message);
}
