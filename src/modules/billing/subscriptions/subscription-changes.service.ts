import { Injectable } from '@nestjs/common';
import { copyOf } from '#libs/kernel/tenant-entity';
import { tillHere } from '#modules/billing/invoices';
import { PendingPayments } from '#modules/billing/payments';
import {
  codesGivenBack,
  grantsOtherwise,
  paymentsGivenUp,
  paysOtherwise,
} from './domain/subscription-change';
import type { SubscriptionPatch } from './domain/provision';
import type { Subscription, SubscriptionChange, SubscriptionUpdate } from './domain/subscription';
import { EntitlementSourcesService } from './entitlement-sources.service';
import { SubscriptionBilling, type ChangeBilling } from './subscription-billing.service';
import { SubscriptionCoupons } from './subscription-coupons.service';
import { SubscriptionPresenter, type AlsoTold } from './subscription-presenter.service';
import { SubscriptionsRepository } from './subscriptions.repository';
import type { Subscription as SubscriptionView } from './subscriptions.views';

/** What belongs to a change beside it. */
export interface KeptWith extends ChangeBilling {
  also?: AlsoTold;
}

/** The one way to keep what became of a subscription, in the unit of work of its change. Domain: customers-subscriptions D10 */
@Injectable()
export class SubscriptionChanges {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly sources: EntitlementSourcesService,
    private readonly presenter: SubscriptionPresenter,
    private readonly coupons: SubscriptionCoupons,
    private readonly billing: SubscriptionBilling,
    private readonly payments: PendingPayments,
  ) {}

  /**
   * Its rows, what it grants, what it costs, and what is told of it. What was only asked for again is no new state, and is told nobody.
   * Domain: catalog C10
   * @returns it as it is told now
   */
  async keep(
    change: SubscriptionChange,
    now: Date,
    { also, ...billing }: KeptWith = {},
  ): Promise<SubscriptionView> {
    await this.giveUpAwaited(change, now);
    await this.billing.follow(change, billing, now);
    if (isMereUpdate(change) && this.subscriptions.isAsItWas(change))
      return this.presenter.record({ ...change, verb: null });
    await this.subscriptions.store(change, now);
    const { before, after } = change;
    // What it grants on another resource by now it grants no more where it was.
    if (before && before.resourceKey !== after.resourceKey) await this.sources.withdraw(before, now);
    if (grantsOtherwise(change)) await this.sources.declare(after);
    await this.coupons.giveBack(codesGivenBack(change));
    return this.presenter.record(change, also);
  }

  /** What of it would not be served is given back by the first bill of another one, which waits for its payment. Domain: customers-subscriptions V9 */
  async giveBackIn(running: Subscription, { uid }: { uid: string }, now: Date): Promise<void> {
    const before = copyOf(running);
    running.noteBilled({ givenBackIn: uid });
    await this.subscriptions.store({ verb: null, before, after: running }, now);
  }

  /** What is asked for of one that runs waits for the payment that stands at the till. Domain: customers-subscriptions D8 */
  async awaitPayment(
    running: Subscription,
    { updates }: SubscriptionPatch,
    now: Date,
  ): Promise<SubscriptionUpdate> {
    const [type = 'PRICE_OVERRIDE'] = updates?.types ?? [];
    const payment = tillHere()?.paymentUid as string;
    const change = running.awaitUpdate({
      ...{ type, status: 'PENDING_PAYMENT', until: null, executesAt: now.toISOString(), payment, change: {} },
    });
    await this.keep(change, now);
    return change;
  }

  /** Of books alone: it grants what it granted, and nobody is told. */
  async keepBooks(change: SubscriptionChange, now: Date): Promise<void> {
    await this.giveUpAwaited(change, now);
    await this.subscriptions.store(change, now);
  }

  /**
   * What waits for its payment and would take the place of what ran as it was: that runs otherwise now, so what was agreed to holds no more.
   * Updates that are given up are paid for no more. Domain: customers-subscriptions V4, V9, D5
   */
  private async giveUpAwaited({ before, after }: SubscriptionChange, now: Date): Promise<void> {
    const givenBackIn = before?.billing?.givenBackIn;
    if (before && givenBackIn !== undefined && paysOtherwise(before, after)) {
      const awaiting = await this.subscriptions.lockAwaiting(givenBackIn);
      if (awaiting) await this.keep(awaiting.cancel('UPGRADE_OR_DOWNGRADE', now), now);
      after.noteBilled({ givenBackIn: undefined });
    }
    for (const payment of paymentsGivenUp(before, after)) await this.payments.giveUp(payment);
  }
}

/** It came to nothing else at this instant: it did not end, and nothing is told of its trial or its billing month. */
const isMereUpdate = (change: SubscriptionChange): change is SubscriptionUpdate =>
  change.before !== null && change.verb === 'updated' && !change.trial && !change.billing;
