import { Module } from '@nestjs/common';
import { ContractsModule } from '#modules/billing/contracts';
import { CustomersModule } from '#modules/customers/customers';
import { FeaturesModule } from '#modules/catalog/features';
import { InvoicesModule } from '#modules/billing/invoices';
import { LegalEntitiesModule } from '#modules/billing/legal-entities';
import { UsageModule } from '#modules/entitlements/usage';
import { BillingEdits } from './billing-edits.service';
import { BillableItemsRepository } from './billable-items.repository';
import { BillingReadsService } from './billing-reads.service';
import { ContractBillingController } from './contract-billing.controller';
import { ContractBillingResolver } from './contract-billing.resolver';
import { ContractBillingService } from './contract-billing.service';
import { ContractBillings } from './contract-billings.service';
import { ContractBillingsRepository } from './contract-billings.repository';
import { ContractFollowers } from './contract-followers.service';
import { ContractDocuments } from './contract-documents.service';
import { RemitToLookup } from './remit-to-lookup.service';
import { PublicationController } from './publication.controller';
import { PublicationResolver } from './publication.resolver';
import { PublicationService } from './publication.service';
import { BillableItemsService } from './billable-items.service';
import { UsageLinesService } from './usage-lines.service';

@Module({
  imports: [
    ContractsModule,
    CustomersModule,
    FeaturesModule,
    InvoicesModule,
    LegalEntitiesModule,
    UsageModule,
  ],
  controllers: [ContractBillingController, PublicationController],
  providers: [
    BillingEdits,
    BillableItemsRepository,
    BillingReadsService,
    ContractBillingResolver,
    ContractBillings,
    ContractDocuments,
    ContractFollowers,
    ContractBillingsRepository,
    ContractBillingService,
    RemitToLookup,
    PublicationResolver,
    PublicationService,
    BillableItemsService,
    UsageLinesService,
  ],
})
export class ContractBillingModule {}
