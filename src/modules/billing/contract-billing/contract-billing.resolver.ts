import { Args, Int, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { list, one, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { asArguments } from '#libs/shape/classes';
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
const ScheduleArgs = asArguments(InvoiceScheduleQuery);

@Resolver(() => ContractBillingTotals)
export class ContractBillingResolver {
  constructor(
    private readonly billing: ContractBillingService,
    private readonly reads: BillingReadsService,
  ) {}

  @ReadField(serves(BillingReadsService, 'pricingModels'), list(ContractPricingModel), {
    summary: 'How lines of contracts can be priced.',
  })
  pricingModels() {
    return this.reads.pricingModels();
  }

  @ReadField(serves(BillingReadsService, 'summary'), totals, {
    summary: 'What a contract comes to, in any state.',
  })
  summary(@IdArg('id') id: string) {
    return this.reads.summary(id);
  }

  @ReadField(serves(BillingReadsService, 'schedule'), one(ContractInvoiceSchedule), {
    summary: 'All invoices of a contract; of a draft those that it would have.',
  })
  schedule(@IdArg('id') id: string, @AllArgs(ScheduleArgs) query: InstanceType<typeof ScheduleArgs>) {
    return this.reads.schedule(id, query);
  }

  @ReadField(serves(BillingReadsService, 'readiness'), one(ContractBillingReadiness), {
    summary: 'What publishing a contract still needs.',
  })
  readiness(@IdArg('id') id: string) {
    return this.reads.readiness(id);
  }

  @WriteField(serves(ContractBillingService, 'addLines'), totals, { summary: 'Add line items to a draft.' })
  addContractLineItems(@IdArg('id') id: string, @Args('input') input: AddContractLineItemsBody) {
    return this.billing.addLines(id, input);
  }

  @WriteField(serves(ContractBillingService, 'updateLine'), totals, {
    summary: 'Replace the rows of a line item of a draft.',
  })
  updateContractLineItem(
    @IdArg('id') id: string,
    @IdArg('itemRef') itemRef: string,
    @Args('input') input: UpdateContractLineItemBody,
  ) {
    return this.billing.updateLine(id, itemRef, input);
  }

  @WriteField(serves(ContractBillingService, 'removeLine'), totals, {
    summary: 'Remove a line item of a draft.',
  })
  deleteContractLineItem(@IdArg('id') id: string, @IdArg('itemRef') itemRef: string) {
    return this.billing.removeLine(id, itemRef);
  }

  @WriteField(serves(ContractBillingService, 'removeRow'), totals, {
    summary: 'Remove one row of a line item of a draft, counted from 0.',
  })
  deleteContractLineItemRow(
    @IdArg('id') id: string,
    @IdArg('itemRef') itemRef: string,
    @Args('rowIndex', { type: () => Int }) rowIndex: number,
  ) {
    return this.billing.removeRow(id, itemRef, rowIndex);
  }

  @WriteField(serves(ContractBillingService, 'updateTerms'), totals, {
    summary: 'Set the terms of every line item of a draft.',
  })
  updateContractBillingTerms(@IdArg('id') id: string, @Args('input') input: UpdateContractBillingTermsBody) {
    return this.billing.updateTerms(id, input);
  }

  @WriteField(serves(ContractBillingService, 'updateSettings'), totals, {
    summary: 'Set who bills a draft, where it is paid, and the note of its documents.',
  })
  updateContractBillingSettings(
    @IdArg('id') id: string,
    @Args('input') input: UpdateContractBillingSettingsBody,
  ) {
    return this.billing.updateSettings(id, input);
  }
}
