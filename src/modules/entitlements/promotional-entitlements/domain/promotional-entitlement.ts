import { TenantEntity } from '#libs/kernel/tenant-entity';
import type { FeatureTerms } from '#modules/catalog/package-entitlements';
import type { PromotionalPeriod } from './promotional-period';

/** Spec: PromotionalEntitlementStatus */
export const promotionStatuses = ['Active', 'Expired', 'Paused'] as const;
export type PromotionStatus = (typeof promotionStatuses)[number];

/** An object of a lower module: the key that rows refer by, and the id that it is told by. */
interface Reference {
  uid: string;
  id: string;
}

/** What is given, and for how long. */
export interface PromotedValue extends FeatureTerms {
  isVisible: boolean;
  period: PromotionalPeriod;
  /** Null is never. */
  endDate: Date | null;
  /** When it is told that it ends; null where it never does, or was told. Domain: access-and-events A6 */
  endsSoonAt: Date | null;
}

/** A feature that a customer has outside any subscription. Domain: entitlements-usage M1–M6 */
export class PromotionalEntitlement extends TenantEntity implements PromotedValue {
  customerUid: string;
  customerId: string;
  featureUid: string;
  featureId: string;
  usageLimit: FeatureTerms['usageLimit'];
  hasUnlimitedUsage: FeatureTerms['hasUnlimitedUsage'];
  hasSoftLimit: FeatureTerms['hasSoftLimit'];
  enumValues: FeatureTerms['enumValues'];
  resetPeriod: FeatureTerms['resetPeriod'];
  accordingTo: FeatureTerms['accordingTo'];
  isVisible: boolean;
  period: PromotionalPeriod;
  /** Of what it gives now, and the anchor of its windows. Domain: entitlements-usage M6 */
  startDate: Date;
  endDate: Date | null;
  endsSoonAt: Date | null;
  /** Counts what it gives, and its end; for receivers of events. */
  version: number;
  /** When the books noted its end, which may be later than the end; no answer depends on it. */
  expiredAt: Date | null;

  static grant(
    customer: Reference,
    feature: Reference,
    given: PromotedValue,
    now: Date,
  ): PromotionalEntitlement {
    const links = {
      customerUid: customer.uid,
      customerId: customer.id,
      featureUid: feature.uid,
      featureId: feature.id,
    };
    return PromotionalEntitlement.instantiate<PromotionalEntitlement>(
      PromotionalEntitlement,
      { ...links, ...given, startDate: now, expiredAt: null, version: 1 },
      now,
    );
  }

  /** Granting again gives something else from now on. Domain: entitlements-usage M3 */
  replace(given: PromotedValue, now: Date): void {
    Object.assign(this, given, { startDate: now, version: this.version + 1 });
  }

  /** The end is exclusive, as that of every source. */
  isOver(at: Date): boolean {
    return this.endDate !== null && this.endDate <= at;
  }

  noteEnd(now: Date): void {
    this.expiredAt = now;
    this.endsSoonAt = null;
    this.version += 1;
  }

  /** It is told that it ends. */
  noteNotice(): void {
    this.endsSoonAt = null;
  }

  /** An archived customer has nothing of what still runs; it runs on meanwhile. Domain: entitlements-usage M4 */
  status({ isPaused }: { isPaused: boolean }, at: Date): PromotionStatus {
    if (this.isOver(at)) return 'Expired';
    return isPaused ? 'Paused' : 'Active';
  }
}
