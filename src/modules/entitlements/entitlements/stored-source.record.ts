import { readRule, storedRule, type UsageBudget } from '#modules/entitlements/metering';
import type { StoredBudget, StoredRate, StoredSource } from '#modules/entitlements/source-history';
import type { EntitlementSource, RateSince } from './domain/entitlement-source';

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
  ...(source.rates && { rates: source.rates.map(storedRate) }),
});

const storedBudget = ({ rule, features, ...terms }: UsageBudget): StoredBudget => ({
  ...terms,
  rule: storedRule(rule),
  features: [...features],
});

const readBudget = ({ rule, ...terms }: StoredBudget): UsageBudget => ({ ...terms, rule: readRule(rule) });

const storedRate = ({ rate, since }: RateSince): StoredRate => ({ rate, since: since.getTime() });
const readRate = ({ rate, since }: StoredRate): RateSince => ({ rate, since: new Date(since) });

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
  rates: stored.rates?.map(readRate),
});

export const isLiveAt = ({ from, until }: { from: number; until: number | null }, at: Date): boolean =>
  from <= at.getTime() && (until === null || at.getTime() < until);
