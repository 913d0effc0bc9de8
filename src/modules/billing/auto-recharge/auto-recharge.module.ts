import { Module } from '@nestjs/common';
import { CreditGrantsModule } from '#modules/billing/credit-grants';
import { InvoicesModule } from '#modules/billing/invoices';
import { PaymentsModule } from '#modules/billing/payments';
import { SubscriptionsModule } from '#modules/billing/subscriptions';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { CustomersModule } from '#modules/customers/customers';
import { CreditsModule } from '#modules/entitlements/credits';
import { AutoRechargeController } from './auto-recharge.controller';
import { AutoRechargeResolver } from './auto-recharge.resolver';
import { AutoRechargeService } from './auto-recharge.service';
import { AutoRechargesRepository } from './auto-recharges.repository';
import { RechargeAttempts } from './recharge-attempts.service';
import { RechargeFollowers } from './recharge-followers.service';
import { RechargeNews } from './recharge-news.service';
import { RechargeOutcomes } from './recharge-outcomes.service';
import { RechargePurchases } from './recharge-purchases.service';

@Module({
  imports: [
    ...[CreditGrantsModule, CreditsModule, CustomCurrenciesModule, CustomersModule],
    ...[InvoicesModule, PaymentsModule, SubscriptionsModule],
  ],
  controllers: [AutoRechargeController],
  providers: [
    ...[AutoRechargeResolver, AutoRechargeService, AutoRechargesRepository],
    ...[RechargeAttempts, RechargeFollowers, RechargeNews, RechargeOutcomes],
    RechargePurchases,
  ],
})
export class AutoRechargeModule {}
