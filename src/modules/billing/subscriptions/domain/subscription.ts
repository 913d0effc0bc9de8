import type { CurrencyCode } from '#libs/business/values/currency';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata } from '#libs/kernel/metadata';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { copyOf } from '#libs/kernel/tenant-entity';
import type { PricingType, TrialEndBehavior } from '#modules/catalog/package-versions';
import type { UsageResetCutoff } from '#modules/catalog/products';
import { afterTrial, type HeldBudget } from './budget';
import { billingPeriodAt, cycleOf, type BillingPeriodRange } from './billing-cycle';
import { endDecided, noEnd, type CancellationAction, type DecidedEnd } from './decided-end';
import type { EntitlementOverride } from './entitlement-override';
import { begunOtherwise } from './first-anchor';
import { heldAtBegin, heldAtStart, startedOtherwise, withCoupon, type HeldCoupons } from './held-coupons';
import { payerOf } from './payer';
import type { Identity, Provision, SubscriptionMove, SubscriptionPatch } from './provision';
import type { Purchase } from './purchase';
import {
  afterRequest,
  givenUp,
  isWaiting,
  rebased,
  requestOf,
  toldUpdates,
  withStatus,
  type ScheduledUpdate,
  type ScheduleStatus,
  type ScheduleType,
} from './scheduled-update';
import type { StateChange, StateUpdate } from './state-change';
import {
  endOfLife,
  liveStatuses,
  nextStepOf,
  statusOfLife,
  type CancelReason,
  type DueStep,
  type Life,
  type Slot,
  type SubscriptionStatus,
} from './subscription-life';
import { SubscriptionPackage } from './subscription-package';
import { pinAddons, pinPlans } from './subscription-pins';
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
export class Subscription extends AddressedEntity implements Life, DecidedEnd {
  id: string;
  customerUid: string;
  customerId: string;
  /** Another customer that pays for it, never its own. Domain: customers-subscriptions X7 */
  payingCustomerUid: string | null;
  payingCustomerId: string | null;
  /** Key of the resource it is for; '' when it is the customer's own. */
  resourceKey: string;
  resourceId: string | null;
  productUid: string;
  planUid: string;
  planId: string;
  pricingType: PricingType;
  startDate: Date;
  /** From where its usage windows are counted. Domain: entitlements-usage W2, H2 */
  usageAnchor: Date;
  overrides: EntitlementOverride[];
  /** Null unless it is PAID. */
  purchase: Purchase | null;
  /** From where its billing periods are counted. Domain: customers-subscriptions B1 */
  billingCycleAnchor: Date | null;
  billingId: string | null;
  /** Domain: customers-subscriptions O3, T8 */
  budget: HeldBudget | null;
  metadata: Metadata;
  trialEndsAt: Date | null;
  trialEndBehavior: TrialEndBehavior | null;
  endsSoonAt: Date | null;
  cancellationDate: Date | null;
  cancellationDecidedAt: Date | null;
  cancellationAction: CancellationAction | null;
  accessRevokedAt: Date | null;
  canceledAt: Date | null;
  cancelReason: CancelReason | null;
  slot: Slot | null;
  /** When time next brings something about; null where it does not. Kept with each change, so that it can be looked for. */
  dueAt: Date | null;
  /** Changes that wait for the end of a billing period, and those that did; null where there was none. */
  updates: readonly ScheduledUpdate[] | null;
  /** Also those that are over, the oldest first; null where there was none. Domain: customers-subscriptions N2 */
  coupons: HeldCoupons;
  /** On at most one; it stays after the end of either. Domain: contracts-billing C3 */
  contractUid: string | null;
  contractId: string | null;
  /** Rows of their own: the plan with those that it inherits from, the root first, then the addons in the order of the request. */
  packages: readonly SubscriptionPackage[];

  /** Begins now, or waits for its start. Domain: customers-subscriptions V1, V4, V6 */
  static provision(given: Identity, provision: Provision, now: Date): SubscriptionChange {
    const { chain, addons, terms, formerAddons, startDate, trial, cancellationDate } = provision;
    const { purchase, billingCycleAnchor } = terms;
    const isCanceling = cancellationDate !== null;
    const after = Subscription.instantiate<Subscription>(
      Subscription,
      {
        ...given,
        ...{ purchase, billingCycleAnchor, startDate, usageAnchor: startDate },
        trialEndsAt: trial?.endsAt ?? null,
        trialEndBehavior: trial?.behavior ?? null,
        endsSoonAt: trial?.endsSoonAt ?? null,
        cancellationDate,
        cancellationDecidedAt: isCanceling ? now : null,
        cancellationAction: isCanceling ? 'DEFAULT' : null,
        ...{ accessRevokedAt: null, canceledAt: null, cancelReason: null, slot: null },
        ...{ dueAt: null, updates: null, contractUid: null, contractId: null },
        coupons: heldAtBegin(provision.formerCoupons, provision.coupon, now),
      },
      now,
    );
    const joinedAt = startDate;
    after.packages = [
      ...pinPlans(after.uid, chain, joinedAt),
      ...pinAddons(after.uid, addons, formerAddons, joinedAt),
    ];
    if (startDate > now) return { verb: 'created', before: null, after: after.planned() };
    after.begin(provision, now);
    return { verb: 'created', ...(trial && { trial: 'started' as const }), before: null, after };
  }

  /** Its start is reached. @param former whose place it takes */
  start(former: Pick<Provision, 'cutoff' | 'formerAnchor' | 'formerCoupons'>, now: Date): SubscriptionUpdate {
    const isCycleRestarted = this.purchase !== null;
    const change = this.updated(() => {
      this.coupons = heldAtStart(this.coupons, former.formerCoupons, now);
      this.begin({ ...former, terms: { isCycleRestarted } }, now);
    });
    return this.trialEndsAt ? { ...change, trial: 'started' } : change;
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
    if (formerAnchor) this.usageAnchor = anchorAfterChange(cutoff, formerAnchor, terms.isCycleRestarted, now);
    this.planned();
  }

  /** Its trial goes over into what is paid: the first billing period begins. Domain: customers-subscriptions T4 */
  convert(cutoff: UsageResetCutoff, now: Date): SubscriptionUpdate {
    const change = this.updated(() => {
      [this.slot, this.endsSoonAt, this.budget] = ['PLAN', null, afterTrial(this.budget)];
      this.usageAnchor = anchorAfterChange(cutoff, this.usageAnchor, this.purchase !== null, now);
    });
    return { ...change, trial: 'converted' };
  }

  /** Its trial is over, and with it the subscription. Domain: customers-subscriptions T4 */
  expire(now: Date): SubscriptionUpdate {
    const change = this.updated(() => Object.assign(this, { canceledAt: now, cancelReason: 'TRIAL_ENDED' }));
    return { ...change, trial: 'expired' };
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

  /** It was told that the trial ends soon. Domain: customers-subscriptions T9 */
  tellTrialEnd(): SubscriptionUpdate {
    return { ...this.updated(() => (this.endsSoonAt = null)), verb: null, trial: 'ends_soon' };
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

  waitsFor(types?: readonly ScheduleType[]): boolean {
    return toldUpdates(this).some((each) => isWaiting(each, types));
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
      if (patch.coupon) this.coupons = withCoupon(this.coupons, patch.coupon, now);
      if (patch.updates) this.updates = afterRequest(this.updates ?? [], patch.updates);
      if (terms) this.agree(terms, now);
      if (terms && !holdsTheSame(before, this)) this.restartWindows(cutoff, terms.isCycleRestarted, now);
      if (patch.billingId !== undefined) this.billingId = patch.billingId;
      if (patch.budget !== undefined) this.budget = patch.budget;
      this.metadata = patchMetadata(this.metadata, patch.metadata);
      if (patch.trial) this.tryUntil(patch.trial);
    });
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

  /** To another resource of its customer. Domain: customers-subscriptions X6 */
  transfer({ uid, id }: { uid: string; id: string }): SubscriptionUpdate {
    return this.updated(() => Object.assign(this, { resourceKey: uid, resourceId: id }));
  }

  /** It is paid by this customer from now on; its own is told as nobody else. Domain: customers-subscriptions X7 */
  delegate(payer: { uid: string; id: string }): SubscriptionUpdate {
    return this.updated(() => Object.assign(this, payerOf(payer, this.customerUid)));
  }

  isPaidBy({ uid }: { uid: string }): boolean {
    return (this.payingCustomerUid ?? this.customerUid) === uid;
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
      this.giveUpUpdates();
    });
    return { ...change, verb: 'canceled' };
  }

  statusAt(now: Date): SubscriptionStatus {
    return statusOfLife(this, now);
  }

  /** What time brings about next. Domain: customers-subscriptions Z1 */
  get nextStep(): DueStep | null {
    return nextStepOf(this);
  }

  /** Does it run, and grant what it entitles? Domain: customers-subscriptions S5 */
  isLiveAt(now: Date): boolean {
    return liveStatuses.includes(this.statusAt(now));
  }

  /** The period that runs; none after the end and none without a price. */
  billingPeriodAt(now: Date): BillingPeriodRange | null {
    const { purchase, billingCycleAnchor: anchor } = this;
    if (!purchase || !anchor || this.statusAt(now) !== 'ACTIVE') return null;
    return billingPeriodAt(cycleOf(purchase, anchor), now);
  }

  /** Domain: customers-subscriptions S4 */
  get endsAt(): Date | null {
    return endOfLife(this);
  }

  /** Until when it grants: nothing after its end, and nothing once that was taken away. */
  get grantsUntil(): Date | null {
    const { accessRevokedAt, endsAt } = this;
    return accessRevokedAt && (!endsAt || accessRevokedAt < endsAt) ? accessRevokedAt : endsAt;
  }

  get hasEnded(): boolean {
    return this.canceledAt !== null;
  }

  /** @throws SubscriptionAlreadyCanceledOrExpired */
  requireNotEnded(): void {
    if (!this.hasEnded) return;
    const message = `Subscription ${this.id} has ended already`;
    throw new DomainError('SubscriptionAlreadyCanceledOrExpired', message);
  }

  get plans(): SubscriptionPackage[] {
    return this.packages.filter(({ role }) => role === 'PLAN');
  }

  get addons(): SubscriptionPackage[] {
    return this.packages.filter(({ role }) => role === 'ADDON');
  }

  /** By agreement, or collected elsewhere: with NONE, as every PAID one is here. Domain: contracts-billing C3 */
  get isCustomPriced(): boolean {
    return this.pricingType !== 'FREE';
  }

  /** Null where nothing is priced. */
  get currency(): CurrencyCode | null {
    return this.purchase?.currency ?? null;
  }

  /** What waits for the end of a period waits for that of the one that runs now. Domain: customers-subscriptions D6 */
  private agree({ purchase, billingCycleAnchor }: Terms, now: Date): void {
    Object.assign(this, { purchase, billingCycleAnchor });
    if (this.updates && purchase && billingCycleAnchor)
      this.updates = rebased(this.updates, cycleOf(purchase, billingCycleAnchor), now);
  }

  /** All windows begin anew where the product says so; what has not begun has none. Domain: entitlements-usage H1 */
  private restartWindows(cutoff: UsageResetCutoff, isCycleRestarted: boolean, now: Date): void {
    if (this.startDate <= now)
      this.usageAnchor = anchorAfterChange(cutoff, this.usageAnchor, isCycleRestarted, now);
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

  private endOn(date: Date, action: CancellationAction, now: Date): void {
    Object.assign(this, endDecided(this, date, action, now));
    this.giveUpUpdates();
  }

  private planned(): this {
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
