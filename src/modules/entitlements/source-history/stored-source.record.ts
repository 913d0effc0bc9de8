import type {
  FeatureRate,
  PricedFeature,
  ResetAnchor,
  ResetPeriod,
  StoredRule,
  UsageBudget,
} from '#modules/entitlements/metering';

/** The budget that usage of a feature is held against, with all features that are. Its rule is that of its periods. */
export interface StoredBudget extends Omit<UsageBudget, 'rule' | 'features'> {
  rule: StoredRule;
  features: PricedFeature[];
}

/** What a source grants of one feature, as JSON: instants in milliseconds. */
export interface StoredSource {
  kind: 'SUBSCRIPTION' | 'PROMOTION';
  key: string;
  from: number;
  until: number | null;
  anchor: number;
  granted: boolean;
  limit: number | null;
  unlimited: boolean;
  soft: boolean;
  values: string[] | null;
  period: ResetPeriod | null;
  accordingTo: ResetAnchor | null;
  /** Absent where none holds, or where the usage costs nothing. */
  budget?: StoredBudget;
  /** At which usage is and was paid in credits, the newest first; absent where it never was. */
  rates?: StoredRate[];
}

/** From an instant on; null: usage takes nothing. */
export interface StoredRate {
  rate: FeatureRate | null;
  since: number;
}

/** The life of a subscription, to tell "no subscription" from "not in the subscription". */
export interface StoredLife {
  key: string;
  from: number;
  until: number | null;
  /** When time next brings something about that changes it; absent where it does not. */
  due?: number;
}
