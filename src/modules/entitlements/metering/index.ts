export { holds, sameRule, usageAfter, windowOf, type AnchoredRule, type CounterKey } from './domain/counter';
export { spendId, spendOn, type Spend, type SpendKey, type Spending } from './domain/spend';
export {
  deniesAt,
  isSpent,
  periodOf,
  spentOf,
  usedIn,
  type PeriodSpend,
  type PricedFeature,
  type SpentUsage,
  type UsageBudget,
} from './domain/usage-budget';
export { budgetReached, Spends, type HeldSpends } from './spends.service';
export {
  unitsBetween,
  type FeatureRate,
  type PaidCredits,
  type PaidReport,
  type PaymentTurn,
  type UsagePayers,
  type UsagePayment,
  type UsedUnits,
} from './domain/usage-payment';
export type {
  AttributionTurn,
  EntityBudgets,
  GovernedReport,
  GovernedUse,
  NamedEntity,
} from './domain/entity-budgets';
export { entityBudgets, SharedUsage, usagePayers, type HeldShares } from './shared-usage.service';
export type { UsageLimit } from './domain/usage-limit';
export { exceededEvent } from './domain/exceeded-event';
export { reachedAbove, type WatchedLimit } from './domain/watched-limit';
export { windowKey, type Counter, type Measurement, type UsageReport } from './domain/usage-ledger';
export {
  usageWindow,
  type ResetAnchor,
  type ResetPeriod,
  type ResetRule,
  type UsageWindow,
} from './domain/usage-window';
export { instantOf, oldestReportDays } from './domain/report-instant';
export { counterId } from './domain/report-batch';
export type { Reported } from './counters.repository';
export { CountedUsage, type CountedGroup } from './counted-usage.service';
export { MeteringModule } from './metering.module';
export { MeteringService, type Counted } from './metering.service';
export type { CountedBy } from './present-usage.reader';
export type { AskedSpans, CountedSpan, SpanSum, UsageSpan } from './usage-spans.reader';
export { endOf, isOfRule, never, readRule, storedRule, type StoredRule } from './stored-rule.record';
