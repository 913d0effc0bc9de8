export { billedUsages, type UnentitledUsage } from './billed-reports.service';
export { oldestReportDays } from './domain/report-instant';
export { UsageModule } from './usage.module';
