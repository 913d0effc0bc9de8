import { one, list } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Decimal } from '#libs/kernel/decimal';
import { sum } from '#libs/business/pricing/amount';
import { contractModels } from '#libs/business/pricing/contract-model';
import { ContractInvoices } from '#modules/billing/invoices';
import { BilledContracts, type Billed } from './billed-contracts.service';
import type { InvoiceScheduleQuery } from './contract-billing.inputs';
import { ContractBillingTotals } from './contract-billing.views';
import { digitsOf } from './domain/billing-summary';
import { invoiceSchedule } from './domain/invoice-schedule';
import { readinessOf } from './domain/readiness';
import { warningsOf } from './domain/split-periods';
import { ContractInvoiceSchedule, ScheduledContractInvoice } from './invoice-schedule.views';
import { ContractBillingReadiness, ContractPricingModel } from './pricing-model.views';

@Injectable()
export class BillingReadsService {
  constructor(
    private readonly billed: BilledContracts,
    private readonly invoices: ContractInvoices,
  ) {}

  /** In any state; without billing nothing. @throws ContractNotFound. Domain: contracts-billing M1, M7 */
  @UseCase('getContractBillingSummary', {
    needs: 'contracts:read',
    answers: one(ContractBillingTotals),
    summary: 'What a contract comes to, in any state.',
  })
  async summary(id: string): Promise<ContractBillingTotals> {
    return this.billed.show(await this.billed.read(id));
  }

  /** Of a draft what would be made, then what was. @throws ContractNotFound. Domain: contracts-billing P5 */
  @UseCase('getContractInvoiceSchedule', {
    needs: 'contracts:read',
    answers: one(ContractInvoiceSchedule),
    summary: 'All invoices of a contract; of a draft those that it would have.',
  })
  async schedule(id: string, { count }: InvoiceScheduleQuery): Promise<ContractInvoiceSchedule> {
    const billed = await this.billed.read(id);
    const stage = billed.contract.billing?.stage ?? 'DRAFT';
    return stage === 'DRAFT' ? preview(billed, count) : this.kept(billed, count);
  }

  /** What publishing needs, and what may surprise. @throws ContractNotFound. Domain: contracts-billing P1; top-user-problems 28, 29 */
  @UseCase('getContractBillingReadiness', {
    needs: 'contracts:read',
    answers: one(ContractBillingReadiness),
    summary: 'What publishing a contract still needs.',
  })
  async readiness(id: string): Promise<ContractBillingReadiness> {
    const { contract, currency, ...rest } = await this.billed.read(id);
    const lines = rest.lines.map((line) => line.billed);
    const requirements = readinessOf({
      hasBilling: contract.billing !== null,
      isPublished: contract.billing?.stage === 'ACTIVE',
      lines,
    });
    const warnings = warningsOf(invoiceSchedule(lines, digitsOf(currency)));
    const isDraft = contract.billing?.stage === 'DRAFT' && contract.archivedAt === null;
    return { isReady: isDraft && requirements.every(({ isMet }) => isMet), requirements, warnings };
  }

  /** Domain: contracts-billing I5 */
  @UseCase('listContractPricingModels', {
    needs: 'contracts:read',
    answers: list(ContractPricingModel),
    summary: 'How lines of contracts can be priced.',
  })
  pricingModels(): Promise<ContractPricingModel[]> {
    return Promise.resolve(contractModels.map(ContractPricingModel.from));
  }

  private async kept({ contract }: Billed, count: number | undefined): Promise<ContractInvoiceSchedule> {
    const documents = await this.invoices.listOf(contract.uid);
    return {
      isPreview: false,
      invoiceCount: documents.length,
      total: sum(documents.map(({ invoice }) => new Decimal(invoice.total))).toNumber(),
      invoices: documents
        .slice(0, count)
        .map(({ invoice, lines }) => ScheduledContractInvoice.kept(invoice, lines)),
    };
  }
}

function preview({ lines, currency }: Billed, count: number | undefined): ContractInvoiceSchedule {
  const digits = digitsOf(currency);
  const invoices = invoiceSchedule(
    lines.map((line) => line.billed),
    digits,
  );
  return {
    isPreview: true,
    invoiceCount: invoices.length,
    total: sum(invoices.map(({ total }) => total)).toNumber(),
    invoices: invoices.slice(0, count).map((invoice) => ScheduledContractInvoice.preview(invoice, digits)),
  };
}
