import { Decimal } from '#libs/kernel/decimal';
import { badInput } from '#libs/kernel/errors/domain-error';
import { copyOf, TenantEntity } from '#libs/kernel/tenant-entity';
import { contractModelOf, type ContractModel } from '#libs/business/pricing/contract-model';
import { readContractRows } from '#libs/business/pricing/contract-rows';
import type { PaymentTime } from '#libs/business/pricing/bill-line';
import type { BilledLine } from './billed-line';
import { requireAscending, windowOf } from './billing-window';
import type { CycleUnit } from './cycles';
import { rowsOf, type LineTerms, type RowRequest } from './line-request';
import { contractRow, storedRow, type StoredRow } from './stored-row';

/** Of what module `legal-entities` keeps: the key and the id. */
export interface Reference {
  readonly uid: string;
  readonly id: string;
}

/** Days, each as its 00:00 in UTC, and days from issue to due. */
interface OwnTerms {
  activationStartDate: Date | null;
  activationEndDate: Date | null;
  netTerms: number | null;
}

/** What a line takes over from its contract, unless it says otherwise. Domain: contracts-billing M7 */
export interface SharedTerms extends OwnTerms {
  legalEntity: Reference | null;
  paymentAccount: Reference | null;
}

/** The catalog item that a line sells, and the metered feature that tells how much of it was used. */
export interface SoldItem {
  billableItemUid: string | null;
  featureUid: string | null;
}

/** One thing that a contract bills. Each line keeps the terms of its own; what changes it makes another state of it. Domain: contracts-billing I1, M7 */
export class LineItem extends TenantEntity implements LineTerms, SoldItem {
  readonly contractUid: string;
  /** Of the caller; unique in the contract. */
  readonly externalId: string | null;
  readonly name: string;
  readonly billableItemUid: string | null;
  readonly featureUid: string | null;
  readonly pricingModelId: string;
  readonly rows: StoredRow[];
  readonly cycleUnit: CycleUnit;
  readonly cycleCount: number;
  readonly paymentTime: PaymentTime;
  /** Percent, as exact decimal text; so is `tax`. */
  readonly discount: string;
  readonly tax: string;
  /** Days from issue to due. */
  readonly netTerms: number | null;
  readonly separateInvoice: boolean;
  readonly activationStartDate: Date | null;
  /** Its last day, itself included. */
  readonly activationEndDate: Date | null;
  readonly legalEntityUid: string | null;
  readonly legalEntityId: string | null;
  readonly paymentAccountUid: string | null;
  readonly paymentAccountId: string | null;

  static of(contractUid: string, terms: LineTerms, sold: SoldItem, shared: SharedTerms, now: Date): LineItem {
    const { activationStartDate, activationEndDate } = shared;
    const netTerms = terms.netTerms ?? shared.netTerms;
    const state = { contractUid, ...terms, ...sold, activationStartDate, activationEndDate, netTerms };
    return LineItem.instantiate<LineItem>(LineItem, state, now).paidTo(
      shared.legalEntity,
      shared.paymentAccount,
    );
  }

  get model(): ContractModel {
    return contractModelOf(this.pricingModelId, 'pricingModelId');
  }

  /** All of them anew. @throws BadUserInput, AmountTooLarge. Domain: contracts-billing I3 */
  withRows(rows: readonly RowRequest[]): LineItem {
    return this.with({ rows: rowsOf(this.model, rows, 'rows') });
  }

  /** @throws BadUserInput where there is no such row, or the others would not fit together */
  withoutRow(index: number): LineItem {
    if (this.rows[index] === undefined) {
      throw badInput(`rowIndex must be below ${this.rows.length}, the number of rows of the line item`);
    }
    const left = this.rows.filter((_, place) => place !== index).map(contractRow);
    return this.with({ rows: readContractRows(this.model, left, 'rows').map(storedRow) });
  }

  /** What is left out stays. @throws BadUserInput for an end before its start. Domain: contracts-billing S1 */
  onTerms(terms: Partial<OwnTerms>): LineItem {
    const line = this.with(terms);
    requireAscending(line.activationStartDate, line.activationEndDate);
    return line;
  }

  paidTo(entity: Reference | null, account: Reference | null): LineItem {
    return this.with({
      legalEntityUid: entity?.uid ?? null,
      legalEntityId: entity?.id ?? null,
      paymentAccountUid: account?.uid ?? null,
      paymentAccountId: account?.id ?? null,
    });
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

  private with(state: Partial<LineItem>): LineItem {
    return Object.assign(copyOf(this), state);
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
