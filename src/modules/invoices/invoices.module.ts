import { Module } from '@nestjs/common';
import { CustomersModule } from '#modules/customers';
import { LegalEntitiesModule } from '#modules/legal-entities';
import { PromotionCodesModule } from '#modules/promotion-codes';
import { BillingRun } from './billing-run.service';
import { ContractCreditNotesController } from './contract-credit-notes.controller';
import { ContractCreditNotesResolver } from './contract-credit-notes.resolver';
import { ContractCreditNotes } from './contract-credit-notes.service';
import { ContractInvoices } from './contract-invoices.service';
import { CreditNotesRepository } from './credit-notes.repository';
import { CreditNotesService } from './credit-notes.service';
import { CustomerInvoicesController } from './customer-invoices.controller';
import { CustomerInvoicesResolver } from './customer-invoices.resolver';
import { DocumentNumbers } from './document-numbers.repository';
import { DueInvoices } from './due-invoices.reader';
import { FinalizationTurns } from './finalization-turns.service';
import { InvoiceFinalization } from './finalization.service';
import { InvoiceJournal } from './invoice-journal.service';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import { InvoicesRepository } from './invoices.repository';
import { InvoicesService } from './invoices.service';
import { UsageLinePricing } from './usage-line-pricing.service';

@Module({
  imports: [CustomersModule, LegalEntitiesModule, PromotionCodesModule],
  controllers: [ContractCreditNotesController, CustomerInvoicesController],
  providers: [
    BillingRun,
    ContractCreditNotes,
    ContractCreditNotesResolver,
    ContractInvoices,
    CreditNotesRepository,
    CreditNotesService,
    CustomerInvoicesResolver,
    DocumentNumbers,
    DueInvoices,
    FinalizationTurns,
    InvoiceFinalization,
    InvoiceJournal,
    InvoiceLinesRepository,
    InvoicesRepository,
    InvoicesService,
    UsageLinePricing,
  ],
  exports: [ContractInvoices, UsageLinePricing],
})
export class InvoicesModule {}
