export type {
  AddonContribution,
  FeatureRecord,
  PackageContribution,
  PackageFeature,
} from './domain/contribution';
export {
  decideCheck,
  type AccessDeniedReason,
  type CheckDecision,
  type CheckFacts,
  type CheckRequest,
} from './domain/check-decision';
export { effectiveEntitlement, validUntil, type EffectiveEntitlement } from './domain/effective-entitlement';
export { isLive, type EntitlementSource } from './domain/entitlement-source';
export { rateInForce } from './domain/rate-in-force';
export type { FeatureGrant } from './domain/feature-grant';
export {
  resolveSubscription,
  type ResolvedFeature,
  type SubscriptionContributions,
} from './domain/subscription-resolution';
export {
  EntitlementForecasts,
  type EntitlementForecast,
  type ForecastFeature,
} from './entitlement-forecasts.service';
export { EntitlementsAt, type ExplainedAnswer } from './entitlements-at.service';
export type { RuleSince } from './domain/rules-over-time';
export type { Criterion } from './domain/generosity';
export type { Lent, NotCounting, RankedSource } from './domain/source-ranking';
export type { DeclaredBudget } from './source-budgets.service';
export { EntitlementsModule } from './entitlements.module';
export type { DeclaredSource } from './declared-snapshot.record';
export { EntitlementsService } from './entitlements.service';
export {
  CustomerEntitlement,
  CustomerEntitlementCredit,
  CustomerEntitlementFeature,
  CustomerEntitlements,
  CustomerEntitlementsDeniedReasonEnum,
} from './entitlements.views';
export type { CreditStanding } from './domain/credit-standing';
export type { FeatureAnswer, FeatureInForce } from './domain/feature-answer';
