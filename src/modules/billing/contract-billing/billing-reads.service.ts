import { one, list } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { Decimal } from '#libs/kernel/decimal';
import { startOfDay } from '#libs/kernel/period';
import { sum } from '#libs/business/pricing/amount';
import { contractModels } from '#libs/business/pricing/contract-model';
import { ContractInvoices } from '#modules/billing/invoices';
import type { InvoiceScheduleQuery } from './contract-billing.inputs';
import { ContractBillingTotals } from './contract-billing.views';
import { ContractBillings } from './contract-billings.service';
import type { ContractBilling } from './domain/contract-billing';
import { warningsOf } from './domain/split-periods';
import { ContractInvoiceSchedule, ScheduledContractInvoice } from './invoice-schedule.views';
import { ContractBillingReadiness, ContractPricingModel } from './pricing-model.views';

@Injectable()
export class BillingReadsService {
  constructor(
    private readonly billings: ContractBillings,
    private readonly invoices: ContractInvoices,
    private readonly clock: Clock,
  ) {}

  /** In any state; without billing nothing. @throws ContractNotFound. Domain: contracts-billing M1, M7 */
  @UseCase('getContractBillingSummary', {
    needs: 'contracts:read',
    answers: one(ContractBillingTotals),
    summary: 'What a contract comes to, in any state.',
  })
  async summary(id: string): Promise<ContractBillingTotals> {
    return this.billings.show(await this.billings.read(id));
  }

  /** Of a draft what would be made, then what was. @throws ContractNotFound. Domain: contracts-billing P5 */
  @UseCase('getContractInvoiceSchedule', {
    needs: 'contracts:read',
    answers: one(ContractInvoiceSchedule),
    summary: 'All invoices of a contract; of a draft those that it would have.',
  })
  async schedule(id: string, { count }: InvoiceScheduleQuery): Promise<ContractInvoiceSchedule> {
    const billing = await this.billings.read(id);
    const stage = billing.contract.billing?.stage ?? 'DRAFT';
    return stage === 'DRAFT'
      ? preview(billing, startOfDay(this.clock.now()), count)
      : this.kept(billing, count);
  }

  /** What publishing needs, and what may surprise. @throws ContractNotFound. Domain: contracts-billing P1; top-user-problems 28, 29 */
  @UseCase('getContractBillingReadiness', {
    needs: 'contracts:read',
    answers: one(ContractBillingReadiness),
    summary: 'What publishing a contract still needs.',
  })
  async readiness(id: string): Promise<ContractBillingReadiness> {
    const billing = await this.billings.read(id);
    const { isReady, requirements, unpayable } = billing;
    const splits = warningsOf(billing.scheduleFrom(null));
    const warnings = [...(unpayable === undefined ? [] : [unpayable]), ...splits];
    return { isReady, requirements, warnings };
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

  private async kept(
    { contract }: ContractBilling,
    count: number | undefined,
  ): Promise<ContractInvoiceSchedule> {
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

function preview(billing: ContractBilling, today: Date, count: number | undefined): ContractInvoiceSchedule {
  const [schedule, { digits }] = [billing.scheduleFrom(today), billing];
  return {
    isPreview: true,
    invoiceCount: schedule.length,
    total: sum(schedule.map(({ total }) => total)).toNumber(),
    invoices: schedule.slice(0, count).map((invoice) => ScheduledContractInvoice.preview(invoice, digits)),
  };
}
