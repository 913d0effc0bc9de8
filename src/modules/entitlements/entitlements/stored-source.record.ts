import { readRule, storedRule, type UsageBudget } from '#modules/entitlements/metering';
import type { StoredBudget, StoredSource } from '#modules/entitlements/source-history';
import type { EntitlementSource } from './domain/entitlement-source';

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
  ...(source.budget && { budget: storedBudget(source.budget) }),
});

const storedBudget = ({ rule, features, ...terms }: UsageBudget): StoredBudget => ({
  ...terms,
  rule: storedRule(rule),
  features: [...features],
});

const readBudget = ({ rule, ...terms }: StoredBudget): UsageBudget => ({ ...terms, rule: readRule(rule) });

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
  budget: stored.budget && readBudget(stored.budget),
});

export const isLiveAt = ({ from, until }: { from: number; until: number | null }, at: Date): boolean =>
  from <= at.getTime() && (until === null || at.getTime() < until);
