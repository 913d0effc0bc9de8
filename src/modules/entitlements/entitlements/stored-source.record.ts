import type { ResetAnchor, ResetPeriod } from '#modules/entitlements/metering';
import type { EntitlementSource } from './domain/entitlement-source';

/** A source as JSON: instants in milliseconds, members named after those of `EntitlementSource`. */
export interface StoredSource {
  kind: EntitlementSource['sourceKind'];
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
}

export const storedSource = ({ grant, ...source }: EntitlementSource): StoredSource => ({
  kind: source.sourceKind,
  key: source.sourceKey,
  from: source.from.getTime(),
  until: source.until?.getTime() ?? null,
  anchor: source.anchor.getTime(),
  granted: grant.isGranted,
  limit: grant.usageLimit,
  unlimited: grant.hasUnlimitedUsage,
  soft: grant.hasSoftLimit,
  values: grant.enumValues,
  period: grant.reset.period,
  accordingTo: grant.reset.accordingTo,
});

const instantOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export const readSource = (stored: StoredSource, scope: string): EntitlementSource => ({
  sourceKind: stored.kind,
  sourceKey: stored.key,
  scope,
  from: new Date(stored.from),
  until: instantOf(stored.until),
  anchor: new Date(stored.anchor),
  grant: {
    isGranted: stored.granted,
    usageLimit: stored.limit,
    hasUnlimitedUsage: stored.unlimited,
    hasSoftLimit: stored.soft,
    enumValues: stored.values,
    reset: { period: stored.period, accordingTo: stored.accordingTo },
  },
});

export const isLiveAt = ({ from, until }: { from: number; until: number | null }, at: Date): boolean =>
  from <= at.getTime() && (until === null || at.getTime() < until);
