import { Injectable } from '@nestjs/common';
import { Within } from '#libs/context/use-case';
import { Clock } from '#libs/kernel/clock';
import { told } from '#libs/kernel/revision';
import { Journal } from '#libs/messaging/journal';
import type { Subscription as StoredSubscription } from './domain/subscription';
import type { SubscriptionState } from './domain/subscription-pins';
import type { Provisioned } from './provision.service';
import { PurchasesService } from './purchases.service';
import { SubscriptionsRepository } from './subscriptions.repository';
import { Subscription } from './subscriptions.views';

/** Subscriptions as they are told: with what they pin, on which prices, and in which state they are now. */
@Injectable()
export class SubscriptionPresenter {
  constructor(
    private readonly subscriptions: SubscriptionsRepository,
    private readonly purchases: PurchasesService,
    private readonly journal: Journal,
    private readonly clock: Clock,
  ) {}

  @Within()
  async viewOf(subscription: StoredSubscription): Promise<Subscription> {
    const packages = await this.subscriptions.packagesOf([subscription.uid]);
    return this.stateOf({ subscription, packages: packages.get(subscription.uid) ?? [] });
  }

  @Within()
  async stateOf(state: SubscriptionState): Promise<Subscription> {
    const prices = (await this.purchases.pricesOf([state])).get(state.subscription.uid);
    return told(Subscription.whole(state, prices, this.clock.now()), state.subscription);
  }

  /** As lists tell them, without overrides. Domain: customers-subscriptions S2 */
  @Within()
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
  @Within()
  async recordProvision({ before, replaced, ...state }: Provisioned): Promise<Subscription> {
    const was = before ? await this.stateOf(before) : null;
    if (replaced) this.record('subscription.canceled', was, await this.viewOf(replaced));
    const view = await this.stateOf(state);
    if (!was || replaced) this.record('subscription.created', null, view);
    else this.record('subscription.updated', was, view);
    return view;
  }

  /** @param more what the log shall tell beyond the views */
  @Within()
  record(
    type: string,
    before: Subscription | null,
    after: Subscription,
    more: { before?: object; after?: object } = {},
  ): void {
    const { id: entityId, customerId: parentId } = after;
    const entity = { entityType: 'SUBSCRIPTION', entityId, parentId } as const;
    const states = { before: before && { ...before, ...more.before }, after: { ...after, ...more.after } };
    this.journal.record({ type, ...entity, ...states, payload: { subscription: after } });
  }
}
