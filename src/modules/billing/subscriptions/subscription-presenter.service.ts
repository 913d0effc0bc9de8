import { Injectable } from '@nestjs/common';
import type { Charge } from '#libs/business/pricing/charge';
import { told } from '#libs/context/revision';
import { Clock } from '#libs/kernel/clock';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Recorder, type ChangeRecord, type Told } from '#libs/messaging/recorder';
import type { Subscription as StoredSubscription } from './domain/subscription';
import type { SubscriptionChange } from './domain/subscription';
import { PurchasesService } from './purchases.service';
import { Subscription } from './subscriptions.views';

/** A subscription with all that is told of it, at one instant. */
interface ToldState {
  subscription: StoredSubscription;
  /** Absent where it was not bought. */
  prices: readonly Charge[] | undefined;
  at: Date;
  /** What the log tells beyond the view. */
  also: object | undefined;
}

/** What the log tells of a change beyond the views. */
export interface AlsoTold {
  before: object;
  after: object;
}

/** Subscriptions as they are told: on which prices, and in which state they are now. */
@Injectable()
export class SubscriptionPresenter {
  private readonly log: ChangeRecord<ToldState>;
  /** Domain: customers-subscriptions T4, T9 */
  private readonly trials: ChangeRecord<ToldState>;
  /** Domain: customers-subscriptions B3 */
  private readonly months: ChangeRecord<ToldState>;

  constructor(
    private readonly purchases: PurchasesService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    const told: Omit<Told<ToldState>, 'noun'> = {
      entity: 'SUBSCRIPTION',
      picture: (state) => ({ ...viewOf(state), ...state.also }),
      idOf: ({ subscription }) => subscription.id,
      parentOf: ({ subscription }) => subscription.customerId,
      payload: (_, state) => ({ subscription: viewOf(state) }),
    };
    this.log = recorder.recordOf({ ...told, noun: 'subscription' });
    this.trials = recorder.recordOf({ ...told, noun: 'trial' });
    this.months = recorder.recordOf({ ...told, noun: 'billing' });
  }

  async viewOf(subscription: StoredSubscription): Promise<Subscription> {
    return show(await this.of(subscription));
  }

  /** As lists tell them, without overrides. Domain: customers-subscriptions S2 */
  async viewsOf(subscriptions: readonly StoredSubscription[]): Promise<Subscription[]> {
    const prices = await this.purchases.pricesOf(subscriptions);
    const now = this.clock.now();
    return subscriptions.map((each) => Subscription.from(each, prices.get(each.uid), now));
  }

  /** Written down, and answered as it is now. */
  async record(change: SubscriptionChange, also?: AlsoTold): Promise<Subscription> {
    const { verb, trial, billing, before, after } = change;
    const was = before && (await this.of(before, also?.before));
    const is = await this.of(after, also?.after);
    if (verb) this.log.add(verb, was, is);
    if (trial) this.trials.add(trial, was, is);
    if (billing) this.months.add(billing, was, is);
    return show(is);
  }

  /** As it is now, whatever is done to it afterwards. */
  private async of(subscription: StoredSubscription, also?: object): Promise<ToldState> {
    const prices = (await this.purchases.pricesOf([subscription])).get(subscription.uid);
    return { subscription: copyOf(subscription), prices, at: this.clock.now(), also };
  }
}

const viewOf = ({ subscription, prices, at }: ToldState): Subscription =>
  Subscription.whole(subscription, prices, at);

const show = (state: ToldState): Subscription => told(viewOf(state), state.subscription);
