import { Module } from '@nestjs/common';
import { CustomersModule } from '#modules/customers/customers';
import { EntitlementsModule } from '#modules/entitlements/entitlements';
import { GovernanceModule } from '#modules/entitlements/governance';
import { MeteringModule } from '#modules/entitlements/metering';
import { MetersModule } from '#modules/entitlements/meters';
import { UsageHistoryController } from './usage-history.controller';
import { UsageHistoryResolver } from './usage-history.resolver';
import { UsageHistoryService } from './usage-history.service';
import { BilledReports } from './billed-reports.service';
import { UsageController } from './usage.controller';
import { UsageResolver } from './usage.resolver';
import { UsageService } from './usage.service';
import { UsedInPeriods } from './used-in-periods.service';

@Module({
  imports: [CustomersModule, EntitlementsModule, GovernanceModule, MeteringModule, MetersModule],
  controllers: [UsageController, UsageHistoryController],
  providers: [
    BilledReports,
    UsageHistoryResolver,
    UsageHistoryService,
    UsageResolver,
    UsageService,
    UsedInPeriods,
  ],
  exports: [BilledReports, UsedInPeriods],
})
export class UsageModule {}
