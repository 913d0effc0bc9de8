import type { ResetRequest } from '#libs/business/values/reset-configuration';

export type EntitlementKind = 'FEATURE' | 'CREDIT';
export type Behavior = 'Increment' | 'Override';
export type CreditCadence = 'MONTH' | 'YEAR';

/** In the order in which they are told. Domain: catalog E15 row 23 */
export const hiddenFromWidgets = ['PAYWALL', 'CUSTOMER_PORTAL', 'CHECKOUT'] as const;
export type HiddenFromWidget = (typeof hiddenFromWidgets)[number];

/** What a request may say of either kind; absent leaves what is stored. Spec: addon entitlement */
export interface CommonRequest {
  description?: string;
  isGranted?: boolean;
  isCustom?: boolean;
  order?: number;
  behavior?: Behavior;
  hiddenFromWidgets?: HiddenFromWidget[];
  displayNameOverride?: string;
}

export interface FeatureRequest extends CommonRequest, ResetRequest {
  usageLimit?: number | null;
  hasUnlimitedUsage?: boolean;
  hasSoftLimit?: boolean;
  enumValues?: string[];
}

export interface CreditRequest extends CommonRequest {
  amount?: number | null;
  cadence?: CreditCadence;
  hasSoftLimit?: boolean;
  dependencyFeatureId?: string | null;
}
