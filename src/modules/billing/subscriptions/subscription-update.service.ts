import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { ProductsService } from '#modules/catalog/products';
import { DueSubscriptions } from './due-subscriptions.service';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionPatches } from './subscription-patches.service';
import { SubscriptionPresenter } from './subscription-presenter.service';
import type { UpdateSubscriptionBody } from './subscription-update.inputs';
import { Subscription } from './subscriptions.views';
import { refuseUnbuiltChange } from './unbuilt-requests.service';

/** One subscription, changed because somebody asks for it; its plan stays. Domain: customers-subscriptions D1, V5 */
@Injectable()
export class SubscriptionUpdateService {
  constructor(
    private readonly due: DueSubscriptions,
    private readonly patches: SubscriptionPatches,
    private readonly changes: SubscriptionChanges,
    private readonly presenter: SubscriptionPresenter,
    private readonly products: ProductsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Nothing asked changes nothing and is told nobody.
   * @throws SubscriptionNotFound, SubscriptionAlreadyCanceledOrExpired, InvalidCancellationDate, TrialMustBeCancelledImmediately,
   *   InvalidSubscriptionStatus for `trialEndDate` of what is not tried, and all that a provision of the same plan throws
   */
  @UseCase('updateSubscription', {
    needs: 'subscriptions:write',
    answers: one(Subscription),
    summary: 'Change a subscription.',
    touches: (id: string) => [`subscription:${id}`],
  })
  async update(id: string, body: UpdateSubscriptionBody): Promise<Subscription> {
    refuseUnbuiltChange(body);
    const subscription = await this.due.lockOrThrow(id);
    subscription.requireNotEnded();
    const now = this.clock.now();
    const patch = await this.patches.read(subscription, body, now);
    if (Object.values(patch).every((each) => each === undefined)) return this.presenter.viewOf(subscription);
    const { trialEndsAt: trialEnded } = subscription;
    const { usageResetCutoff } = await this.products.holdByUid(subscription.productUid);
    const { prorationBehavior: proration } = body.billingInformation ?? {};
    await this.changes.keep(subscription.change(patch, usageResetCutoff, now), now, { proration });
    if (patch.trial && trialEnded)
      await this.patches.moveWaiting(subscription, trialEnded, patch.trial.endsAt, now);
    // A trial may be over with it. Domain: customers-subscriptions T5
    await this.due.carryOut(subscription.customerUid, now);
    return this.presenter.viewOf(await this.due.lockOrThrow(id));
  }
}
