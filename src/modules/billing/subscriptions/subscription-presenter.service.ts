import { Injectable } from '@nestjs/common';
import { told } from '#libs/context/revision';
import { Clock } from '#libs/kernel/clock';
import { copyOf } from '#libs/kernel/tenant-entity';
import { changedFields, Recorder, type ChangeRecord, type Told } from '#libs/messaging/recorder';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import type { Subscription as StoredSubscription } from './domain/subscription';
import type { SubscriptionChange } from './domain/subscription';
import { SubscriptionInvoices } from '#modules/billing/invoices';
import { PurchasesService } from './purchases.service';
import { Subscription, type ToldWith } from './subscriptions.views';

/** A subscription with all that is told of it, at one instant. */
interface ToldState {
  subscription: StoredSubscription;
  with: ToldWith;
  at: Date;
  /** What the log tells beyond the view. */
  also: object | undefined;
}

type Standings = Awaited<ReturnType<SubscriptionInvoices['standingOf']>>;

/** Billed subscriptions that one unit of work tells of. */
interface ToldTogether {
  uids: Set<string>;
  /** What is owed of them, read once it is asked for. */
  standings?: Promise<Standings>;
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
  private readonly told = new WeakMap<object, ToldTogether>();

  constructor(
    private readonly purchases: PurchasesService,
    private readonly invoices: SubscriptionInvoices,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    const told: Omit<Told<ToldState>, 'noun'> = {
      entity: 'SUBSCRIPTION',
      picture: (state) => ({ ...viewOf(state), ...crmLinkOf(state), ...state.also }),
      idOf: ({ subscription }) => subscription.id,
      parentOf: ({ subscription }) => subscription.customerId,
      payload: (_, state) => ({ subscription: viewOf(state) }),
      whole: (event, state) => this.withStanding(event, state),
      versionOf: ({ subscription }) => subscription.revision,
    };
    this.log = recorder.recordOf({ ...told, noun: 'subscription' });
    this.trials = recorder.recordOf({ ...told, noun: 'trial' });
    this.months = recorder.recordOf({ ...told, noun: 'billing' });
  }

  /** As callers are answered: what was billed with it is sent. */
  async viewOf(subscription: StoredSubscription): Promise<Subscription> {
    if (subscription.billing) await this.invoices.sendNow();
    return show(await this.of(subscription));
  }

  /** As lists tell them, without overrides. Domain: customers-subscriptions S2 */
  async viewsOf(subscriptions: readonly StoredSubscription[]): Promise<Subscription[]> {
    const withOf = await this.toldWith(subscriptions);
    const now = this.clock.now();
    return subscriptions.map((each) => Subscription.from(each, withOf(each), now));
  }

  /** Written down, and answered as it is now. */
  async record(change: SubscriptionChange, also?: AlsoTold): Promise<Subscription> {
    const { verb, trial, billing, before, after } = change;
    const is = await this.of(after, also?.after);
    const isTold = Boolean(verb ?? trial ?? billing);
    if (isTold && after.billing) this.together().uids.add(after.uid);
    // Nothing was sent between the two.
    const was =
      before && isTold
        ? await this.of(before, also?.before, before.billing ? is.with.standing : undefined)
        : null;
    if (verb) this.log.add(verb, was, is);
    if (trial) this.trials.add(trial, was, is);
    if (billing) this.months.add(billing, was, is);
    return show(is);
  }

  /** What was billed with it is sent by the time that events are written. Domain: access-and-events W10 */
  private async withStanding(event: object, state: ToldState): Promise<object> {
    if (!state.subscription.billing) return event;
    const { uid } = state.subscription;
    const { changed } = event as { changed?: string[] };
    const now = { ...state, with: { ...state.with, standing: (await this.standingsNow()).get(uid) } };
    const fields = changed && [...new Set([...changed, ...changedFields(viewOf(state), viewOf(now))])].sort();
    return { ...event, subscription: viewOf(now), ...(fields && { changed: fields }) };
  }

  private standingsNow(): Promise<Standings> {
    const together = this.together();
    return (together.standings ??= this.invoices.standingOf([...together.uids]));
  }

  private together(): ToldTogether {
    const transaction = this.unitOfWork.manager;
    const known = this.told.get(transaction) ?? { uids: new Set<string>() };
    this.told.set(transaction, known);
    return known;
  }

  /** As it is now, whatever is done to it afterwards. */
  private async of(
    subscription: StoredSubscription,
    also?: object,
    known?: ToldWith['standing'],
  ): Promise<ToldState> {
    const prices = await this.purchases.pricesOf([subscription]);
    const standing = known ?? (await this.standingsOf([subscription])).get(subscription.uid);
    const told = { prices: prices.get(subscription.uid), standing };
    return { subscription: copyOf(subscription), with: told, at: this.clock.now(), also };
  }

  private standingsOf(subscriptions: readonly StoredSubscription[]) {
    const billed = subscriptions.filter(({ billing }) => billing !== null);
    return this.invoices.standingOf(billed.map(({ uid }) => uid));
  }

  private async toldWith(
    subscriptions: readonly StoredSubscription[],
  ): Promise<(subscription: StoredSubscription) => ToldWith> {
    const prices = await this.purchases.pricesOf(subscriptions);
    const standings = await this.standingsOf(subscriptions);
    return ({ uid }) => ({ prices: prices.get(uid), standing: standings.get(uid) });
  }
}

const viewOf = ({ subscription, with: also, at }: ToldState): Subscription =>
  Subscription.whole(subscription, also, at);

/** Told by the log alone. Domain: customers-subscriptions V1 */
const crmLinkOf = ({ subscription: { salesforceId } }: ToldState): object =>
  salesforceId === null ? {} : { salesforceId };

const show = (state: ToldState): Subscription => told(viewOf(state), state.subscription);
