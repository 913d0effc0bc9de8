import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { ProductsService } from '#modules/catalog/products';
import { endAskedFor } from './domain/ending';
import { DueSubscriptions } from './due-subscriptions.service';
import { SubscriptionCancellationService } from './subscription-cancellation.service';
import { SubscriptionPresenter } from './subscription-presenter.service';
import type { CancelSubscriptionBody } from './subscriptions.inputs';
import { Subscription } from './subscriptions.views';

/** One subscription, ended because somebody asks for it. Domain: customers-subscriptions X1 */
@Injectable()
export class SubscriptionEndingService {
  constructor(
    private readonly due: DueSubscriptions,
    private readonly products: ProductsService,
    private readonly cancellation: SubscriptionCancellationService,
    private readonly presenter: SubscriptionPresenter,
    private readonly clock: Clock,
  ) {}

  /**
   * At once, with its billing period or at an instant. Domain: customers-subscriptions X1, X2, X4
   * @throws SubscriptionNotFound, SubscriptionAlreadyCanceledOrExpired, SubscriptionDoesNotHaveBillingPeriod, InvalidCancellationDate,
   *   TrialMustBeCancelledImmediately, InvalidSubscriptionStatus; UnsupportedParameter for `prorate` of what is collected elsewhere
   */
  @UseCase('cancelSubscription', {
    needs: 'subscriptions:write',
    answers: one(Subscription),
    summary: 'End a subscription, now or later.',
    touches: (id: string) => [`subscription:${id}`],
  })
  async cancel(id: string, body: CancelSubscriptionBody): Promise<Subscription> {
    const subscription = await this.due.lockOrThrow(id);
    subscription.requireNotEnded();
    const { settings } = await this.products.holdByUid(subscription.productUid);
    const now = this.clock.now();
    const end = endAskedFor(body, subscription, settings.subscriptionCancellationTime, now);
    const action = body.cancellationAction ?? 'DEFAULT';
    const isEndProrated = body.prorate ?? settings.prorateAtEndOfBillingPeriod;
    if (end === null) await this.cancellation.cancel(subscription, action, isEndProrated);
    else await this.cancellation.cancelAt(subscription, end, action);
    return this.presenter.viewOf(subscription);
  }
}
