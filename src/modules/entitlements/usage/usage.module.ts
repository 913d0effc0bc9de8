import { Module } from '@nestjs/common';
import { CustomersModule } from '#modules/customers/customers';
import { EntitlementsModule } from '#modules/entitlements/entitlements';
import { MeteringModule } from '#modules/entitlements/metering';
import { BilledReports } from './billed-reports.service';
import { UsageController } from './usage.controller';
import { UsageResolver } from './usage.resolver';
import { UsageService } from './usage.service';

@Module({
  imports: [CustomersModule, EntitlementsModule, MeteringModule],
  controllers: [UsageController],
  providers: [BilledReports, UsageResolver, UsageService],
})
export class UsageModule {}
