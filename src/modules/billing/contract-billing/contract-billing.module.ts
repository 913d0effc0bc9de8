import { Module } from '@nestjs/common';
import { ContractsModule } from '#modules/billing/contracts';
import { CustomersModule } from '#modules/customers/customers';
import { FeaturesModule } from '#modules/catalog/features';
import { InvoicesModule } from '#modules/billing/invoices';
import { LegalEntitiesModule } from '#modules/billing/legal-entities';
import { MeteringModule } from '#modules/entitlements/metering';
import { MetersModule } from '#modules/entitlements/meters';
import { BilledContracts } from './billed-contracts.service';
import { BillingDetailsRepository } from './billing-details.repository';
import { BillableItemsRepository } from './billable-items.repository';
import { BillingReadsService } from './billing-reads.service';
import { ContractBillingController } from './contract-billing.controller';
import { ContractBillingResolver } from './contract-billing.resolver';
import { ContractBillingService } from './contract-billing.service';
import { LineChanges } from './line-changes.service';
import { LineItemsRepository } from './line-items.repository';
import { RemitToDirectoryService } from './remit-to-directory.service';
import { PublicationController } from './publication.controller';
import { PublicationResolver } from './publication.resolver';
import { PublicationService } from './publication.service';
import { BillableItemsService } from './billable-items.service';
import { TermChanges } from './term-changes.service';
import { UsageLinesService } from './usage-lines.service';
import { UsedInPeriods } from './used-in-periods.service';

@Module({
  imports: [
    ContractsModule,
    CustomersModule,
    FeaturesModule,
    InvoicesModule,
    LegalEntitiesModule,
    MeteringModule,
    MetersModule,
  ],
  controllers: [ContractBillingController, PublicationController],
  providers: [
    BilledContracts,
    BillingDetailsRepository,
    BillableItemsRepository,
    BillingReadsService,
    ContractBillingResolver,
    ContractBillingService,
    LineChanges,
    LineItemsRepository,
    RemitToDirectoryService,
    PublicationResolver,
    PublicationService,
    BillableItemsService,
    TermChanges,
    UsageLinesService,
    UsedInPeriods,
  ],
})
export class ContractBillingModule {}
