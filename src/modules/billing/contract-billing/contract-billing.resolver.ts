import { Args, Int, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { ReadField, WriteField } from '#libs/graphql/fields';
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

const ScheduleArgs = asArguments(InvoiceScheduleQuery);

@Resolver(() => ContractBillingTotals)
export class ContractBillingResolver {
  constructor(
    private readonly billing: ContractBillingService,
    private readonly reads: BillingReadsService,
  ) {}

  @ReadField(BillingReadsService, 'pricingModels')
  pricingModels() {
    return this.reads.pricingModels();
  }

  @ReadField(BillingReadsService, 'summary')
  summary(@IdArg('id') id: string) {
    return this.reads.summary(id);
  }

  @ReadField(BillingReadsService, 'schedule')
  schedule(@IdArg('id') id: string, @AllArgs(ScheduleArgs) query: InstanceType<typeof ScheduleArgs>) {
    return this.reads.schedule(id, query);
  }

  @ReadField(BillingReadsService, 'readiness')
  readiness(@IdArg('id') id: string) {
    return this.reads.readiness(id);
  }

  @WriteField(ContractBillingService, 'addLines')
  addContractLineItems(@IdArg('id') id: string, @Args('input') input: AddContractLineItemsBody) {
    return this.billing.addLines(id, input);
  }

  @WriteField(ContractBillingService, 'updateLine')
  updateContractLineItem(
    @IdArg('id') id: string,
    @IdArg('itemRef') itemRef: string,
    @Args('input') input: UpdateContractLineItemBody,
  ) {
    return this.billing.updateLine(id, itemRef, input);
  }

  @WriteField(ContractBillingService, 'removeLine')
  deleteContractLineItem(@IdArg('id') id: string, @IdArg('itemRef') itemRef: string) {
    return this.billing.removeLine(id, itemRef);
  }

  @WriteField(ContractBillingService, 'removeRow')
  deleteContractLineItemRow(
    @IdArg('id') id: string,
    @IdArg('itemRef') itemRef: string,
    @Args('rowIndex', { type: () => Int }) rowIndex: number,
  ) {
    return this.billing.removeRow(id, itemRef, rowIndex);
  }

  @WriteField(ContractBillingService, 'updateTerms')
  updateContractBillingTerms(@IdArg('id') id: string, @Args('input') input: UpdateContractBillingTermsBody) {
    return this.billing.updateTerms(id, input);
  }

  @WriteField(ContractBillingService, 'updateSettings')
  updateContractBillingSettings(
    @IdArg('id') id: string,
    @Args('input') input: UpdateContractBillingSettingsBody,
  ) {
    return this.billing.updateSettings(id, input);
  }
}
