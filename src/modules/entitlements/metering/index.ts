export { sameRule, windowOf, type AnchoredRule } from './domain/counter';
export type { UsageLimit } from './domain/usage-limit';
export type { WatchedLimit } from './domain/watched-limit';
export type { Counter, Measurement, UsageReport } from './domain/usage-ledger';
export {
  usageWindow,
  type ResetAnchor,
  type ResetPeriod,
  type ResetRule,
  type UsageWindow,
} from './domain/usage-window';
export type { ReportedPeriod } from './counters.repository';
export { CountedUsage, type CountedGroup } from './counted-usage.service';
export { MeteringModule } from './metering.module';
export { MeteringService } from './metering.service';
export type { CountedBy } from './present-usage.reader';
export type { AskedSpans, SpanSum, UsageSpan } from './usage-spans.reader';
export { isOfRule, never, storedRule, type StoredRule } from './stored-rule.record';
