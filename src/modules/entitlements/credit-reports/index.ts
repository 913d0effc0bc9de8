export { CreditReportsModule } from './credit-reports.module';
export { CreditRevenueService, type AskedGrants, type ValuedGrant } from './credit-revenue.service';
