import type { CurrencyCode } from '#libs/business/values/currency';
import { badInput } from '#libs/kernel/errors/domain-error';
import { withoutAbsent } from '#libs/kernel/patch';
import { copyOf } from '#libs/kernel/tenant-entity';
import type { StoredContract } from '#modules/billing/contracts';
import type { ScheduledInvoice as Document } from '#modules/billing/invoices';
import { billedAnew, billedInFull, billedToCome, hasBegun, type LineStates } from './amended-lines';
import type { BilledLine } from './billed-line';
import { BillingDetails, currencyOf } from './billing-details';
import { digitsOf, summaryOf, type BillingSummary } from './billing-summary';
import { requireUntouched, type BilledSoFar } from './billed-so-far';
import { billingDay, windowAround } from './billing-window';
import { documentsOf, type DocumentTerms, type Meter } from './documents';
import { invoiceSchedule, lastInvoices, requireSchedulable, type ScheduledInvoice } from './invoice-schedule';
import type { FormerLine } from './former-line';
import { LineItem, lineNamed, requireRoom } from './line-item';
import type { LineState, Reference, SoldItem } from './line-state';
import { lineTermsOf, type RowRequest } from './line-request';
import { requireOwnIds, sharedTermsOf, type PreparedLines, type LinesRequest } from './new-lines';
import { readinessOf, requirePublishable, type Publishable, type Requirement } from './readiness';
import { rejected } from './refusals';
import {
  paidAs,
  requirePayable,
  unpayable,
  withAccountOf,
  type AccountCurrencies,
  type FoundRemitTo,
  type SettingsRequest,
} from './settings';
import { ownTermsOf, type TermsRequest } from './terms';

/** All that it consists of. Each part is replaced, never changed, but the contract, which its own module tells of. */
interface Parts extends LineStates {
  /** Keeps how far billing was brought, and its days, in its row. */
  readonly contract: StoredContract;
  /** Absent until the first line. */
  readonly details: BillingDetails | undefined;
  readonly customersCurrency: CurrencyCode | null;
  readonly accountCurrencies: AccountCurrencies;
}

/** One state after another: what is stored, and what the activity log tells. */
export interface ContractBillingChange {
  verb: 'billing_updated' | 'billing_published';
  before: ContractBilling;
  after: ContractBilling;
  /** Documents of periods that have begun by this day stay as they are. */
  begunBy?: Date;
}

/**
 * The half of a contract that makes invoices: the root of its lines, of what is said once for all of them, and of its publication. It is
 * changed by what it does only, and each of these answers what changed. Domain: contracts-billing E1
 */
export class ContractBilling {
  /** Edits of what is published are steps of an amendment only. */
  private isBeingAmended = false;

  constructor(private parts: Parts) {}

  get contract(): StoredContract {
    return this.parts.contract;
  }

  get lines(): readonly LineItem[] {
    return this.parts.lines;
  }

  get former(): readonly FormerLine[] {
    return this.parts.former;
  }

  /** All that bills something, each for its days. Domain: contracts-billing P3 */
  get billedLines(): readonly LineState[] {
    return [...this.lines, ...this.former];
  }

  get details(): BillingDetails | undefined {
    return this.parts.details;
  }

  get isPublished(): boolean {
    return this.contract.billing?.stage === 'ACTIVE';
  }

  /** Of the lines, else of the customer. Domain: contracts-billing I2 */
  get currency(): CurrencyCode | null {
    return this.linesCurrency ?? this.parts.customersCurrency;
  }

  /**
   * What is asked for, as far as it needs nothing but what is here: `addLines` takes it once it is known what it sells.
   * @param entity the active legal entity that is asked for, where there is one
   * @param field path of the list of lines
   * @throws BadUserInput, AmountTooLarge, DuplicatedEntityNotAllowed, BillingContractOperationRejected: NO_BILLING_CONTRACT,
   *   CONTRACT_NOT_DRAFT, LEGAL_ENTITY_NOT_FOUND. Domain: contracts-billing I1, I2, M7
   */
  prepareLines(asked: LinesRequest, entity: Reference | undefined, field: string): PreparedLines {
    this.requireOpen();
    const { lines, contract } = this;
    requireRoom(lines.length + asked.lineItems.length);
    const terms = asked.lineItems.map((line, index) => lineTermsOf(line, `${field}[${index}]`));
    requireOwnIds(terms, lines);
    const currency = currencyOf(this.linesCurrency, asked.currency ?? null, this.parts.customersCurrency);
    const shared = sharedTermsOf(asked, lines, contract, entity);
    const named = terms.map(({ pricingModelId }, index) => {
      return { pricingModelId, name: asked.lineItems[index]?.itemName ?? null };
    });
    return { terms, named, shared, currency };
  }

  /**
   * Beside the lines that there are; the first ones settle the currency. Domain: contracts-billing I1, I2
   * @param sold what each of them sells
   * @throws BadUserInput for more invoice lines than are taken, and as `requireDraft`
   */
  addLines(
    { terms, shared, currency }: PreparedLines,
    sold: readonly SoldItem[],
    now: Date,
  ): ContractBillingChange {
    this.requireOpen();
    const { uid } = this.contract;
    const added = terms.map((line, index) => LineItem.of(uid, line, sold[index] as SoldItem, shared, now));
    const details = this.details ?? BillingDetails.of(uid, currency, now);
    return this.updated(() => ({
      lines: [...this.lines, ...added],
      details: details.currency === currency ? details : details.with({ currency }),
    }));
  }

  /** All rows anew. @throws ContractLineItemNotFound, BadUserInput, AmountTooLarge, and as `requireDraft`. Domain: contracts-billing I3 */
  replaceRows(ref: string, rows: readonly RowRequest[]): ContractBillingChange {
    return this.changeLine(ref, (line) => line.withRows(rows));
  }

  /** @throws ContractLineItemNotFound, BadUserInput for a row that is not there, and as `requireDraft` */
  removeRow(ref: string, index: number): ContractBillingChange {
    return this.changeLine(ref, (line) => line.withoutRow(index));
  }

  /** @throws ContractLineItemNotFound, and as `requireDraft` */
  removeLine(ref: string): ContractBillingChange {
    this.requireOpen();
    const removed = lineNamed(ref, this.lines, this.contract.id);
    return this.updated(() => ({ lines: this.lines.filter((line) => line !== removed) }));
  }

  /** Of every line; the window of the contract follows. @throws BadUserInput, and as `requireSettable`. Domain: contracts-billing S1 */
  changeTerms(asked: TermsRequest): ContractBillingChange {
    this.requireSettable();
    const { activationStartDate: start, activationEndDate: end, currency } = asked;
    return this.updated(() => {
      const terms = ownTermsOf(asked);
      const lines = this.lines.map((line) => line.onTerms(terms));
      if (currency) requirePayable(lines, currency, this.parts.accountCurrencies, 'currency');
      if (start !== undefined || end !== undefined) {
        const { activationStartDate, activationEndDate } = this.contract;
        this.contract.setWindow(
          start === undefined ? activationStartDate : start,
          end === undefined ? activationEndDate : end,
        );
      }
      return {
        lines,
        ...(currency === undefined ? {} : { details: this.presentDetails().with({ currency }) }),
      };
    });
  }

  /**
   * Who bills and where it is paid, of every line, and the note.
   * @throws BillingContractOperationRejected: LEGAL_ENTITY_NOT_FOUND, PAYMENT_ACCOUNT_NOT_FOUND,
   *   PAYMENT_ACCOUNT_NOT_IN_LEGAL_ENTITY, LEGAL_ENTITY_REQUIRED, and as `requireSettable`. Domain: contracts-billing S2
   */
  changeSettings({ note, ...asked }: SettingsRequest, found: FoundRemitTo): ContractBillingChange {
    this.requireSettable();
    return this.updated(() => {
      const details = this.presentDetails();
      if (asked.legalEntityId === undefined && asked.paymentAccountId === undefined) {
        return { details: details.with(withoutAbsent({ note })) };
      }
      const lines = paidAs(asked, this.lines, found);
      const accountCurrencies = withAccountOf(this.parts.accountCurrencies, found);
      requirePayable(lines, this.currency, accountCurrencies, 'paymentAccountId');
      const isPaidTo = lines.some(({ paymentAccountId }) => paymentAccountId !== null);
      const paymentMethod = isPaidTo ? ('BANK_TRANSFER' as const) : null;
      return {
        ...{ lines, accountCurrencies },
        details: details.with({ paymentMethod, ...withoutAbsent({ note }) }),
      };
    });
  }

  /**
   * From now on it is billed by what it says.
   * @throws BillingContractOperationRejected with the first reason of contracts-billing P1, or CONTRACT_NOT_DRAFT once canceled;
   *   BadUserInput where it could not be paid to its account
   */
  publish(at: Date): ContractBillingChange {
    if (this.contract.billing?.stage === 'CANCELED') this.requireDraft();
    requirePublishable(this.publishable);
    requirePayable(this.lines, this.currency, this.parts.accountCurrencies, 'paymentAccountId');
    const before = this.asItIs();
    this.cover();
    this.contract.publishBilling(at);
    return { verb: 'billing_published', before, after: this };
  }

  /**
   * Several changes in one, ready to be billed again at their end; it stays published.
   * @param leaving the instant by which what has begun is left to its documents; none where all are made anew
   * @throws as `publish`, and CONTRACT_NOT_PUBLISHED, EDIT_BLOCKED; what the steps throw; BadUserInput where nothing to come would change.
   *   Domain: contracts-billing P3
   */
  async amend(
    soFar: BilledSoFar,
    steps: () => Promise<void>,
    leaving: Date | null = null,
  ): Promise<ContractBillingChange> {
    this.requirePublished();
    requireUntouched(this.contract.id, soFar);
    const before = this.asItIs();
    this.isBeingAmended = true;
    try {
      await steps();
    } finally {
      this.isBeingAmended = false;
    }
    requirePublishable({ ...this.publishable, isPublished: false });
    this.parts = { ...this.parts, ...this.statesAfter(before, leaving) };
    requirePayable(this.billedLines, this.currency, this.parts.accountCurrencies, 'paymentAccountId');
    this.cover();
    requireSchedulable(this.billed);
    return { verb: 'billing_updated', before, after: this, ...(leaving && { begunBy: billingDay(leaving) }) };
  }

  /** Back to the draft. @throws BillingContractOperationRejected, CONTRACT_NOT_PUBLISHED or EDIT_BLOCKED. Domain: contracts-billing P3 */
  reopen(soFar: BilledSoFar): ContractBillingChange {
    this.requirePublished();
    requireUntouched(this.contract.id, soFar);
    return this.updated(() => {
      this.contract.reopenBilling();
      return billedInFull(this.lines);
    });
  }

  /** For good, in any state. @throws BillingContractOperationRejected, NO_BILLING_CONTRACT */
  cancel(): ContractBillingChange {
    return this.updated(() => {
      this.contract.cancelBilling();
      return {};
    });
  }

  /** @throws BillingContractOperationRejected, NO_BILLING_CONTRACT or CONTRACT_NOT_DRAFT. Domain: contracts-billing P3 */
  requireDraft(): void {
    this.contract.requireDraftBilling();
  }

  /** @throws BillingContractOperationRejected, NO_BILLING_CONTRACT or CONTRACT_NOT_PUBLISHED. Domain: contracts-billing P3 */
  requirePublished(): void {
    this.contract.requirePublishedBilling();
  }

  /**
   * Terms and settings are those of lines. An amendment is asked for its lines at its end.
   * @throws BillingContractOperationRejected: NO_BILLING_CONTRACT, CONTRACT_NOT_DRAFT, NO_LINE_ITEMS. Domain: contracts-billing S2
   */
  requireSettable(): void {
    this.requireOpen();
    if (this.lines.length > 0 || this.isBeingAmended) return;
    throw rejected('NO_LINE_ITEMS', `Contract ${this.contract.id} has no line items; add one first`);
  }

  /** What it comes to now. @throws AmountTooLarge. Domain: contracts-billing M1 */
  get summary(): BillingSummary {
    return summaryOf(this);
  }

  /** All that publishing needs, met or not. Domain: contracts-billing P1 */
  get requirements(): Requirement[] {
    return readinessOf(this.publishable);
  }

  /** Why its invoices could not be paid to the account that they name; undefined where they can. Domain: contracts-billing S2.3 */
  get unpayable(): string | undefined {
    return unpayable(this.lines, this.currency, this.parts.accountCurrencies);
  }

  /** May it be published now? What is archived is canceled. */
  get isReady(): boolean {
    const isDraft = this.contract.billing?.stage === 'DRAFT';
    return isDraft && this.unpayable === undefined && this.requirements.every(({ isMet }) => isMet);
  }

  /** Decimals of its amounts. */
  get digits(): number {
    return digitsOf(this.currency);
  }

  /** With the dates that it has if it is published then. @throws AmountTooLarge. Domain: contracts-billing P5, P7 */
  scheduleFrom(publishedOn: Date | null): ScheduledInvoice[] {
    return invoiceSchedule(this.billed, this.digits, publishedOn);
  }

  /** The schedule as documents, of one that may be published. @param meters by uid of the feature. @throws AmountTooLarge */
  documents(meters: ReadonlyMap<string, Meter>): Document[] {
    const terms = this.documentTerms(meters);
    return documentsOf(invoiceSchedule([...terms.lines.keys()], this.digits), terms);
  }

  /** What is owed when billing ends with this day, beside what is billed already. Domain: contracts-billing P8. @throws AmountTooLarge */
  lastDocuments(lastDay: Date, meters: ReadonlyMap<string, Meter>): Document[] {
    const terms = this.documentTerms(meters);
    return documentsOf(lastInvoices([...terms.lines.keys()], this.digits, lastDay), terms);
  }

  private documentTerms(meters: ReadonlyMap<string, Meter>): DocumentTerms {
    const { currency, details } = this;
    if (currency === null) throw new Error(`Contract ${this.contract.id} has lines but no currency`);
    const lines = new Map(this.billedLines.map((line) => [line.billed, line]));
    return { currency, note: details?.note ?? null, lines, meters };
  }

  /** None without lines: the next first ones settle it anew. */
  private get linesCurrency(): CurrencyCode | null {
    return this.lines.length > 0 ? (this.details?.currency ?? null) : null;
  }

  private get billed(): BilledLine[] {
    return this.billedLines.map((line) => line.billed);
  }

  private get publishable(): Publishable {
    const { contract, isPublished } = this;
    const lines = this.lines.map((line) => line.billed);
    return { hasBilling: contract.billing !== null, isPublished, lines };
  }

  private requireOpen(): void {
    if (!this.isBeingAmended) this.requireDraft();
  }

  private changeLine(ref: string, change: (line: LineItem) => LineItem): ContractBillingChange {
    this.requireOpen();
    const changed = lineNamed(ref, this.lines, this.contract.id);
    return this.updated(() => ({
      lines: this.lines.map((line) => (line === changed ? change(line) : line)),
    }));
  }

  /** They came with the first line. */
  private presentDetails(): BillingDetails {
    if (this.details) return this.details;
    throw new Error(`Contract ${this.contract.id} has lines but no billing details`);
  }

  private statesAfter(before: ContractBilling, leaving: Date | null): LineStates {
    if (leaving === null) return billedAnew(before, this.lines);
    if (this.currency !== before.currency && hasBegun(before, leaving)) {
      const why = `invoices of periods that have begun stay, in ${before.currency}`;
      throw badInput(`terms.currency: ${why}; leave includeCurrentInvoice out`);
    }
    return billedToCome(before, this.lines, leaving);
  }

  /** From the first day that a line bills to the last: what the contract tells is what is billed. */
  private cover(): void {
    const { start, end } = windowAround(this.billed.flatMap(({ window }) => window ?? []));
    this.contract.setWindow(start, end);
  }

  private updated(change: () => Partial<Parts>): ContractBillingChange {
    const before = this.asItIs();
    this.parts = { ...this.parts, ...change() };
    // Several steps are looked at together, at their end.
    if (!this.isBeingAmended) requireSchedulable(this.billed);
    return { verb: 'billing_updated', before, after: this };
  }

  /** Whatever is done to it afterwards. */
  private asItIs(): ContractBilling {
    return new ContractBilling({ ...this.parts, contract: copyOf(this.contract) });
  }
}
