import { Injectable } from '@nestjs/common';
import type { Charge } from '#libs/business/pricing/charge';
import { told } from '#libs/context/revision';
import { Clock } from '#libs/kernel/clock';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import type { Subscription as StoredSubscription } from './domain/subscription';
import type { SubscriptionPackage } from './domain/subscription-package';
import type { SubscriptionState } from './domain/subscription-pins';
import type { Provisioned } from './provision.service';
import { PurchasesService } from './purchases.service';
import { SubscriptionsRepository } from './subscriptions.repository';
import { Subscription } from './subscriptions.views';

/** A subscription with all that is told of it, at one instant. */
export interface PricedState extends SubscriptionState {
  /** Absent where it was not bought. */
  prices: readonly Charge[] | undefined;
  at: Date;
  /** What the log tells beyond the view. */
  also?: object;
}

/** Subscriptions as they are told: with what they pin, on which prices, and in which state they are now. */
@Injectable()
export class SubscriptionPresenter {
  readonly record: ChangeRecord<PricedState>;

  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly purchases: PurchasesService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.record = recorder.recordOf({
      entity: 'SUBSCRIPTION',
      noun: 'subscription',
      picture: (state) => ({ ...viewOf(state), ...state.also }),
      idOf: ({ subscription }) => subscription.id,
      parentOf: ({ subscription }) => subscription.customerId,
      payload: (_, state) => ({ subscription: viewOf(state) }),
    });
  }

  async viewOf(subscription: StoredSubscription): Promise<Subscription> {
    return this.show(await this.of(subscription));
  }

  show(state: PricedState): Subscription {
    return told(viewOf(state), state.subscription);
  }

  /** As it is now, whatever is done to it afterwards. @param packages what it pins, where its caller knows */
  async of(subscription: StoredSubscription, packages?: SubscriptionPackage[]): Promise<PricedState> {
    const pins = packages ?? (await this.subscriptions.packagesOf([subscription.uid])).get(subscription.uid);
    const state = { subscription: copyOf(subscription), packages: (pins ?? []).map(copyOf) };
    const prices = (await this.purchases.pricesOf([state])).get(subscription.uid);
    return { ...state, prices, at: this.clock.now() };
  }

  /** As lists tell them, without overrides. Domain: customers-subscriptions S2 */
  async viewsOf(subscriptions: readonly StoredSubscription[]): Promise<Subscription[]> {
    const packages = await this.subscriptions.packagesOf(subscriptions.map(({ uid }) => uid));
    const states = subscriptions.map((subscription): SubscriptionState => {
      return { subscription, packages: packages.get(subscription.uid) ?? [] };
    });
    const prices = await this.purchases.pricesOf(states);
    const now = this.clock.now();
    return states.map((state) => Subscription.from(state, prices.get(state.subscription.uid), now));
  }

  /** What was made or changed, and the end of what it replaced. */
  async recordProvision({ before, replaced, ...state }: Provisioned): Promise<Subscription> {
    const was = before ? await this.of(before.subscription, before.packages) : null;
    if (replaced) this.record.add('canceled', was, await this.of(replaced));
    const is = await this.of(state.subscription, state.packages);
    if (!was || replaced) this.record.add('created', null, is);
    else this.record.add('updated', was, is);
    return this.show(is);
  }
}

const viewOf = (state: PricedState): Subscription => Subscription.whole(state, state.prices, state.at);
