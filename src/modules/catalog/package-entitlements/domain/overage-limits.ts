import { DomainError } from '#libs/kernel/errors/domain-error';
import type { StoredCharge } from '#modules/catalog/charges';
import { displayOrders, requireRoomForEntitlements } from './entitlement-rules';
import {
  newEntitlement,
  unknownEntitlement,
  type NamedTargets,
  type NewEntitlement,
} from './new-entitlement';
import type { PackageEntitlement } from './package-entitlement';

/** An entitlement that an overage price carries, with its path in the request. */
export interface CarriedEntitlement {
  entitlement: NewEntitlement;
  /** Such as `charges.overagePricingModels[0].entitlement.`; messages begin with it. */
  at: string;
}

/** The entitlements of a plan's draft while the limits below its overage prices are settled. Domain: catalog R5, R6 */
export class OverageLimits {
  readonly added: PackageEntitlement[] = [];
  readonly changed = new Set<PackageEntitlement>();

  /**
   * @param stored entitlements of the draft
   * @param ancestors those of the plans that it inherits from, nearest first
   */
  constructor(
    private readonly packageVersionUid: string,
    private readonly stored: readonly PackageEntitlement[],
    private readonly ancestors: readonly (readonly PackageEntitlement[])[],
    private readonly now: Date,
  ) {}

  private get own(): PackageEntitlement[] {
    return [...this.stored, ...this.added];
  }

  /** What the draft entitles already is changed. @throws as the entitlements of a plan. Domain: catalog E6–E13 */
  set({ entitlement: asked, at }: CarriedEntitlement, targets: NamedTargets): void {
    const present = this.own.find(({ kind, refId }) => kind === asked.type && refId === asked.id);
    if (!present) {
      this.add(newEntitlement('PLAN', asked, targets, { ...this.placeAtEnd(), at }, this.now));
    } else if (asked.type === 'CREDIT') {
      present.changeCredit(asked, undefined, at);
    } else {
      const feature = targets.features.get(asked.id);
      if (!feature) throw unknownEntitlement('FEATURE', asked.id);
      present.changeFeature(asked, feature, at);
    }
    if (present) this.changed.add(present);
  }

  /**
   * Makes every limit with an overage price a soft one. An inherited limit is copied to the draft, which keeps its own from
   * then on. @throws OveragePriceRequiresUsageLimit, CreditOveragePriceCurrencyNotFound
   */
  soften(charges: readonly StoredCharge[]): void {
    const committed = new Set(charges.filter(isCommitment).map(({ featureUid }) => featureUid));
    for (const charge of charges.filter(({ isOverage }) => isOverage)) {
      const entitlement = this.closest(charge);
      if (charge.customCurrencyUid !== null) requireGrant(charge, entitlement);
      else requireLimit(charge, entitlement, committed.has(charge.featureUid));
      if (entitlement && !entitlement.hasSoftLimit) this.makeSoft(entitlement);
    }
  }

  private makeSoft(entitlement: PackageEntitlement): void {
    const isOwn = entitlement.packageVersionUid === this.packageVersionUid;
    const limit = isOwn ? entitlement : entitlement.copyTo(this.packageVersionUid, this.now);
    if (!isOwn) this.add(Object.assign(limit, this.placeAtEnd()));
    else if (!this.added.includes(limit)) this.changed.add(limit);
    limit.hasSoftLimit = true;
  }

  private add(entitlement: PackageEntitlement): void {
    requireRoomForEntitlements(this.own.length, 1);
    this.added.push(entitlement);
  }

  private placeAtEnd(): { packageVersionUid: string; order: number } {
    const orders = this.own.map(({ order }) => order);
    const [order = 1] = displayOrders(orders, [undefined]);
    return { packageVersionUid: this.packageVersionUid, order };
  }

  /** The nearest definition counts, as a whole. Domain: catalog I2 */
  private closest({ featureUid, customCurrencyUid }: StoredCharge): PackageEntitlement | undefined {
    const isMeant = (entitlement: PackageEntitlement): boolean =>
      featureUid === null
        ? entitlement.currencyUid === customCurrencyUid
        : entitlement.featureUid === featureUid;
    const entitlement = [this.own, ...this.ancestors].flatMap((each) => each).find(isMeant);
    return entitlement?.isGranted ? entitlement : undefined;
  }
}

/** A quantity that is paid in advance, above which there is overage too. Domain: catalog R3, R5 */
const isCommitment = ({ isOverage, billingModel }: StoredCharge): boolean =>
  !isOverage && billingModel === 'PER_UNIT';

function requireGrant({ customCurrencyId }: StoredCharge, grant: PackageEntitlement | undefined): void {
  if (grant) return;
  throw new DomainError(
    'CreditOveragePriceCurrencyNotFound',
    `charges.overagePricingModels: the plan grants no ${customCurrencyId}; grant it, or send creditEntitlement`,
  );
}

function requireLimit(
  { featureId }: StoredCharge,
  entitlement: PackageEntitlement | undefined,
  isCommitted: boolean,
): void {
  const isUnlimited = entitlement?.hasUnlimitedUsage === true;
  // A variable limit is filled in per subscription (catalog E9).
  const isLimited = entitlement && (entitlement.usageLimit !== null || entitlement.isCustom === true);
  if (!isUnlimited && (isLimited || isCommitted)) return;
  throw new DomainError(
    'OveragePriceRequiresUsageLimit',
    `charges.overagePricingModels: the plan gives ${featureId} no usageLimit to exceed; set one, or send it as entitlement`,
  );
}
