import { Module } from '@nestjs/common';
import { ContractsModule } from '#modules/contracts';
import { CustomersModule } from '#modules/customers';
import { FeaturesModule } from '#modules/features';
import { InvoicesModule } from '#modules/invoices';
import { LegalEntitiesModule } from '#modules/legal-entities';
import { MeteringModule } from '#modules/metering';
import { BilledContracts } from './billed-contracts.service';
import { BillingDetailsRepository } from './billing-details.repository';
import { ArticlesRepository } from './articles.repository';
import { BillingReadsService } from './billing-reads.service';
import { ContractBillingController } from './contract-billing.controller';
import { ContractBillingResolver } from './contract-billing.resolver';
import { ContractBillingService } from './contract-billing.service';
import { LineChanges } from './line-changes.service';
import { LineItemsRepository } from './line-items.repository';
import { PayeeDirectoryReader } from './payee-directory.reader';
import { PublicationController } from './publication.controller';
import { PublicationResolver } from './publication.resolver';
import { PublicationService } from './publication.service';
import { ArticlesService } from './articles.service';
import { TermChanges } from './term-changes.service';
import { UsageLinesService } from './usage-lines.service';

@Module({
  imports: [
    ContractsModule,
    CustomersModule,
    FeaturesModule,
    InvoicesModule,
    LegalEntitiesModule,
    MeteringModule,
  ],
  controllers: [ContractBillingController, PublicationController],
  providers: [
    BilledContracts,
    BillingDetailsRepository,
    ArticlesRepository,
    BillingReadsService,
    ContractBillingResolver,
    ContractBillingService,
    LineChanges,
    LineItemsRepository,
    PayeeDirectoryReader,
    PublicationResolver,
    PublicationService,
    ArticlesService,
    TermChanges,
    UsageLinesService,
  ],
})
export class ContractBillingModule {}
