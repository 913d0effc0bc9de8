import { Module } from '@nestjs/common';
import { CustomersModule } from '#modules/customers';
import { PackagesModule } from '#modules/packages';
import { ProductsModule } from '#modules/products';
import { SubscriptionsModule } from '#modules/subscriptions';
import { ContractTelling } from './contract-telling.service';
import { ContractsForBillingService } from './contracts-for-billing.service';
import { ContractsRepository } from './contracts.repository';

@Module({
  imports: [CustomersModule, PackagesModule, ProductsModule, SubscriptionsModule],
  providers: [ContractTelling, ContractsForBillingService, ContractsRepository],
  exports: [ContractsForBillingService],
})
export class ContractsModule {}
