import type { CurrencyCode } from '#libs/business/values/currency';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { patchMetadata, type Metadata, type MetadataPatch } from '#libs/kernel/metadata';
import { AddressedEntity } from '#libs/kernel/addressed-entity';
import { copyOf } from '#libs/kernel/tenant-entity';
import type { PricingType } from '#modules/catalog/package-versions';
import type { UsageResetCutoff } from '#modules/catalog/products';
import type { PublishedPackage } from '#modules/catalog/packages';
import { billingPeriodAt, type BillingPeriodRange } from './billing-cycle';
import type { EntitlementOverride } from './entitlement-override';
import type { Purchase } from './purchase';
import type { SubscriptionPackage } from './subscription-package';
import { pinAddons, pinPlans, type ChosenAddon } from './subscription-pins';
import { anchorAfterChange } from './usage-anchor';

export type SubscriptionStatus =
  | 'PAYMENT_PENDING'
  | 'ACTIVE'
  | 'EXPIRED'
  | 'IN_TRIAL'
  | 'CANCELED'
  | 'NOT_STARTED';

/** Spec: CancelReason; those that this release can give. */
export type CancelReason = 'UPGRADE_OR_DOWNGRADE' | 'Immediate' | 'CustomerArchived' | 'AutoCancellationRule';

/** The contract that a subscription is on: the key that rows refer by, and the id that it is told by. */
export interface ContractReference {
  uid: string;
  id: string;
}

/** On which terms it runs, and whether its billing periods are counted anew with them. */
export interface Terms {
  purchase: Purchase | null;
  billingCycleAnchor: Date | null;
  /** Domain: entitlements-usage H1 */
  isCycleRestarted: boolean;
}

/** What a subscription is for, and what it says of itself. */
type Beginning = Pick<
  Subscription,
  | 'id'
  | 'customerUid'
  | 'customerId'
  | 'resourceKey'
  | 'resourceId'
  | 'productUid'
  | 'planUid'
  | 'planId'
  | 'pricingType'
  | 'overrides'
  | 'billingId'
  | 'metadata'
>;

/** What it holds, and what goes on in it of another one. */
interface Provision {
  /** The plan with those that it inherits from, the root first. */
  chain: readonly PublishedPackage[];
  addons: readonly ChosenAddon[];
  terms: Terms;
  /** Of the product. */
  cutoff: UsageResetCutoff;
  /** From where the windows of the one that it follows are counted. */
  formerAnchor: Date | undefined;
  /** Of the one whose place it takes: an addon that goes on keeps the instant at which it joined. */
  formerAddons: readonly SubscriptionPackage[];
}

/** What a caller changes of it; what is left out stays. */
export interface SubscriptionPatch {
  addons: readonly SubscriptionPackage[];
  overrides: EntitlementOverride[] | undefined;
  billingId: string | null | undefined;
  metadata: MetadataPatch | undefined;
}

/** One state after another: what events and the activity log tell. */
export interface SubscriptionChange {
  verb: 'created' | 'updated' | 'canceled';
  /** Null of a new one. */
  before: Subscription | null;
  after: Subscription;
}

/** Of one that there was before. */
export interface SubscriptionUpdate extends SubscriptionChange {
  before: Subscription;
}

/**
 * A customer's link to a plan and its addons, and its life: the root of all that it holds. Its fields are changed by what it does only, and
 * each of these answers what changed. Domain: customers-subscriptions S1, S5
 */
export class Subscription extends AddressedEntity {
  id: string;
  customerUid: string;
  customerId: string;
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
  metadata: Metadata;
  /** The actual end. */
  canceledAt: Date | null;
  cancelReason: CancelReason | null;
  /** On at most one; it stays after the end of either. Domain: contracts-billing C3 */
  contractUid: string | null;
  contractId: string | null;
  /** Rows of their own: the plan with those that it inherits from, the root first, then the addons in the order of the request. */
  packages: readonly SubscriptionPackage[];

  /** Runs from now on. Domain: customers-subscriptions V1, V4 */
  static provision(given: Beginning, provision: Provision, now: Date): SubscriptionChange {
    const { chain, addons, terms, cutoff, formerAnchor, formerAddons } = provision;
    const { purchase, billingCycleAnchor } = terms;
    const usageAnchor = formerAnchor
      ? anchorAfterChange(cutoff, formerAnchor, terms.isCycleRestarted, now)
      : now;
    const after = Subscription.instantiate<Subscription>(
      Subscription,
      {
        ...given,
        ...{ purchase, billingCycleAnchor, usageAnchor, startDate: now },
        ...{ canceledAt: null, cancelReason: null, contractUid: null, contractId: null },
      },
      now,
    );
    after.packages = [...pinPlans(after.uid, chain, now), ...pinAddons(after.uid, addons, formerAddons, now)];
    return { verb: 'created', before: null, after };
  }

  /** The same plan on other terms, with other addons and values. Domain: customers-subscriptions V5 */
  change(
    { addons, ...patch }: SubscriptionPatch,
    terms: Terms,
    cutoff: UsageResetCutoff,
    now: Date,
  ): SubscriptionChange {
    return this.updated(() => {
      this.packages = [...this.plans, ...addons];
      this.agree(terms, cutoff, now);
      this.overrides = patch.overrides ?? this.overrides;
      if (patch.billingId !== undefined) this.billingId = patch.billingId;
      this.metadata = patchMetadata(this.metadata, patch.metadata);
    });
  }

  /** Other versions of what it holds. Domain: catalog I3, L7; customers-subscriptions X5 */
  move(
    { packages, pricingType }: Pick<Subscription, 'packages' | 'pricingType'>,
    terms: Terms,
    cutoff: UsageResetCutoff,
    now: Date,
  ): SubscriptionChange {
    return this.updated(() => {
      this.packages = packages;
      this.pricingType = pricingType;
      this.agree(terms, cutoff, now);
    });
  }

  /** To another resource of its customer. Domain: customers-subscriptions X6 */
  transfer({ uid, id }: { uid: string; id: string }): SubscriptionUpdate {
    return this.updated(() => Object.assign(this, { resourceKey: uid, resourceId: id }));
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
    const change = this.updated(() => Object.assign(this, { canceledAt: now, cancelReason }));
    return { ...change, verb: 'canceled' };
  }

  /** The one table of statuses; its twin is subscription-life.statements.ts. Domain: customers-subscriptions §2.1, Z1 */
  statusAt(now: Date): SubscriptionStatus {
    if (this.canceledAt && this.canceledAt <= now) return 'CANCELED';
    return this.startDate > now ? 'NOT_STARTED' : 'ACTIVE';
  }

  /** Does it run, and grant what it entitles? Domain: customers-subscriptions S5 */
  isLiveAt(now: Date): boolean {
    return liveStatuses.includes(this.statusAt(now));
  }

  /** The period that runs; none after the end and none without a price. */
  billingPeriodAt(now: Date): BillingPeriodRange | null {
    const { purchase, billingCycleAnchor: anchor } = this;
    if (!purchase || !anchor || this.statusAt(now) !== 'ACTIVE') return null;
    return billingPeriodAt({ anchor, period: purchase.billingPeriod }, now);
  }

  /** The actual end once it has one. Domain: customers-subscriptions S4 */
  get endsAt(): Date | null {
    return this.canceledAt;
  }

  get hasEnded(): boolean {
    return this.canceledAt !== null;
  }

  /** @throws SubscriptionAlreadyCanceledOrExpired */
  requireNotEnded(): void {
    if (!this.hasEnded) return;
    throw new DomainError(
      'SubscriptionAlreadyCanceledOrExpired',
      `Subscription ${this.id} has ended already`,
    );
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

  /** All windows begin anew where the product says so; what has not begun has none. Domain: entitlements-usage H1 */
  private agree(
    { purchase, billingCycleAnchor, isCycleRestarted }: Terms,
    cutoff: UsageResetCutoff,
    now: Date,
  ): void {
    Object.assign(this, { purchase, billingCycleAnchor });
    if (this.startDate <= now)
      this.usageAnchor = anchorAfterChange(cutoff, this.usageAnchor, isCycleRestarted, now);
  }

  private updated(change: () => void): SubscriptionUpdate {
    const before = copyOf(this);
    change();
    return { verb: 'updated', before, after: this };
  }
}

/** Does it entitle to anything else, or from or until another instant, than before? */
export const grantsOtherwise = ({ before, after }: SubscriptionChange): boolean =>
  before === null ||
  before.packages !== after.packages ||
  before.overrides !== after.overrides ||
  before.usageAnchor !== after.usageAnchor ||
  before.resourceKey !== after.resourceKey ||
  before.canceledAt !== after.canceledAt;

/** What a contract knows of a subscription that is on it. */
export type ContractMember = Pick<
  Subscription,
  'uid' | 'id' | 'planUid' | 'productUid' | 'currency' | 'contractUid' | 'isLiveAt'
>;

/** Those in which it grants. Domain: customers-subscriptions §2.1 */
export const liveStatuses: readonly SubscriptionStatus[] = ['ACTIVE', 'IN_TRIAL'];
