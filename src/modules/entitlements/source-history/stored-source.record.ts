import type { ResetAnchor, ResetPeriod } from '#modules/entitlements/metering';

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
}

/** The life of a subscription, to tell "no subscription" from "not in the subscription". */
export interface StoredLife {
  key: string;
  from: number;
  until: number | null;
  /** When time next brings something about that changes it; absent where it does not. */
  due?: number;
}
