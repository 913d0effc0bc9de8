import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import type { Billed } from './billed-contracts.service';
import { BillingDetailsRepository } from './billing-details.repository';
import type {
  UpdateContractBillingSettingsBody,
  UpdateContractBillingTermsBody,
} from './contract-billing.inputs';
import type { BillingDetails } from './domain/billing-details';
import { billingDay, requireAscending } from './domain/billing-window';
import { decideRemitTo } from './domain/settings';
import { LineItemsRepository } from './line-items.repository';
import { RemitToDirectoryService } from './remit-to-directory.service';

/** Terms and settings of a contract that is locked and has lines: each is written to every line. */
@Injectable()
export class TermChanges {
  constructor(
    private readonly lines: LineItemsRepository,
    private readonly details: BillingDetailsRepository,
    private readonly remitTo: RemitToDirectoryService,
    private readonly clock: Clock,
  ) {}

  /** The contract's window follows. @throws BadUserInput for an end before its start. Domain: contracts-billing S1 */
  async applyTerms(billed: Billed, body: UpdateContractBillingTermsBody): Promise<void> {
    const { contract, lines } = billed;
    const { activationStartDate: start, activationEndDate: end, currency, netTerms } = body;
    for (const line of lines) {
      if (start !== undefined) line.activationStartDate = start && billingDay(start);
      if (end !== undefined) line.activationEndDate = end && billingDay(end);
      if (netTerms !== undefined) line.netTerms = netTerms;
      requireAscending(line.activationStartDate, line.activationEndDate);
    }
    if (start !== undefined || end !== undefined) {
      const { activationStartDate, activationEndDate } = contract;
      contract.setWindow(
        start === undefined ? activationStartDate : start,
        end === undefined ? activationEndDate : end,
      );
    }
    await this.lines.saveAll(lines, this.clock.now());
    if (currency === undefined) return;
    billed.currency = currency;
    await this.details.save(Object.assign(detailsOf(billed), { currency }), this.clock.now());
  }

  /**
   * @throws BillingContractOperationRejected: LEGAL_ENTITY_NOT_FOUND, PAYMENT_ACCOUNT_NOT_FOUND,
   *   PAYMENT_ACCOUNT_NOT_IN_LEGAL_ENTITY, LEGAL_ENTITY_REQUIRED. Domain: contracts-billing S2
   */
  async applySettings(billed: Billed, body: UpdateContractBillingSettingsBody): Promise<void> {
    const { legalEntityId, paymentAccountId, note } = body;
    const details = detailsOf(billed);
    if (legalEntityId !== undefined || paymentAccountId !== undefined) {
      await this.payTo(billed, { legalEntityId, paymentAccountId });
      const isPaidTo = billed.lines.some((line) => line.paymentAccountId !== null);
      details.paymentMethod = isPaidTo ? 'BANK_TRANSFER' : null;
    }
    if (note !== undefined) details.note = note;
    await this.details.save(details, this.clock.now());
  }

  private async payTo(
    { lines }: Billed,
    asked: Pick<UpdateContractBillingSettingsBody, 'legalEntityId' | 'paymentAccountId'>,
  ): Promise<void> {
    const directory = await this.remitTo.directoryFor(asked, lines);
    for (const [line, { legalEntityId, paymentAccountId }] of decideRemitTo(asked, lines, directory)) {
      line.payTo(directory.entity(legalEntityId), directory.account(paymentAccountId));
    }
    await this.lines.saveAll(lines, this.clock.now());
  }
}

/** They came with the first line. */
function detailsOf({ contract, details }: Billed): BillingDetails {
  if (!details) throw new Error(`Contract ${contract.id} has lines but no billing details`);
  return details;
}
