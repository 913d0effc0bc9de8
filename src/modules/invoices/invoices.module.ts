import { Module } from '@nestjs/common';
import { ContractInvoices } from './contract-invoices.service';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import { InvoicesRepository } from './invoices.repository';
import { UsageLinePricing } from './usage-line-pricing.service';

@Module({
  providers: [ContractInvoices, InvoiceLinesRepository, InvoicesRepository, UsageLinePricing],
  exports: [ContractInvoices, UsageLinePricing],
})
export class InvoicesModule {}
