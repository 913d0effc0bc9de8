import { Module } from '@nestjs/common';
import { CustomersModule } from '#modules/customers/customers';
import { InvoicesModule } from '#modules/billing/invoices';
import { PackagesModule } from '#modules/catalog/packages';
import { ProductsModule } from '#modules/catalog/products';
import { SubscriptionsModule } from '#modules/billing/subscriptions';
import { ContractDependents } from './contract-dependents.service';
import { ContractNames } from './contract-names.service';
import { ContractSubscriptionsController } from './contract-subscriptions.controller';
import { ContractSubscriptionsResolver } from './contract-subscriptions.resolver';
import { ContractSubscriptionsService } from './contract-subscriptions.service';
import { ContractPresenter } from './contract-presenter.service';
import { ContractsController } from './contracts.controller';
import { ContractsForBillingService } from './contracts-for-billing.service';
import { ContractsRepository } from './contracts.repository';
import { ContractsResolver } from './contracts.resolver';
import { ContractsService } from './contracts.service';
import { CustomerContractsController } from './customer-contracts.controller';
import { CustomerContractsResolver } from './customer-contracts.resolver';
import { LockedContractsService } from './locked-contracts.service';
import { MembershipService } from './membership.service';

@Module({
  imports: [CustomersModule, InvoicesModule, PackagesModule, ProductsModule, SubscriptionsModule],
  controllers: [ContractsController, ContractSubscriptionsController, CustomerContractsController],
  providers: [
    ContractDependents,
    ContractNames,
    ContractSubscriptionsResolver,
    ContractSubscriptionsService,
    ContractPresenter,
    ContractsForBillingService,
    ContractsRepository,
    ContractsResolver,
    ContractsService,
    CustomerContractsResolver,
    LockedContractsService,
    MembershipService,
  ],
  exports: [ContractsForBillingService],
})
export class ContractsModule {}
