import type { StoredLife, StoredSource } from '#modules/entitlements/source-history';
import type { AskedAbout, FeatureFacts } from './domain/feature-answer';
import type { PeriodSpend } from '#modules/entitlements/metering';
import type { CounterFacts } from './domain/known-usage';

/** What one snapshot says of one feature. */
export interface ScopeFacts {
  /** Key of the resource, '' for the customer's own level. */
  scope: string;
  /** Milliseconds. */
  updatedAt: number;
  subscriptions: StoredLife[];
  grants: StoredSource[] | null;
  /** What was spent of budgets on this level; null and absent where there are none. */
  spends?: StoredSpend[] | null;
}

/** By the place of the budget. */
export interface StoredSpend extends PeriodSpend {
  place: number;
}

/** One snapshot with all that it grants, by feature uid. */
export interface StoredScope extends Omit<ScopeFacts, 'grants'> {
  grants: Record<string, StoredSource[]>;
}

/** What is stored about one question, but for usage. */
export interface GrantFacts extends AskedAbout {
  scopes: ScopeFacts[];
}

/** All that is stored about one question. */
export interface StoredFacts extends GrantFacts {
  counters: CounterFacts[];
}

export interface WhoAsked {
  customerId: string;
  resourceId: string | null;
}

export interface Question extends WhoAsked {
  featureId: string;
}

/** Of one customer, on one resource or none, what was read at once. */
export interface ReadFacts {
  id: string;
  uid: string;
  isArchived: boolean;
  resource: { id: string; uid: string } | null;
  /** With all that they grant. */
  scopes: readonly StoredScope[];
  /** Each with its counters, where these were read. */
  features: { feature: FeatureFacts; counters: readonly CounterFacts[] | undefined }[];
}
