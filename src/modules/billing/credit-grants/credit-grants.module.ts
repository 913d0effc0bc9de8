import { Module } from '@nestjs/common';
import { CustomCurrenciesModule } from '#modules/catalog/custom-currencies';
import { CustomersModule } from '#modules/customers/customers';
import { CreditsModule } from '#modules/entitlements/credits';
import { CreditGrantsController } from './credit-grants.controller';
import { CreditGrantsResolver } from './credit-grants.resolver';
import { CreditGrantsService } from './credit-grants.service';

@Module({
  imports: [CreditsModule, CustomCurrenciesModule, CustomersModule],
  controllers: [CreditGrantsController],
  providers: [CreditGrantsResolver, CreditGrantsService],
})
export class CreditGrantsModule {}
