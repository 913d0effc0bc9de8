import { Decimal } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';
import { TenantEntity } from '#libs/kernel/tenant-entity';
import { contractModelOf, type ContractModel } from '#libs/business/pricing/contract-model';
import { readContractRows } from '#libs/business/pricing/contract-rows';
import type { PaymentTime } from '#libs/business/pricing/bill-line';
import type { BilledLine } from './billed-line';
import { windowOf } from './billing-window';
import type { CycleUnit } from './cycles';
import { rowsOf, type LineTerms, type RowRequest } from './line-request';
import { contractRow, storedRow, type StoredRow } from './stored-row';

/** Of what module `legal-entities` keeps: the key and the id. */
export interface Reference {
  readonly uid: string;
  readonly id: string;
}

/** What a line takes over from its contract, unless it says otherwise. Domain: contracts-billing M7 */
export interface SharedTerms {
  activationStartDate: Date | null;
  activationEndDate: Date | null;
  netTerms: number | null;
  legalEntity: Reference | null;
  paymentAccount: Reference | null;
}

/** The catalog item that a line sells, and the metered feature that tells how much of it was used. */
export interface SoldItem {
  billableItemUid: string | null;
  featureUid: string | null;
}

/** One thing that a contract bills. Each line keeps the terms of its own. Domain: contracts-billing I1, M7 */
export class LineItem extends TenantEntity implements LineTerms, SoldItem {
  contractUid: string;
  /** Of the caller; unique in the contract. */
  externalId: string | null;
  name: string;
  billableItemUid: string | null;
  featureUid: string | null;
  pricingModelId: string;
  rows: StoredRow[];
  cycleUnit: CycleUnit;
  cycleCount: number;
  paymentTime: PaymentTime;
  /** Percent, as exact decimal text; so is `tax`. */
  discount: string;
  tax: string;
  /** Days from issue to due. */
  netTerms: number | null;
  separateInvoice: boolean;
  activationStartDate: Date | null;
  /** Its last day, itself included. */
  activationEndDate: Date | null;
  legalEntityUid: string | null;
  legalEntityId: string | null;
  paymentAccountUid: string | null;
  paymentAccountId: string | null;

  static of(contractUid: string, terms: LineTerms, sold: SoldItem, shared: SharedTerms, now: Date): LineItem {
    const { activationStartDate, activationEndDate } = shared;
    const netTerms = terms.netTerms ?? shared.netTerms;
    const state = { contractUid, ...terms, ...sold, activationStartDate, activationEndDate, netTerms };
    const line = LineItem.instantiate<LineItem>(LineItem, state, now);
    line.payTo(shared.legalEntity, shared.paymentAccount);
    return line;
  }

  get model(): ContractModel {
    return contractModelOf(this.pricingModelId, 'pricingModelId');
  }

  /** All of them anew. @throws BadUserInput, AmountTooLarge. Domain: contracts-billing I3 */
  replaceRows(rows: readonly RowRequest[]): void {
    this.rows = rowsOf(this.model, rows, 'rows');
  }

  /** @throws BadUserInput where there is no such row, or the others would not fit together */
  removeRow(index: number): void {
    if (this.rows[index] === undefined) {
      throw badInput(`rowIndex must be below ${this.rows.length}, the number of rows of the line item`);
    }
    const left = this.rows.filter((_, place) => place !== index).map(contractRow);
    this.rows = readContractRows(this.model, left, 'rows').map(storedRow);
  }

  payTo(entity: Reference | null, account: Reference | null): void {
    this.legalEntityUid = entity?.uid ?? null;
    this.legalEntityId = entity?.id ?? null;
    this.paymentAccountUid = account?.uid ?? null;
    this.paymentAccountId = account?.id ?? null;
  }

  get legalEntity(): Reference | null {
    return referenceOf(this.legalEntityUid, this.legalEntityId);
  }

  get paymentAccount(): Reference | null {
    return referenceOf(this.paymentAccountUid, this.paymentAccountId);
  }

  /** As its bills are reckoned. */
  get billed(): BilledLine {
    const { uid: itemId, name, paymentTime, netTerms, legalEntityId, paymentAccountId } = this;
    return {
      ...{ itemId, name, paymentTime, netTerms, legalEntityId, paymentAccountId },
      model: this.model,
      rows: this.rows.map(contractRow),
      discountPercent: new Decimal(this.discount),
      taxPercent: new Decimal(this.tax),
      frequency: { unit: this.cycleUnit, count: this.cycleCount },
      isSeparate: this.separateInvoice,
      window: windowOf(this.activationStartDate, this.activationEndDate),
    };
  }
}

const referenceOf = (uid: string | null, id: string | null): Reference | null =>
  uid === null || id === null ? null : { uid, id };

const mostLines = 100;

/** @throws BadUserInput. Choice: ours, so that a change of settings stays one short statement */
export function requireRoom(lines: number): void {
  if (lines <= mostLines) return;
  throw badInput(`lineItems: a contract has at most ${mostLines} line items; put more on another contract`);
}
