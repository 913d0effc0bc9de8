import { Injectable } from '@nestjs/common';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { contractBucket } from '#modules/billing/contracts';
import { BillingEdits } from './billing-edits.service';
import type {
  AddContractLineItemsBody,
  UpdateContractBillingSettingsBody,
  UpdateContractBillingTermsBody,
  UpdateContractLineItemBody,
} from './contract-billing.inputs';
import { ContractBillingTotals } from './contract-billing.views';
import { ContractBillings } from './contract-billings.service';
import type { ContractBilling, ContractBillingChange } from './domain/contract-billing';

/** Changes of a draft. Every one answers what the contract comes to then. Domain: contracts-billing E1 */
@Injectable()
export class ContractBillingService {
  constructor(
    private readonly billings: ContractBillings,
    private readonly edits: BillingEdits,
  ) {}

  /**
   * @throws ContractNotFound, CustomerNotFound, EntityIsArchivedError, BadUserInput, AmountTooLarge,
   *   DuplicatedEntityNotAllowed, BillingContractOperationRejected: NO_BILLING_CONTRACT, CONTRACT_NOT_DRAFT,
   *   LEGAL_ENTITY_NOT_FOUND. Domain: contracts-billing I1–I8
   */
  @UseCase('addContractLineItems', {
    needs: 'contracts:write',
    answers: one(ContractBillingTotals),
    summary: 'Add line items to a draft.',
    touches: contractBucket,
  })
  async addLines(id: string, body: AddContractLineItemsBody): Promise<ContractBillingTotals> {
    return this.change(id, (billing) => this.edits.addLines(billing, body, 'lineItems'));
  }

  /** @throws as `addLines`, without those of references, and ContractLineItemNotFound */
  @UseCase('updateContractLineItem', {
    needs: 'contracts:write',
    answers: one(ContractBillingTotals),
    summary: 'Replace the rows of a line item of a draft.',
    touches: contractBucket,
  })
  async updateLine(
    id: string,
    ref: string,
    { rows }: UpdateContractLineItemBody,
  ): Promise<ContractBillingTotals> {
    return this.change(id, (billing) => billing.replaceRows(ref, rows));
  }

  /** @throws as `updateLine` */
  @UseCase('deleteContractLineItem', {
    needs: 'contracts:write',
    answers: one(ContractBillingTotals),
    summary: 'Remove a line item of a draft.',
    touches: contractBucket,
  })
  async removeLine(id: string, ref: string): Promise<ContractBillingTotals> {
    return this.change(id, (billing) => billing.removeLine(ref));
  }

  /** @param index from 0. @throws as `updateLine` */
  @UseCase('deleteContractLineItemRow', {
    needs: 'contracts:write',
    answers: one(ContractBillingTotals),
    summary: 'Remove one row of a line item of a draft, counted from 0.',
    touches: contractBucket,
  })
  async removeRow(id: string, ref: string, index: number): Promise<ContractBillingTotals> {
    return this.change(id, (billing) => billing.removeRow(ref, index));
  }

  /** @throws as `updateLine`, and NO_LINE_ITEMS. Domain: contracts-billing S1 */
  @UseCase('updateContractBillingTerms', {
    needs: 'contracts:write',
    answers: one(ContractBillingTotals),
    summary: 'Set the terms of every line item of a draft.',
    touches: contractBucket,
  })
  async updateTerms(id: string, body: UpdateContractBillingTermsBody): Promise<ContractBillingTotals> {
    const billing = await this.billings.lock(id);
    return this.billings.tellingContract(billing, () => this.billings.keep(billing.changeTerms(body)));
  }

  /**
   * An empty body changes nothing. A bucket of its own, so that nothing else done to the contract uses it up.
   * @throws as `updateTerms`, and LEGAL_ENTITY_NOT_FOUND, PAYMENT_ACCOUNT_NOT_FOUND, PAYMENT_ACCOUNT_NOT_IN_LEGAL_ENTITY,
   *   LEGAL_ENTITY_REQUIRED. Domain: contracts-billing S2, S4
   */
  @UseCase('updateContractBillingSettings', {
    needs: 'contracts:write',
    answers: one(ContractBillingTotals),
    summary: 'Set who bills a draft, where it is paid, and the note of its documents.',
    touches: (id: string) => [`contract-settings:${id}`],
  })
  async updateSettings(id: string, body: UpdateContractBillingSettingsBody): Promise<ContractBillingTotals> {
    const billing = await this.billings.lock(id);
    billing.requireSettable();
    if (Object.values(body).every((value) => value === undefined)) return this.billings.show(billing);
    return this.billings.keep(await this.edits.changeSettings(billing, body));
  }

  private async change(
    id: string,
    edit: (billing: ContractBilling) => ContractBillingChange | Promise<ContractBillingChange>,
  ): Promise<ContractBillingTotals> {
    return this.billings.keep(await edit(await this.billings.lock(id)));
  }
}
