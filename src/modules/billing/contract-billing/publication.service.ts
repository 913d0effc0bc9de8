import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { startOfDay } from '#libs/kernel/period';
import { eachPlaced, placedIn } from '#libs/kernel/errors/placed';
import { Contract, contractBucket, ContractsForBillingService } from '#modules/billing/contracts';
import { BillingEdits } from './billing-edits.service';
import type { AmendContractBillingBody } from './contract-billing.inputs';
import { ContractBillingTotals } from './contract-billing.views';
import { ContractBillings } from './contract-billings.service';
import { ContractDocuments } from './contract-documents.service';
import type { ContractBilling } from './domain/contract-billing';

/** From the draft to invoices and back. Domain: contracts-billing P1, P2, P3 */
@Injectable()
export class PublicationService {
  constructor(
    private readonly billings: ContractBillings,
    private readonly edits: BillingEdits,
    private readonly contracts: ContractsForBillingService,
    private readonly documents: ContractDocuments,
    private readonly clock: Clock,
  ) {}

  /**
   * All documents of the schedule are made in the same transaction; what they come to is what was told.
   * @throws ContractNotFound, CustomerNotFound, EntityIsArchivedError, AmountTooLarge, BillingContractOperationRejected
   *   with a reason of readiness, or CONTRACT_NOT_DRAFT once canceled. Domain: contracts-billing P1, P2
   */
  @UseCase('publishContractBilling', {
    needs: 'contracts:write',
    answers: one(Contract),
    summary: 'Publish the billing of a contract: all its invoices are made as drafts.',
    touches: contractBucket,
  })
  async publish(id: string): Promise<Contract> {
    const billing = await this.billings.lock(id);
    return this.contracts.change(billing.contract, 'billing_published', async () => {
      await this.billings.keep(billing.publish(this.clock.now()));
    });
  }

  /**
   * It stays published; its documents are made anew, without `includeCurrentInvoice` those of periods that are still to begin.
   * @throws as `publish` but CustomerNotFound, BadUserInput, and the reasons CONTRACT_NOT_PUBLISHED, EDIT_BLOCKED and those of
   *   settings. Domain: contracts-billing P3; customers-subscriptions U7
   */
  @UseCase('amendContractBilling', {
    needs: 'contracts:write',
    answers: one(ContractBillingTotals),
    summary: 'Change the billing of a published contract, which stays published.',
    touches: contractBucket,
  })
  async amend(id: string, body: AmendContractBillingBody): Promise<ContractBillingTotals> {
    const leaving = body.includeCurrentInvoice === false ? this.clock.now() : null;
    const billing = await this.billings.lockBilled(id);
    billing.requirePublished();
    return this.billings.tellingContract(billing, async () => {
      const soFar = await this.documents.takeBack(billing, leaving && startOfDay(leaving));
      return this.billings.keep(await billing.amend(soFar, () => this.apply(billing, body), leaving));
    });
  }

  /** Back to the draft. @throws as `publish`, CONTRACT_NOT_PUBLISHED, EDIT_BLOCKED. Domain: contracts-billing P3 */
  @UseCase('reopenContractBilling', {
    needs: 'contracts:write',
    answers: one(ContractBillingTotals),
    summary: 'Take the billing of a published contract back to the draft.',
    touches: contractBucket,
  })
  async reopen(id: string): Promise<ContractBillingTotals> {
    const billing = await this.billings.lock(id);
    billing.requirePublished();
    return this.billings.tellingContract(billing, async () =>
      this.billings.keep(billing.reopen(await this.documents.takeBack(billing))),
    );
  }

  /** For good: what was served up to today is billed, nothing more is. @throws ContractNotFound, EntityIsArchivedError, NO_BILLING_CONTRACT */
  @UseCase('cancelContractBilling', {
    needs: 'contracts:write',
    answers: one(ContractBillingTotals),
    summary: 'End the billing of a contract for good; what was served up to today is billed.',
    touches: contractBucket,
  })
  async cancel(id: string): Promise<ContractBillingTotals> {
    const billing = await this.billings.lockBilled(id);
    return this.billings.tellingContract(billing, async () => {
      const { isPublished } = billing;
      const change = billing.cancel();
      if (isPublished) await this.documents.close(billing, startOfDay(this.clock.now()));
      return this.billings.keep(change);
    });
  }

  private async apply(billing: ContractBilling, body: AmendContractBillingBody): Promise<void> {
    const { removeLineItems = [], updateLineItems = [], addLineItems = [], terms, settings } = body;
    await eachPlaced(placedIn('removeLineItems', removeLineItems), (ref) => billing.removeLine(ref));
    await eachPlaced(placedIn('updateLineItems', updateLineItems), ({ itemRef, rows }) =>
      billing.replaceRows(itemRef, rows),
    );
    if (addLineItems.length > 0) {
      await this.edits.addLines(billing, { lineItems: addLineItems }, 'addLineItems');
    }
    if (terms) billing.changeTerms(terms);
    if (settings) await this.edits.changeSettings(billing, settings);
  }
}
