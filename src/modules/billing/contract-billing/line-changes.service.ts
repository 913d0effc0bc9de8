import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { lineNamed, type Billed } from './billed-contracts.service';
import { BillingDetailsRepository } from './billing-details.repository';
import type { AddContractLineItemsBody } from './contract-billing.inputs';
import { agreedOn } from './domain/agreed';
import { BillingDetails, currencyOf } from './domain/billing-details';
import { billingDay, requireAscending } from './domain/billing-window';
import { LineItem, requireRoom, type Reference, type SharedTerms, type SoldItem } from './domain/line-item';
import { lineTermsOf, type LineTerms, type RowRequest } from './domain/line-request';
import { LineItemsRepository } from './line-items.repository';
import { RemitToDirectoryService } from './remit-to-directory.service';
import { BillableItemsService } from './billable-items.service';

/** Changes of the lines of a contract that is locked: in memory and in the database. */
@Injectable()
export class LineChanges {
  constructor(
    private readonly lines: LineItemsRepository,
    private readonly details: BillingDetailsRepository,
    private readonly remitTo: RemitToDirectoryService,
    private readonly billableItems: BillableItemsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Beside the lines that there are.
   * @throws BadUserInput, AmountTooLarge, DuplicatedEntityNotAllowed for an externalId of another line,
   *   BillingContractOperationRejected: LEGAL_ENTITY_NOT_FOUND
   */
  async add(billed: Billed, body: AddContractLineItemsBody, field: string): Promise<void> {
    const { contract, lines } = billed;
    requireRoom(lines.length + body.lineItems.length);
    const terms = body.lineItems.map((line, index) => lineTermsOf(line, `${field}[${index}]`));
    requireOwnIds(terms, lines);
    await this.settleCurrency(billed, body);
    const shared = await this.sharedTerms(billed, body);
    const named = terms.map(({ pricingModelId }, index) => {
      return { pricingModelId, name: body.lineItems[index]?.itemName ?? null };
    });
    const sold = await this.billableItems.resolve(named, field);
    const now = this.clock.now();
    const added = terms.map((line, index) => {
      return LineItem.of(contract.uid, line, sold[index] as SoldItem, shared, now);
    });
    await this.lines.insertAll(added);
    lines.push(...added);
  }

  /** @throws ContractLineItemNotFound, BadUserInput, AmountTooLarge. Domain: contracts-billing I3 */
  async replaceRows(billed: Billed, ref: string, rows: readonly RowRequest[]): Promise<void> {
    const line = lineNamed(billed, ref);
    line.replaceRows(rows);
    await this.lines.saveAll([line], this.clock.now());
  }

  /** @throws ContractLineItemNotFound, BadUserInput for a row that is not there */
  async removeRow(billed: Billed, ref: string, index: number): Promise<void> {
    const line = lineNamed(billed, ref);
    line.removeRow(index);
    await this.lines.saveAll([line], this.clock.now());
  }

  /** @throws ContractLineItemNotFound */
  async remove(billed: Billed, ref: string): Promise<void> {
    const line = lineNamed(billed, ref);
    await this.lines.remove(line);
    billed.lines.splice(billed.lines.indexOf(line), 1);
    if (billed.lines.length === 0) billed.currency = billed.customersCurrency;
  }

  /** The first lines settle it. Domain: contracts-billing I2 */
  private async settleCurrency(billed: Billed, body: AddContractLineItemsBody): Promise<void> {
    const { contract, lines, details } = billed;
    const kept = lines.length > 0 && details ? details.currency : null;
    const currency = currencyOf(kept, body.currency ?? null, billed.customersCurrency);
    billed.currency = currency;
    if (details?.currency === currency) return;
    const now = this.clock.now();
    if (details) await this.details.save(Object.assign(details, { currency }), now);
    else await this.details.insert((billed.details = BillingDetails.of(contract.uid, currency, now)));
  }

  /** What the request leaves out is as all other lines say it; dates are those of the contract otherwise. */
  private async sharedTerms(
    { contract, lines }: Billed,
    body: AddContractLineItemsBody,
  ): Promise<SharedTerms> {
    const day = (term: 'activationStartDate' | 'activationEndDate'): Date | null => {
      const asked = body[term];
      if (asked !== undefined) return asked && billingDay(asked);
      const agreed = agreedOn(lines, (line) => line[term]?.getTime() ?? null);
      return agreed === null ? contract[term] : new Date(agreed);
    };
    const [activationStartDate, activationEndDate] = [day('activationStartDate'), day('activationEndDate')];
    requireAscending(activationStartDate, activationEndDate);
    const netTerms = agreedOn(lines, (line) => line.netTerms);
    const remitTo = await this.sharedRemitTo(lines, body.legalEntityId);
    return { activationStartDate, activationEndDate, netTerms, ...remitTo };
  }

  private async sharedRemitTo(
    lines: readonly LineItem[],
    asked: string | null | undefined,
  ): Promise<{ legalEntity: Reference | null; paymentAccount: Reference | null }> {
    const isAgreed = agreedOn(lines, ({ legalEntityId }) => legalEntityId) !== null;
    const legalEntity = isAgreed ? (lines[0]?.legalEntity ?? null) : null;
    const isPaidToOne = isAgreed && agreedOn(lines, (line) => line.paymentAccountId) !== null;
    const paymentAccount = isPaidToOne ? (lines[0]?.paymentAccount ?? null) : null;
    if (asked === undefined || asked === legalEntity?.id) return { legalEntity, paymentAccount };
    if (asked === null) return { legalEntity: null, paymentAccount: null };
    return { legalEntity: await this.remitTo.activeEntity(asked), paymentAccount: null };
  }
}

/** Before any is kept, so that the refusal names the line. Domain: contracts-billing I2 */
function requireOwnIds(terms: readonly LineTerms[], lines: readonly LineItem[]): void {
  const taken = new Set(lines.map(({ externalId }) => externalId));
  for (const { externalId } of terms) {
    if (externalId === null) continue;
    if (taken.has(externalId)) {
      const message = `externalId ${externalId}: the contract has a line item of this externalId already`;
      throw new DomainError('DuplicatedEntityNotAllowed', message);
    }
    taken.add(externalId);
  }
}
