export { BilledReports, billedUsages, type UnentitledUsage } from './billed-reports.service';
export type { ReportedAnswer } from './domain/countable';
export { oldestReportDays } from './domain/report-instant';
export { limitOf, spendingOf, watchedBy } from './domain/watched-usage';
export { UsageModule } from './usage.module';
