import { Injectable } from '@nestjs/common';
import { codesGivenBack, grantsOtherwise } from './domain/subscription-change';
import { type SubscriptionChange } from './domain/subscription';
import { EntitlementSourcesService } from './entitlement-sources.service';
import { SubscriptionBilling, type ChangeBilling } from './subscription-billing.service';
import { SubscriptionCoupons } from './subscription-coupons.service';
import { SubscriptionPresenter, type AlsoTold } from './subscription-presenter.service';
import { SubscriptionsRepository } from './subscriptions.repository';
import type { Subscription } from './subscriptions.views';

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
  ) {}

  /** Its rows, what it grants, what it costs, and what is told of it. @returns it as it is told now */
  async keep(
    change: SubscriptionChange,
    now: Date,
    { also, ...billing }: KeptWith = {},
  ): Promise<Subscription> {
    await this.billing.follow(change, billing, now);
    await this.subscriptions.store(change, now);
    const { before, after } = change;
    // What it grants on another resource by now it grants no more where it was.
    if (before && before.resourceKey !== after.resourceKey) await this.sources.withdraw(before, now);
    if (grantsOtherwise(change)) await this.sources.declare(after);
    await this.coupons.giveBack(codesGivenBack(change));
    return this.presenter.record(change, also);
  }

  /** Of books alone: it grants what it granted, and nobody is told. */
  async keepBooks(change: SubscriptionChange, now: Date): Promise<void> {
    await this.subscriptions.store(change, now);
  }
}
