import { Module } from '@nestjs/common';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { CreditsModule } from '#modules/entitlements/credits';
import { CreditReportsController } from './credit-reports.controller';
import { CreditReportsResolver } from './credit-reports.resolver';
import { CreditRevenueService } from './credit-revenue.service';
import { CreditUsageReader } from './credit-usage.reader';
import { CreditUsageService } from './credit-usage.service';
import { GrantedRevenueReader } from './granted-revenue.reader';

@Module({
  imports: [CreditsModule, CustomCurrenciesModule],
  controllers: [CreditReportsController],
  providers: [
    ...[CreditUsageReader, GrantedRevenueReader, CreditReportsResolver],
    ...[CreditRevenueService, CreditUsageService],
  ],
  exports: [CreditRevenueService],
})
export class CreditReportsModule {}
