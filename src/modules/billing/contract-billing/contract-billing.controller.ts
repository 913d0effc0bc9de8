import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, list, one, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { BillingReadsService } from './billing-reads.service';
import {
  AddContractLineItemsBody,
  InvoiceScheduleQuery,
  UpdateContractBillingSettingsBody,
  UpdateContractBillingTermsBody,
  UpdateContractLineItemBody,
} from './contract-billing.inputs';
import { ContractBillingService } from './contract-billing.service';
import { ContractBillingTotals } from './contract-billing.views';
import { ContractInvoiceSchedule } from './invoice-schedule.views';
import { ContractBillingReadiness, ContractPricingModel } from './pricing-model.views';

const totals = one(ContractBillingTotals);
const rowIndex = /^\d{1,3}$/;

@ApiTags('Contracts')
@Controller('api/v1/contracts')
export class ContractBillingController {
  constructor(
    private readonly billing: ContractBillingService,
    private readonly reads: BillingReadsService,
  ) {}

  @Endpoint.get('pricing-models', serves(BillingReadsService, 'pricingModels'), list(ContractPricingModel), {
    summary: 'How lines of contracts can be priced.',
  })
  pricingModels() {
    return this.reads.pricingModels();
  }

  @Endpoint.get(':id/billing/summary', serves(BillingReadsService, 'summary'), totals, {
    summary: 'What a contract comes to, in any state.',
  })
  summary(@PathId('id') id: string) {
    return this.reads.summary(id);
  }

  @Endpoint.get(
    ':id/billing/invoice-schedule',
    serves(BillingReadsService, 'schedule'),
    one(ContractInvoiceSchedule),
    { summary: 'All invoices of a contract; of a draft those that it would have.' },
  )
  schedule(@PathId('id') id: string, @Query() query: InvoiceScheduleQuery) {
    return this.reads.schedule(id, query);
  }

  @Endpoint.get(
    ':id/billing/readiness',
    serves(BillingReadsService, 'readiness'),
    one(ContractBillingReadiness),
    { summary: 'What publishing a contract still needs.' },
  )
  readiness(@PathId('id') id: string) {
    return this.reads.readiness(id);
  }

  @Endpoint.post(':id/billing/items', serves(ContractBillingService, 'addLines'), totals, {
    summary: 'Add line items to a draft.',
  })
  addLines(@PathId('id') id: string, @Body() body: AddContractLineItemsBody) {
    return this.billing.addLines(id, body);
  }

  @Endpoint.patch(':id/billing/items/:itemRef', serves(ContractBillingService, 'updateLine'), totals, {
    summary: 'Replace the rows of a line item of a draft.',
  })
  updateLine(
    @PathId('id') id: string,
    @PathId('itemRef') itemRef: string,
    @Body() body: UpdateContractLineItemBody,
  ) {
    return this.billing.updateLine(id, itemRef, body);
  }

  @Endpoint.delete(':id/billing/items/:itemRef', serves(ContractBillingService, 'removeLine'), totals, {
    summary: 'Remove a line item of a draft.',
  })
  removeLine(@PathId('id') id: string, @PathId('itemRef') itemRef: string) {
    return this.billing.removeLine(id, itemRef);
  }

  @Endpoint.delete(
    ':id/billing/items/:itemRef/rows/:rowIndex',
    serves(ContractBillingService, 'removeRow'),
    totals,
    { summary: 'Remove one row of a line item of a draft, counted from 0.' },
  )
  removeRow(
    @PathId('id') id: string,
    @PathId('itemRef') itemRef: string,
    @PathId('rowIndex', rowIndex) index: string,
  ) {
    return this.billing.removeRow(id, itemRef, Number(index));
  }

  @Endpoint.patch(':id/billing/terms', serves(ContractBillingService, 'updateTerms'), totals, {
    summary: 'Set the terms of every line item of a draft.',
  })
  updateTerms(@PathId('id') id: string, @Body() body: UpdateContractBillingTermsBody) {
    return this.billing.updateTerms(id, body);
  }

  @Endpoint.patch(':id/billing/settings', serves(ContractBillingService, 'updateSettings'), totals, {
    summary: 'Set who bills a draft, where it is paid, and the note of its documents.',
  })
  updateSettings(@PathId('id') id: string, @Body() body: UpdateContractBillingSettingsBody) {
    return this.billing.updateSettings(id, body);
  }
}
