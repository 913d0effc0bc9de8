import { Decimal } from '#libs/kernel/decimal';
import { copyOf, TenantEntity } from '#libs/kernel/tenant-entity';
import { contractModelOf, type ContractModel } from '#libs/business/pricing/contract-model';
import type { PaymentTime } from '#libs/business/pricing/bill-line';
import type { BilledLine } from './billed-line';
import { requireAscending, windowOf } from './billing-window';
import type { CycleUnit } from './cycles';
import type { LineTerms } from './line-request';
import { contractRow, type StoredRow } from './stored-row';

/** Of what module `legal-entities` keeps: the key and the id. */
export interface Reference {
  readonly uid: string;
  readonly id: string;
}

/** Days, each as its 00:00 in UTC, and days from issue to due. */
export interface OwnTerms {
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

/** A line as it is, or was, for some of its days: what changes it makes another state of it. Domain: contracts-billing I1, M7, P3 */
export abstract class LineState extends TenantEntity implements LineTerms, SoldItem {
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
  /** The first day that it bills, where days before it were left to invoices that were there. Domain: contracts-billing P3 */
  readonly billedFrom: Date | null;
  readonly legalEntityUid: string | null;
  readonly legalEntityId: string | null;
  readonly paymentAccountUid: string | null;
  readonly paymentAccountId: string | null;

  /** As totals and documents tell it. */
  abstract get itemId(): string;

  get model(): ContractModel {
    return contractModelOf(this.pricingModelId, 'pricingModelId');
  }

  /** What is left out stays. @throws BadUserInput for an end before its start. Domain: contracts-billing S1 */
  onTerms(terms: Partial<OwnTerms>): this {
    const line = this.with(terms);
    requireAscending(line.activationStartDate, line.activationEndDate);
    return line;
  }

  paidTo(entity: Reference | null, account: Reference | null): this {
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
    const { itemId, name, paymentTime, netTerms, legalEntityId, paymentAccountId } = this;
    return {
      ...{ itemId, name, paymentTime, netTerms, legalEntityId, paymentAccountId },
      model: this.model,
      rows: this.rows.map(contractRow),
      discountPercent: new Decimal(this.discount),
      taxPercent: new Decimal(this.tax),
      frequency: { unit: this.cycleUnit, count: this.cycleCount },
      isSeparate: this.separateInvoice,
      window: windowOf(this.activationStartDate, this.billedUntil, this.billedFrom),
    };
  }

  /** The last day of its window, or of the time for which it is as here. */
  protected get billedUntil(): Date | null {
    return this.activationEndDate;
  }

  protected with(state: Partial<LineState>): this {
    return Object.assign(copyOf(this), state);
  }
}

const referenceOf = (uid: string | null, id: string | null): Reference | null =>
  uid === null || id === null ? null : { uid, id };
