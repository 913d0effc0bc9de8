import { Module } from '@nestjs/common';
import { InvoiceRenderer } from '#libs/business/rendering/invoice-renderer';
import { CustomersModule } from '#modules/customers/customers';
import { IntegrationsModule } from '#modules/customers/integrations';
import { LegalEntitiesModule } from '#modules/billing/legal-entities';
import { PromotionCodesModule } from '#modules/customers/promotion-codes';
import { BillingRun } from './billing-run.service';
import { CollectedInvoices } from './collected-invoices.service';
import { ContractCreditNotesController } from './contract-credit-notes.controller';
import { ContractCreditNotesResolver } from './contract-credit-notes.resolver';
import { ContractCreditNotesService } from './contract-credit-notes.service';
import { ContractInvoices } from './contract-invoices.service';
import { CreditedInvoices } from './credited-invoices.service';
import { CreditNotePdfsController } from './credit-note-pdfs.controller';
import { CreditNotePdfsRepository } from './credit-note-pdfs.repository';
import { CreditNotePdfsResolver } from './credit-note-pdfs.resolver';
import { CreditNotePdfsService } from './credit-note-pdfs.service';
import { CreditNoteRendering } from './credit-note-rendering.service';
import { CreditNotesRepository } from './credit-notes.repository';
import { CreditNotesService } from './credit-notes.service';
import { CustomerBalances } from './customer-balances.repository';
import { CustomerInvoicesController } from './customer-invoices.controller';
import { CustomerInvoicesResolver } from './customer-invoices.resolver';
import { CreditGrantInvoices } from './credit-grant-invoices.service';
import { DocumentNumbers } from './document-numbers.repository';
import { DocumentSending } from './document-sending.service';
import { DueInvoices } from './due-invoices.reader';
import { InvoiceFinalization } from './finalization.service';
import { InvoicedUsage } from './invoiced-usage.service';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import { InvoiceNews } from './invoice-news.service';
import { InvoiceParties } from './invoice-parties.service';
import { InvoicePayments } from './invoice-payments.service';
import { InvoicePdfsController } from './invoice-pdfs.controller';
import { InvoicePdfsRepository } from './invoice-pdfs.repository';
import { InvoicePdfsResolver } from './invoice-pdfs.resolver';
import { InvoicePdfsService } from './invoice-pdfs.service';
import { InvoiceReversal } from './invoice-reversal.service';
import { InvoicesRepository } from './invoices.repository';
import { InvoicesService } from './invoices.service';
import { LateUsageRun } from './late-usage-run.service';
import { LateUsageWatches } from './late-usage-watches.repository';
import { PdfRendering } from './pdf-rendering.service';
import { Sellers } from './sellers.service';
import { SubscriptionInvoices } from './subscription-invoices.service';
import { WithdrawnInvoices } from './withdrawn-invoices.service';

@Module({
  imports: [CustomersModule, IntegrationsModule, LegalEntitiesModule, PromotionCodesModule],
  controllers: [
    ContractCreditNotesController,
    CreditNotePdfsController,
    CustomerInvoicesController,
    InvoicePdfsController,
  ],
  providers: [
    BillingRun,
    CollectedInvoices,
    ContractCreditNotesService,
    ContractCreditNotesResolver,
    ContractInvoices,
    CreditedInvoices,
    CreditGrantInvoices,
    CreditNotePdfsRepository,
    CreditNotePdfsResolver,
    CreditNotePdfsService,
    CreditNoteRendering,
    CreditNotesRepository,
    CreditNotesService,
    CustomerBalances,
    CustomerInvoicesResolver,
    DocumentNumbers,
    DocumentSending,
    DueInvoices,
    InvoiceFinalization,
    InvoicedUsage,
    InvoiceLinesRepository,
    InvoiceNews,
    InvoiceParties,
    InvoicePayments,
    InvoicePdfsService,
    InvoicePdfsRepository,
    InvoicePdfsResolver,
    InvoiceRenderer,
    InvoiceReversal,
    InvoicesRepository,
    InvoicesService,
    LateUsageRun,
    LateUsageWatches,
    PdfRendering,
    Sellers,
    SubscriptionInvoices,
    WithdrawnInvoices,
  ],
  exports: [
    CollectedInvoices,
    ContractInvoices,
    CreditGrantInvoices,
    Sellers,
    SubscriptionInvoices,
    WithdrawnInvoices,
  ],
})
export class InvoicesModule {}
