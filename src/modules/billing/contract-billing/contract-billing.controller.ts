import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { BillingReadsService } from './billing-reads.service';
import {
  AddContractLineItemsBody,
  InvoiceScheduleQuery,
  UpdateContractBillingSettingsBody,
  UpdateContractBillingTermsBody,
  UpdateContractLineItemBody,
} from './contract-billing.inputs';
import { ContractBillingService } from './contract-billing.service';

const rowIndex = /^\d{1,3}$/;

@ApiTags('Contracts')
@Controller('api/v1/contracts')
export class ContractBillingController {
  constructor(
    private readonly billing: ContractBillingService,
    private readonly reads: BillingReadsService,
  ) {}

  @Endpoint.get('pricing-models', BillingReadsService, 'pricingModels')
  pricingModels() {
    return this.reads.pricingModels();
  }

  @Endpoint.get(':id/billing/summary', BillingReadsService, 'summary')
  summary(@PathId('id') id: string) {
    return this.reads.summary(id);
  }

  @Endpoint.get(':id/billing/invoice-schedule', BillingReadsService, 'schedule')
  schedule(@PathId('id') id: string, @Query() query: InvoiceScheduleQuery) {
    return this.reads.schedule(id, query);
  }

  @Endpoint.get(':id/billing/readiness', BillingReadsService, 'readiness')
  readiness(@PathId('id') id: string) {
    return this.reads.readiness(id);
  }

  @Endpoint.post(':id/billing/items', ContractBillingService, 'addLines')
  addLines(@PathId('id') id: string, @Body() body: AddContractLineItemsBody) {
    return this.billing.addLines(id, body);
  }

  @Endpoint.patch(':id/billing/items/:itemRef', ContractBillingService, 'updateLine')
  updateLine(
    @PathId('id') id: string,
    @PathId('itemRef') itemRef: string,
    @Body() body: UpdateContractLineItemBody,
  ) {
    return this.billing.updateLine(id, itemRef, body);
  }

  @Endpoint.delete(':id/billing/items/:itemRef', ContractBillingService, 'removeLine')
  removeLine(@PathId('id') id: string, @PathId('itemRef') itemRef: string) {
    return this.billing.removeLine(id, itemRef);
  }

  @Endpoint.delete(':id/billing/items/:itemRef/rows/:rowIndex', ContractBillingService, 'removeRow')
  removeRow(
    @PathId('id') id: string,
    @PathId('itemRef') itemRef: string,
    @PathId('rowIndex', rowIndex) index: string,
  ) {
    return this.billing.removeRow(id, itemRef, Number(index));
  }

  @Endpoint.patch(':id/billing/terms', ContractBillingService, 'updateTerms')
  updateTerms(@PathId('id') id: string, @Body() body: UpdateContractBillingTermsBody) {
    return this.billing.updateTerms(id, body);
  }

  @Endpoint.patch(':id/billing/settings', ContractBillingService, 'updateSettings')
  updateSettings(@PathId('id') id: string, @Body() body: UpdateContractBillingSettingsBody) {
    return this.billing.updateSettings(id, body);
  }
}
