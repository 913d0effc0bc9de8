import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { CustomersService } from '#modules/customers/customers';
import { requireReachable } from '#modules/billing/invoices';
import { requireDelegable } from './domain/payer';
import { DueSubscriptions } from './due-subscriptions.service';
import { SubscriptionChanges } from './subscription-changes.service';
import type { DelegateSubscriptionBody } from './subscription-delegation.inputs';
import { SubscriptionPresenter } from './subscription-presenter.service';
import { Subscription } from './subscriptions.views';

/** Who pays for a subscription. Domain: customers-subscriptions X7 */
@Injectable()
export class SubscriptionDelegationService {
  constructor(
    private readonly customers: CustomersService,
    private readonly due: DueSubscriptions,
    private readonly changes: SubscriptionChanges,
    private readonly presenter: SubscriptionPresenter,
    private readonly clock: Clock,
  ) {}

  /**
   * Whose it is and what it grants stay. Invoices go to the e-mail address of the one who pays, or are charged to its payment method.
   * @throws SubscriptionNotFound, SubscriptionAlreadyCanceledOrExpired, InvalidSubscriptionStatus; CustomerNotFound, EntityIsArchivedError,
   *   CustomerHasNoEmailAddress and PaymentMethodNotFoundError of the target
   */
  @UseCase('delegateSubscription', {
    needs: 'subscriptions:write',
    answers: one(Subscription),
    summary: 'Let another customer pay for a subscription.',
    touches: (id: string) => [`subscription:${id}`],
  })
  async delegate(id: string, { targetCustomerId }: DelegateSubscriptionBody): Promise<Subscription> {
    const subscription = await this.due.lockOrThrow(id);
    const now = this.clock.now();
    requireDelegable(subscription, now);
    // Held, so that nobody archives it before it is known to pay.
    const target = await this.customers.holdOrThrow(targetCustomerId);
    target.requireLive();
    if (subscription.isPaidBy(target)) return this.presenter.viewOf(subscription);
    requireReachable(target, subscription.collectionMethod);
    return this.changes.keep(subscription.delegate(target), now);
  }
}
