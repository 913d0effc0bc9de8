import type { Aggregation } from '#libs/business/values/meter';
import type { FeatureStatus, FeatureType, MeterType, UnitTransformation } from '#modules/catalog/features';
import type { UsageWindow } from '#modules/entitlements/metering';
import type { CheckDecision } from './check-decision';
import type { CreditStanding } from './credit-standing';
import type { GrantedEntitlement } from './effective-entitlement';

/** What a question needs to know of its feature. */
export interface FeatureFacts {
  uid: string;
  id: string;
  displayName: string;
  featureType: FeatureType;
  meterType: MeterType;
  featureStatus: FeatureStatus;
  /** Fed by raw events through it, and not by calculated usage; null where it has none. Domain: catalog F8 */
  meter: { uid: string; aggregation: Aggregation } | null;
  unitTransformation: UnitTransformation | null;
  /** Of its environment; null where none are chosen. Domain: entitlements-usage N1 */
  usageThresholds: readonly number[] | null;
}

/** Who and what a question was about, as far as it exists. */
export interface AskedAbout {
  customerUid: string | null;
  isArchived: boolean;
  resourceUid: string | null;
  feature: FeatureFacts | null;
}

/** What is in force for one feature. */
export interface FeatureInForce extends AskedAbout {
  entitlement: GrantedEntitlement | undefined;
}

/** The same with the usage that it is held against. */
export interface FeatureAnswer extends CheckDecision, FeatureInForce {
  /** Where usage is counted in windows. */
  window: UsageWindow | null;
  /** Sold units; undefined where nothing is counted. */
  currentUsage: number | undefined;
  /** The same in reported units; 0 where nothing is counted. */
  reportedUsage: number;
  /** What it is paid from; absent where usage is not paid in credits, and of instants other than now. */
  credits?: CreditStanding;
  entitlementUpdatedAt: Date | undefined;
  /** The earliest instant at which the answer can change by itself; null when only a write can change it. */
  validUntil: Date | null;
}
