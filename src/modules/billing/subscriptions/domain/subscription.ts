import { patchMetadata } from '#libs/kernel/metadata';
import { copyOf } from '#libs/kernel/tenant-entity';
import type { UsageResetCutoff } from '#modules/catalog/products';
import type { Noted } from './billing';
import { afterTrial } from './budget';
import { cycleOf } from './billing-cycle';
import { noticeOfMonth } from './billing-month';
import { endDecided, noEnd, type CancellationAction } from './decided-end';
import { crmLinkAfter } from './crm-link';
import { begunOtherwise } from './first-anchor';
import { firstChargeOf } from './first-charge';
import { heldAtStart, startedOtherwise, withCoupon } from './held-coupons';
import { payerOf } from './payer';
import {
  firstState,
  type Identity,
  type Provision,
  type SubscriptionMove,
  type SubscriptionPatch,
} from './provision';
import {
  afterRequest,
  givenUp,
  isUnpaid,
  withoutUnpaid,
  rebased,
  requestOf,
  withStatus,
  type ScheduledUpdate,
  type ScheduleStatus,
  type ScheduleType,
} from './scheduled-update';
import type { StateChange, StateUpdate } from './state-change';
import type { CancelReason } from './subscription-life';
import { SubscriptionPackage } from './subscription-package';
import { pinAddons, pinPlans } from './subscription-pins';
import { SubscriptionState } from './subscription-state';
import type { ToldTrial } from './trial';
import { holdsTheSame, type Terms } from './terms';
import { anchorAfterChange } from './usage-anchor';

export type { CancellationAction } from './decided-end';
export type { CancelReason, SubscriptionStatus } from './subscription-life';

/** The contract that a subscription is on: the key that rows refer by, and the id that it is told by. */
export interface ContractReference {
  uid: string;
  id: string;
}

export type SubscriptionChange = StateChange<Subscription>;
export type SubscriptionUpdate = StateUpdate<Subscription>;

/**
 * A customer's link to a plan and its addons, and its life: the root of all that it holds. Its fields are changed by what it does only, and
 * each of these answers what changed. Domain: customers-subscriptions S1, S5
 */
export class Subscription extends SubscriptionState {
  /** Begins now, or waits for its start. Domain: customers-subscriptions V1, V4, V6 */
  static provision(given: Identity, provision: Provision, now: Date): SubscriptionChange {
    const { chain, addons, formerAddons, startDate, trial } = provision;
    const state = firstState(given, provision, now);
    const after = Subscription.instantiate<Subscription>(Subscription, state, now);
    const joinedAt = startDate;
    after.packages = [
      ...pinPlans(after.uid, chain, joinedAt),
      ...pinAddons(after.uid, addons, formerAddons, joinedAt),
    ];
    after.planned();
    if (startDate > now || provision.pendingUntil) return { verb: 'created', before: null, after };
    after.begin(provision, now);
    return { verb: 'created', ...(trial && { trial: 'started' as const }), before: null, after };
  }

  /** Its start is reached. @param former whose place it takes */
  start(
    former: Pick<Provision, 'cutoff' | 'formerAnchor'> & { replaced: Subscription | undefined },
    now: Date,
  ): SubscriptionUpdate {
    const isCycleRestarted = this.purchase !== null;
    const change = this.updated(() => {
      this.coupons = heldAtStart(this.coupons, former.replaced?.coupons ?? null, now);
      this.salesforceId = crmLinkAfter(this.salesforceId, former.replaced);
      this.begin({ ...former, terms: { isCycleRestarted } }, now);
    });
    return this.trialEndsAt ? { ...change, trial: 'started' } : change;
  }

  /** Its first payment has come: it takes its place, billed as it was when it was asked for. Domain: customers-subscriptions V9, X10 */
  activate(cutoff: UsageResetCutoff, formerAnchor: Date | undefined, now: Date): SubscriptionUpdate {
    const change = this.updated(() => {
      [this.slot, this.pendingUntil] = ['PLAN', null];
      this.endsSoonAt = noticeOfMonth(this, now);
      if (formerAnchor)
        this.usageAnchor = anchorAfterChange(cutoff, formerAnchor, this.purchase !== null, this.startDate);
    });
    return this.trialEndsAt ? { ...change, trial: 'converted' } : change;
  }

  /** What it was to begin with is not paid: it grants nothing meanwhile, and holds no place. Domain: customers-subscriptions T4, V10 */
  awaitPayment(until: Date): SubscriptionUpdate {
    return this.updated(() => Object.assign(this, { slot: null, pendingUntil: until, endsSoonAt: null }));
  }

  /** Nobody has paid in time. Domain: customers-subscriptions V10, T4 */
  endUnpaid(now: Date): SubscriptionChange {
    return this.trialEndsAt ? this.expire(now) : this.cancel('PENDING_PAYMENT_EXPIRED', now);
  }

  private begin(
    {
      cutoff,
      formerAnchor,
      terms,
    }: Pick<Provision, 'cutoff' | 'formerAnchor'> & { terms: Pick<Terms, 'isCycleRestarted'> },
    now: Date,
  ): void {
    this.slot = this.trialEndsAt ? 'TRIAL' : 'PLAN';
    if (this.slot === 'PLAN') this.endsSoonAt = noticeOfMonth(this, now);
    if (formerAnchor) this.usageAnchor = anchorAfterChange(cutoff, formerAnchor, terms.isCycleRestarted, now);
    this.planned();
  }

  /**
   * Its trial goes over into what is paid: the first billing period begins. Domain: customers-subscriptions T4
   * @param replaced what ran beside it
   */
  convert(cutoff: UsageResetCutoff, replaced: Subscription | undefined, now: Date): SubscriptionUpdate {
    const change = this.updated(() => {
      this.salesforceId = crmLinkAfter(this.salesforceId, replaced);
      [this.slot, this.budget] = ['PLAN', afterTrial(this.budget)];
      this.endsSoonAt = noticeOfMonth(this, now);
      this.usageAnchor = anchorAfterChange(cutoff, this.usageAnchor, this.purchase !== null, now);
    });
    return { ...change, trial: 'converted' };
  }

  /** Its trial is over, and with it the subscription. Domain: customers-subscriptions T4 */
  expire(now: Date): SubscriptionUpdate {
    const change = this.updated(() => Object.assign(this, { canceledAt: now, cancelReason: 'TRIAL_ENDED' }));
    return { ...change, trial: 'expired' };
  }

  /** The end that time brings is reached. Domain: customers-subscriptions S4, X4 */
  endByTime(now: Date): SubscriptionUpdate {
    const change = this.updated(() => {
      Object.assign(this, { canceledAt: now, cancelReason: 'EXPIRED' });
      this.giveUpAll();
    });
    return { ...change, verb: 'expired_non_recurring' };
  }

  /** It waits for its start, which is another one by now. Domain: customers-subscriptions V4 */
  startOn(startDate: Date, now: Date): SubscriptionUpdate {
    return this.updated(() => {
      Object.assign(this, begunOtherwise(this, startDate));
      this.packages = this.packages.map((each) =>
        SubscriptionPackage.pin({ ...each, joinedAt: startDate }, now),
      );
      this.coupons = startedOtherwise(this.coupons, this.startDate, startDate);
      Object.assign(this, { startDate, usageAnchor: startDate });
    });
  }

  /** It was told that its trial ends soon, or else its billing month. Domain: customers-subscriptions T9, B3 */
  tellEndsSoon(now: Date): SubscriptionUpdate {
    const isTrial = this.slot === 'TRIAL';
    const change = this.updated(() => (this.endsSoonAt = isTrial ? null : noticeOfMonth(this, now)));
    return { ...change, verb: null, ...(isTrial ? { trial: 'ends_soon' } : { billing: 'month_ends_soon' }) };
  }

  /** It runs until then; an earlier end that was decided before is given up where this one was asked for. Domain: customers-subscriptions S6, X4 */
  cancelAt(date: Date, action: CancellationAction, now: Date): SubscriptionUpdate {
    return this.updated(() => this.endOn(date, action, now));
  }

  /** Domain: customers-subscriptions D4, D5 */
  schedule(update: ScheduledUpdate): SubscriptionUpdate {
    const request = requestOf([update.type], [update]);
    return this.updated(() => (this.updates = afterRequest(this.updates ?? [], request)));
  }

  /** What became of an update that had its turn. Domain: customers-subscriptions D9, D11 */
  settle(update: ScheduledUpdate, status: ScheduleStatus): SubscriptionUpdate {
    return this.updated(
      () => (this.updates = withStatus(this.updates ?? [], (each) => each === update, status)),
    );
  }

  /** Those of these kinds, or all that wait. Domain: customers-subscriptions D5, D7 */
  cancelUpdates(types?: readonly ScheduleType[]): SubscriptionUpdate {
    return this.updated(() => this.giveUpUpdates(types));
  }

  /** The same plan on other terms, with other addons and values. Domain: customers-subscriptions V5, D1 */
  change(
    { addons, terms, ...patch }: SubscriptionPatch,
    cutoff: UsageResetCutoff,
    now: Date,
  ): SubscriptionUpdate {
    return this.updated((before) => {
      if (addons) this.packages = [...this.plans, ...addons];
      this.overrides = patch.overrides ?? this.overrides;
      if (patch.cancellationDate) this.endOn(patch.cancellationDate, 'DEFAULT', now);
      else if (patch.cancellationDate === null) Object.assign(this, noEnd);
      if (patch.endDate !== undefined) this.expireOn(patch.endDate);
      if (patch.coupon) this.coupons = withCoupon(this.coupons, patch.coupon, now);
      if (patch.updates && (this.updates ?? patch.updates.later[0]))
        this.updates = afterRequest(this.updates ?? [], patch.updates);
      if (terms ?? patch.updates) this.settleUnpaid(patch.paidBy);
      if (terms) this.agree(terms, now);
      if (terms && !holdsTheSame(before, this)) this.restartWindows(cutoff, terms.isCycleRestarted, now);
      if (patch.billing !== undefined) this.billing = patch.billing;
      if (patch.billingId !== undefined) this.billingId = patch.billingId;
      if (patch.salesforceId !== undefined) this.salesforceId = patch.salesforceId;
      if (patch.budget !== undefined) this.budget = patch.budget;
      this.metadata = patchMetadata(this.metadata, patch.metadata);
      if (patch.trial) this.tryUntil(patch.trial);
    });
  }

  /** What is asked for waits for its payment. Domain: customers-subscriptions D5, D8 */
  awaitUpdate(update: ScheduledUpdate): SubscriptionUpdate {
    return this.updated(() => {
      this.settleUnpaid(undefined);
      this.updates = [...(this.updates ?? []), update];
    });
  }

  /** What waits for a payment waits for it no more: of this one, or all. Domain: customers-subscriptions D7, D8 */
  settleUpdateOf(payment: string | undefined, status: ScheduleStatus): SubscriptionUpdate {
    const isIts = (each: ScheduledUpdate): boolean =>
      isUnpaid(each) && (payment === undefined || each.payment === payment);
    return this.updated(() => (this.updates = withStatus(this.updates ?? [], isIts, status)));
  }

  /**
   * Other versions of what it holds. Domain: catalog I3, L7; customers-subscriptions D5, X5
   * @param superseded kinds of changes that wait and are no more
   */
  move(
    { packages, pricingType, superseded = [] }: SubscriptionMove,
    terms: Terms,
    cutoff: UsageResetCutoff,
    now: Date,
  ): SubscriptionChange {
    return this.updated(() => {
      this.packages = packages;
      this.pricingType = pricingType;
      if (this.updates) this.updates = afterRequest(this.updates, requestOf(superseded));
      this.agree(terms, now);
      this.restartWindows(cutoff, terms.isCycleRestarted, now);
    });
  }

  /** Up to there; of a change of something else where that makes it due. Domain: customers-subscriptions Z1 */
  billTo(until: Date): SubscriptionUpdate {
    return { ...this.updated(() => (this.billedUntil = until)), verb: null };
  }

  /** What of it was billed, beside up to where. Domain: customers-subscriptions R3, X9 */
  noteBilled(noted: Partial<Noted>): void {
    if (this.billing) this.billing = { ...this.billing, ...noted };
    this.planned();
  }

  /** To another resource of its customer. Domain: customers-subscriptions X6 */
  transfer({ uid, id }: { uid: string; id: string }): SubscriptionUpdate {
    return this.updated(() => Object.assign(this, { resourceKey: uid, resourceId: id }));
  }

  /** It is paid by this customer from now on; its own is told as nobody else. Domain: customers-subscriptions X7 */
  delegate(payer: { uid: string; id: string }): SubscriptionUpdate {
    return this.updated(() => Object.assign(this, payerOf(payer, this.customerUid)));
  }

  joinContract({ uid, id }: ContractReference): SubscriptionChange {
    return this.updated(() => Object.assign(this, { contractUid: uid, contractId: id }));
  }

  /** It runs on. */
  leaveContract(): SubscriptionChange {
    return this.updated(() => Object.assign(this, { contractUid: null, contractId: null }));
  }

  /** Ends at once. @throws SubscriptionAlreadyCanceledOrExpired */
  cancel(cancelReason: CancelReason, now: Date): SubscriptionChange {
    this.requireNotEnded();
    const change = this.updated(() => {
      Object.assign(this, { canceledAt: now, cancelReason });
      this.giveUpAll();
    });
    return { ...change, verb: 'canceled' };
  }

  /** What waits for the end of a period waits for that of the one that runs now. Domain: customers-subscriptions D6 */
  private agree({ purchase, billingCycleAnchor }: Terms, now: Date): void {
    Object.assign(this, { purchase, billingCycleAnchor });
    // What costs nothing any more is not billed.
    if (!purchase) Object.assign(this, { billing: null, billedUntil: null });
    if (this.slot === 'PLAN') this.endsSoonAt = noticeOfMonth(this, now);
    if (this.updates && purchase && billingCycleAnchor)
      this.updates = rebased(this.updates, cycleOf(purchase, billingCycleAnchor), now);
  }

  /** All windows begin anew where the product says so; what has not begun has none, a trial has no cycle. Domain: entitlements-usage H1 */
  private restartWindows(cutoff: UsageResetCutoff, isCycleRestarted: boolean, now: Date): void {
    const isRestarted = isCycleRestarted && this.slot === 'PLAN';
    if (this.slot) this.usageAnchor = anchorAfterChange(cutoff, this.usageAnchor, isRestarted, now);
  }

  private tryUntil({ endsAt, behavior, endsSoonAt }: ToldTrial): void {
    // Its first period begins where the trial ends.
    Object.assign(this, begunOtherwise(this, endsAt));
    Object.assign(this, { trialEndsAt: endsAt, trialEndBehavior: behavior, endsSoonAt });
  }

  /** Domain: customers-subscriptions X4 */
  private giveUpUpdates(types?: readonly ScheduleType[]): void {
    if (this.updates) this.updates = givenUp(this.updates, types);
  }

  /** With what waits for its payment. */
  private giveUpAll(): void {
    this.giveUpUpdates();
    if (this.updates) this.updates = withoutUnpaid(this.updates);
  }

  /** The one that is paid is made with this change; others give way to it. */
  private settleUnpaid(paidBy: string | undefined): void {
    const isIts = (each: ScheduledUpdate): boolean =>
      isUnpaid(each) && paidBy !== undefined && each.payment === paidBy;
    if (this.updates?.some(isUnpaid)) this.updates = withoutUnpaid(withStatus(this.updates, isIts, 'DONE'));
  }

  private endOn(date: Date, action: CancellationAction, now: Date): void {
    Object.assign(this, endDecided(this, date, action, now));
    this.giveUpAll();
  }

  /** What waits is given up with an end, whoever brings it. Domain: customers-subscriptions X4 */
  private expireOn(endDate: Date | null): void {
    this.endDate = endDate;
    if (endDate) this.giveUpAll();
  }

  private planned(): this {
    // Until it is paid for, what is billed first moves with its start and with its trial.
    if (!this.isBilledByNow)
      this.billedUntil = this.billing && this.purchase && firstChargeOf(this, this.purchase);
    this.dueAt = this.nextStep?.at ?? null;
    return this;
  }

  private updated(change: (before: Subscription) => void): SubscriptionUpdate {
    const before = copyOf<Subscription>(this);
    change(before);
    this.planned();
    return { verb: 'updated', before, after: this };
  }
}
