export { BilledReports, billedUsages, type UnentitledUsage } from './billed-reports.service';
export type { ReportedAnswer } from './domain/countable';
export { oldestReportDays } from '#modules/entitlements/metering';
export { daily, hourly, mostPoints, stepOf } from './domain/history-range';
export { limitOf, paymentOf, spendingOf, watchedBy } from './domain/watched-usage';
export { UsedInPeriods, type BilledPeriod } from './used-in-periods.service';
export { KeyValueTag } from './usage-history.views';
export { UpdateBehaviorEnum } from './usage.inputs';
export { UsageModule } from './usage.module';
