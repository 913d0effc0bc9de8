import { Module } from '@nestjs/common';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { CustomersModule } from '#modules/customers/customers';
import { CreditsModule } from '#modules/entitlements/credits';
import { InvoicesModule } from '#modules/billing/invoices';
import { PaymentsModule } from '#modules/billing/payments';
import { CreditGrantsController } from './credit-grants.controller';
import { CreditGrantsResolver } from './credit-grants.resolver';
import { CreditGrantsService } from './credit-grants.service';
import { CreditSales } from './credit-sales.service';
import { GrantCollection } from './grant-collection.service';
import { PaymentFollowers } from './payment-followers.service';
import { UnpaidCredits } from './unpaid-credits.service';

@Module({
  imports: [CreditsModule, CustomCurrenciesModule, CustomersModule, InvoicesModule, PaymentsModule],
  controllers: [CreditGrantsController],
  exports: [CreditSales],
  providers: [
    CreditGrantsResolver,
    CreditGrantsService,
    CreditSales,
    GrantCollection,
    PaymentFollowers,
    UnpaidCredits,
  ],
})
export class CreditGrantsModule {}
