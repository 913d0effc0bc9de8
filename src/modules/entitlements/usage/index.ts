export { oldestReportDays } from './domain/report-instant';
export { UsageModule } from './usage.module';
