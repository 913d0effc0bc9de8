import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { notBuilt } from '#libs/kernel/errors/domain-error';
import { eachPlaced, placedIn } from '#libs/kernel/errors/placed';
import { earliest, latest } from '#libs/kernel/period';
import { Contract, contractBucket, ContractsForBillingService } from '#modules/billing/contracts';
import { ContractInvoices, type BilledContract } from '#modules/billing/invoices';
import { BilledContracts, type Billed } from './billed-contracts.service';
import type { AmendContractBillingBody } from './contract-billing.inputs';
import { ContractBillingTotals } from './contract-billing.views';
import { digitsOf } from './domain/billing-summary';
import { documentsOf } from './domain/documents';
import { invoiceSchedule } from './domain/invoice-schedule';
import { requirePublishable } from './domain/readiness';
import { rejected } from './domain/refusals';
import { LineChanges } from './line-changes.service';
import { TermChanges } from './term-changes.service';
import { UsageLinesService } from './usage-lines.service';

/** From the draft to invoices and back. Domain: contracts-billing P1, P2, P3 */
@Injectable()
export class PublicationService {
  constructor(
    private readonly billed: BilledContracts,
    private readonly contracts: ContractsForBillingService,
    private readonly invoices: ContractInvoices,
    private readonly lines: LineChanges,
    private readonly terms: TermChanges,
    private readonly usage: UsageLinesService,
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
    const billed = await this.billed.lock(id);
    const { contract } = billed;
    if (contract.billing?.stage === 'CANCELED') contract.requireDraftBilling();
    requireReady(billed, contract.billing?.stage === 'ACTIVE');
    return this.contracts.change(contract, 'billing_published', async () => {
      setWindow(billed);
      contract.publishBilling(this.clock.now());
      await this.contracts.saveBilling(contract);
      await this.makeDocuments(billed);
    });
  }

  /**
   * It stays published; its documents are made anew.
   * @throws as `publish`, UnsupportedParameter, and the reasons CONTRACT_NOT_PUBLISHED, EDIT_BLOCKED and those of settings.
   *   Domain: contracts-billing P3
   */
  @UseCase('amendContractBilling', {
    needs: 'contracts:write',
    answers: one(ContractBillingTotals),
    summary: 'Change the billing of a published contract, which stays published.',
    touches: contractBucket,
  })
  async amend(id: string, body: AmendContractBillingBody): Promise<ContractBillingTotals> {
    if (body.includeCurrentInvoice === false) {
      throw notBuilt('includeCurrentInvoice', 'leaving the invoice of the current period as it is');
    }
    const billed = await this.billed.lock(id);
    billed.contract.requirePublishedBilling();
    const work = async (): Promise<void> => {
      await this.withdraw(billed);
      await this.apply(billed, body);
      requireReady(billed, false);
      setWindow(billed);
    };
    return this.billed.changeWithContract(billed, work, () => this.makeDocuments(billed));
  }

  /** Back to the draft. @throws as `amend`, without those of changes. Domain: contracts-billing P3 */
  @UseCase('reopenContractBilling', {
    needs: 'contracts:write',
    answers: one(ContractBillingTotals),
    summary: 'Take the billing of a published contract back to the draft.',
    touches: contractBucket,
  })
  async reopen(id: string): Promise<ContractBillingTotals> {
    const billed = await this.billed.lock(id);
    billed.contract.requirePublishedBilling();
    return this.billed.changeWithContract(billed, async () => {
      await this.withdraw(billed);
      billed.contract.reopenBilling();
    });
  }

  /** For good: what was sent stays, nothing more is. @throws as `publish`, NO_BILLING_CONTRACT */
  @UseCase('cancelContractBilling', {
    needs: 'contracts:write',
    answers: one(ContractBillingTotals),
    summary: 'End the billing of a contract for good; what was sent stays.',
    touches: contractBucket,
  })
  async cancel(id: string): Promise<ContractBillingTotals> {
    const billed = await this.billed.lock(id);
    return this.billed.changeWithContract(billed, async () => {
      billed.contract.cancelBilling();
      await this.invoices.withdraw(billed.contract.uid);
    });
  }

  private async apply(billed: Billed, body: AmendContractBillingBody): Promise<void> {
    const { removeLineItems = [], updateLineItems = [], addLineItems = [], terms, settings } = body;
    await eachPlaced(placedIn('removeLineItems', removeLineItems), (ref) => this.lines.remove(billed, ref));
    await eachPlaced(placedIn('updateLineItems', updateLineItems), ({ itemRef, rows }) =>
      this.lines.replaceRows(billed, itemRef, rows),
    );
    if (addLineItems.length > 0) await this.lines.add(billed, { lineItems: addLineItems }, 'addLineItems');
    if (terms) await this.terms.applyTerms(billed, terms);
    if (settings) await this.terms.applySettings(billed, settings);
  }

  /** @throws BillingContractOperationRejected, EDIT_BLOCKED */
  private async withdraw({ contract, lines }: Billed): Promise<void> {
    const { hasSent } = await this.invoices.withdraw(contract.uid);
    const why = hasSent
      ? 'an invoice of it was sent'
      : (await this.usage.hasUsage(contract, lines))
        ? 'usage was reported that it bills'
        : null;
    if (why === null) return;
    const ways = 'write a credit note, or cancel it and publish another contract';
    throw rejected(
      'EDIT_BLOCKED',
      `Contract ${contract.id} can neither be amended nor reopened: ${why}; ${ways}`,
    );
  }

  private async makeDocuments({ contract, lines, details, currency }: Billed): Promise<void> {
    if (currency === null) throw new Error(`Contract ${contract.id} has lines but no currency`);
    const schedule = invoiceSchedule(
      lines.map((line) => line.billed),
      digitsOf(currency),
    );
    const documents = documentsOf(schedule, {
      currency,
      note: details?.note ?? null,
      lines: new Map(lines.map((line) => [line.uid, line])),
      meters: await this.usage.metersOf(lines),
    });
    const { uid, id, customerUid, customerId, poNumber } = contract;
    const of: BilledContract = {
      uid,
      id,
      externalId: id,
      poNumber,
      customer: { uid: customerUid, id: customerId },
    };
    await this.invoices.schedule(of, documents);
  }
}

/** @throws BillingContractOperationRejected with the first reason of contracts-billing P1 */
const requireReady = ({ contract, lines }: Billed, isPublished: boolean): void =>
  requirePublishable({
    hasBilling: contract.billing !== null,
    isPublished,
    lines: lines.map((line) => line.billed),
  });

/** From the first day that a line bills to the last: what the contract tells is what is billed. */
function setWindow({ contract, lines }: Billed): void {
  const windows = lines.flatMap((line) => line.billed.window ?? []);
  const start = windows.map((window) => window.start).reduce(earliest);
  contract.setWindow(start, windows.map((window) => window.end).reduce(latest));
}
