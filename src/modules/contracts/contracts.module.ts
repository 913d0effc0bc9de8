import { Module } from '@nestjs/common';
import { CustomersModule } from '#modules/customers';
import { InvoicesModule } from '#modules/invoices';
import { PackagesModule } from '#modules/packages';
import { ProductsModule } from '#modules/products';
import { SubscriptionsModule } from '#modules/subscriptions';
import { ContractDependents } from './contract-dependents.service';
import { ContractNames } from './contract-names.service';
import { ContractSubscriptionsController } from './contract-subscriptions.controller';
import { ContractSubscriptionsResolver } from './contract-subscriptions.resolver';
import { ContractSubscriptionsService } from './contract-subscriptions.service';
import { ContractTelling } from './contract-telling.service';
import { ContractsController } from './contracts.controller';
import { ContractsForBillingService } from './contracts-for-billing.service';
import { ContractsRepository } from './contracts.repository';
import { ContractsResolver } from './contracts.resolver';
import { ContractsService } from './contracts.service';
import { CustomerContractsController } from './customer-contracts.controller';
import { CustomerContractsResolver } from './customer-contracts.resolver';
import { HeldContractsService } from './held-contracts.service';
import { MembershipService } from './membership.service';

@Module({
  imports: [CustomersModule, InvoicesModule, PackagesModule, ProductsModule, SubscriptionsModule],
  controllers: [ContractsController, ContractSubscriptionsController, CustomerContractsController],
  providers: [
    ContractDependents,
    ContractNames,
    ContractSubscriptionsResolver,
    ContractSubscriptionsService,
    ContractTelling,
    ContractsForBillingService,
    ContractsRepository,
    ContractsResolver,
    ContractsService,
    CustomerContractsResolver,
    HeldContractsService,
    MembershipService,
  ],
  exports: [ContractsForBillingService],
})
export class ContractsModule {}
