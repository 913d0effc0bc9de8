import { Injectable } from '@nestjs/common';
import { heldAt } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Follows } from '#libs/messaging/extensions';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { ProductsService } from '#modules/catalog/products';
import { tillHere } from '#modules/billing/invoices';
import { purchaseDue, Purchases, type Unpaid } from '#modules/billing/payments';
import { requireChangeable } from './domain/changeable';
import { couponAsked } from './domain/coupon-request';
import { instantsRead } from './domain/kept-request';
import type { SubscriptionPatch } from './domain/provision';
import type { Subscription as StoredSubscription } from './domain/subscription';
import { DueSubscriptions } from './due-subscriptions.service';
import { SubscriptionChanges } from './subscription-changes.service';
import { SubscriptionPatches } from './subscription-patches.service';
import { SubscriptionPresenter } from './subscription-presenter.service';
import type { UpdateSubscriptionBody } from './subscription-update.inputs';
import { Subscription } from './subscriptions.views';

/** By which a payment knows what it is for. */
export const updateKind = 'updateSubscription';

/** One subscription, changed because somebody asks for it; its plan stays. Domain: customers-subscriptions D1, V5 */
@Injectable()
export class SubscriptionUpdateService {
  constructor(
    private readonly due: DueSubscriptions,
    private readonly patches: SubscriptionPatches,
    private readonly changes: SubscriptionChanges,
    private readonly presenter: SubscriptionPresenter,
    private readonly products: ProductsService,
    private readonly purchases: Purchases,
    private readonly clock: Clock,
  ) {}

  /**
   * Nothing asked changes nothing and is told nobody.
   * @throws SubscriptionNotFound, SubscriptionAlreadyCanceledOrExpired, InvalidCancellationDate, TrialMustBeCancelledImmediately,
   *   InvalidSubscriptionStatus for `trialEndDate` of what is not tried and for what waits for its payment; PaymentMethodNotFoundError,
   *   PaymentProcessorError where it is not paid; and all that a provision of the same plan throws
   */
  @UseCase('updateSubscription', {
    needs: 'subscriptions:write',
    answers: one(Subscription),
    summary: 'Change a subscription.',
    touches: (id: string) => [`subscription:${id}`],
    commits: 'last',
  })
  async update(id: string, body: UpdateSubscriptionBody): Promise<Subscription> {
    couponAsked(body);
    return this.purchases.buy({
      ...{ kind: updateKind, asked: body, reference: id, page: undefined },
      isAwaited: body.awaitPaymentConfirmation === true,
      make: () => this.made(id, body),
      found: async () => this.presenter.viewOf(await this.due.lockOrThrow(id)),
      unpaid: (_, why) => Promise.reject(notPaid(id, why)),
    });
  }

  /** What nobody waits for any more. Domain: customers-subscriptions D8 */
  @Follows(purchaseDue)
  async carryOut({ purchase }: typeof purchaseDue.facts): Promise<void> {
    const { kind, asked, reference } = purchase;
    if (kind === updateKind) await this.made(reference, instantsRead(asked as UpdateSubscriptionBody));
  }

  private async made(id: string, body: UpdateSubscriptionBody): Promise<Subscription> {
    const subscription = await this.due.lockOrThrow(id);
    // One instant for all of it, so that the same costs the same when it is made with its payment in hand.
    return heldAt(this.clock.now(), () => this.changed(subscription, body));
  }

  private async changed(
    subscription: StoredSubscription,
    body: UpdateSubscriptionBody,
  ): Promise<Subscription> {
    const { id } = subscription;
    subscription.requireNotEnded();
    const now = this.clock.now();
    requireChangeable(subscription, now);
    const patch = await this.patches.read(subscription, body, now);
    tillHere()?.note(id);
    if (Object.values(patch).every((each) => each === undefined)) return this.presenter.viewOf(subscription);
    if (tillHere()?.isAwaited) await this.changes.awaitPayment(subscription, patch, now);
    else await this.make(subscription, patch, body, now);
    return this.presenter.viewOf(await this.due.lockOrThrow(id));
  }

  private async make(
    subscription: StoredSubscription,
    asked: SubscriptionPatch,
    { billingInformation }: UpdateSubscriptionBody,
    now: Date,
  ): Promise<void> {
    const { trialEndsAt: trialEnded } = subscription;
    const { usageResetCutoff } = await this.products.holdByUid(subscription.productUid);
    const { prorationBehavior: proration } = billingInformation ?? {};
    const patch = { ...asked, paidBy: tillHere()?.paymentUid ?? undefined };
    await this.changes.keep(subscription.change(patch, usageResetCutoff, now), now, { proration });
    if (patch.trial && trialEnded)
      await this.patches.moveWaiting(subscription, trialEnded, patch.trial.endsAt, now);
    // A trial may be over with it. Domain: customers-subscriptions T5
    await this.due.carryOut(subscription.customerUid, now);
  }
}

/** Nothing was changed. Domain: customers-subscriptions D8 */
function notPaid(id: string, { reason, customerId }: Unpaid): DomainError {
  if (reason === null) {
    const message = `Customer ${customerId} has no payment method, and the change of subscription ${id} costs something now; attach one by POST /customers/${customerId}/payment-method`;
    return new DomainError('PaymentMethodNotFoundError', message);
  }
  return new DomainError(
    'PaymentProcessorError',
    `The payment for the change of subscription ${id} did not come, and nothing was changed: ${reason}`,
  );
}
