import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Decimal } from '#libs/kernel/decimal';
import { grouped } from '#libs/kernel/grouped';
import type { Settleable } from '#libs/business/pricing/totaled-lines';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Within } from '#libs/use-cases/use-case';
import type { CurrencyCode } from '#libs/business/values/currency';
import { CustomerBalances } from './customer-balances.repository';
import { LatestInvoice } from './contract-invoices.views';
import { DocumentSending } from './document-sending.service';
import { Invoice, type BilledSale, type InvoiceCollection } from './domain/invoice';
import { InvoiceLine } from './domain/invoice-line';
import { settleable } from './domain/settlement';
import type { SoldDocument } from './domain/sold-document';
import { InvoiceFinalization } from './finalization.service';
import { InvoicePayments } from './invoice-payments.service';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import { InvoicesRepository } from './invoices.repository';

/** What the invoices of a subscription tell of it. */
export interface InvoiceStanding {
  /** That was sent last. */
  latest: LatestInvoice | null;
  /** Of those that are to be paid still the worst; null where none is. Domain: customers-subscriptions S3 */
  owed: InvoiceCollection | null;
}

/** A line that waits for a document. */
export interface HeldLine extends Settleable {
  description: string;
  quantity: Decimal | null;
  unitPrice: Decimal | null;
}

/** What the module that keeps subscriptions asks of their invoices. */
@Injectable()
export class SubscriptionInvoices {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly lines: InvoiceLinesRepository,
    private readonly balances: CustomerBalances,
    private readonly finalization: InvoiceFinalization,
    private readonly payments: InvoicePayments,
    private readonly sending: DocumentSending,
    private readonly clock: Clock,
  ) {}

  /**
   * A document that is complete but for what was used: without usage it is sent with the unit of work, else once the grace is over.
   * @param isNext it bears what was held for the next one
   * @param bearsLate it waits for what came late of usage that was billed before. Domain: entitlements-usage A13
   * @throws DuplicatedEntityNotAllowed for a second one of its period. Domain: contracts-billing V4, V10
   */
  @Within()
  async bill(
    billed: BilledSale,
    document: SoldDocument,
    { isNext, bearsLate = false }: { isNext: boolean; bearsLate?: boolean },
  ): Promise<void> {
    const at = this.clock.now();
    const draft = isNext ? await this.invoices.openDraftOf(billed.uid) : undefined;
    const held = draft && (await this.lines.ofInvoice(draft.uid));
    const invoice = draft ?? Invoice.draft(billed, document, at);
    const added = linesAfter(held ?? [], invoice, document, at);
    invoice.carriesUsage = bearsLate || [...(held ?? []), ...added].some(({ isUsage }) => isUsage);
    invoice.close(billed, document, at);
    // What is held later in this unit of work finds no open draft in it.
    if (held) await this.invoices.save(invoice, at);
    if (!invoice.carriesUsage) return this.sending.putOff({ invoice, held, added, at });
    if (!held) await this.invoices.insert(invoice);
    await this.lines.insertAll(added);
  }

  /** A document of usage that is sent at once. @returns its key. Domain: customers-subscriptions X9 */
  @Within()
  async billNow(billed: BilledSale, document: SoldDocument): Promise<string> {
    const now = this.clock.now();
    const invoice = Invoice.draft(billed, document, now);
    invoice.carriesUsage = true;
    invoice.close(billed, document, now);
    await this.invoices.insert(invoice);
    await this.lines.insertAll(linesAfter([], invoice, document, now));
    await this.finalization.finalize([invoice.uid], now);
    return invoice.uid;
  }

  /** Lines that the next document bears. Domain: customers-subscriptions R3 */
  @Within()
  async hold(billed: BilledSale, document: SoldDocument): Promise<void> {
    const now = this.clock.now();
    const held = await this.invoices.openDraftOf(billed.uid);
    const invoice = held ?? Invoice.draft(billed, document, now);
    const before = held ? await this.lines.ofInvoice(held.uid) : [];
    if (!held) await this.invoices.insert(invoice);
    await this.lines.insertAll(linesAfter(before, invoice, document, now));
  }

  /** What waits for the next document. Domain: customers-subscriptions R3 */
  @Within()
  async heldOf(billedUid: string): Promise<HeldLine[]> {
    const draft = await this.invoices.openDraftOf(billedUid);
    const lines = draft ? await this.lines.ofInvoice(draft.uid) : [];
    return lines.map((line) => ({ ...settleable(line), ...toldOf(line) }));
  }

  /** Those that this unit of work has made, for an answer that tells of them. */
  @Within()
  sendNow(): Promise<void> {
    return this.sending.sendNow();
  }

  /** By subscription. */
  @Within()
  async standingOf(uids: readonly string[]): Promise<Map<string, InvoiceStanding>> {
    if (uids.length === 0) return new Map();
    const latest = await this.invoices.latestOf(uids);
    const owed = grouped(await this.invoices.owedBy(uids), ({ billedUid }) => billedUid, uids);
    return new Map(
      uids.map((uid) => {
        const sent = latest.get(uid);
        return [uid, { latest: sent ? LatestInvoice.from(sent) : null, owed: worstOf(owed.get(uid) ?? []) }];
      }),
    );
  }

  /** The one that was sent last. @throws InvalidArgumentError unless that is OPEN. Domain: customers-subscriptions X10 */
  @Within()
  async markLatestPaid({ uid, id }: Pick<BilledSale, 'uid' | 'id'>): Promise<void> {
    const latest = await this.invoices.holdLatestOf(uid);
    if (latest?.state !== 'OPEN') {
      const present = latest
        ? `the latest invoice of subscription ${id} is ${latest.state}`
        : `subscription ${id} has no invoice`;
      throw new DomainError('InvalidArgumentError', `${present}; only an OPEN one can be marked as paid`);
    }
    await this.payments.markPaid(latest);
  }

  /** Held, so that nobody pays it meanwhile. Domain: contracts-billing V11 */
  @Within()
  async isOwed(invoiceUid: string): Promise<boolean> {
    return (await this.invoices.lockOrThrowByUid(invoiceUid)).amountDue.greaterThan(0);
  }

  /**
   * What other documents of a subscription have billed of usage within a span, overage apart; before discount and tax.
   * @param invoiceUid this one apart. Domain: catalog R8
   */
  @Within()
  usageBilled(
    billedUid: string,
    invoiceUid: string,
    span: { from: string; until: string },
  ): Promise<Decimal> {
    return this.lines.usageBilled(billedUid, invoiceUid, span);
  }

  /** What a customer has been given back and not used yet. Domain: customers-subscriptions R4 */
  @Within()
  balanceOf(customerUid: string, currency: CurrencyCode): Promise<Decimal> {
    return this.balances.of({ customerUid, currency });
  }
}

/** Of an OPEN one of which nothing else is known it is PROCESSING. */
const byWorst: readonly InvoiceCollection[] = ['FAILED', 'ACTION_REQUIRED', 'PROCESSING'];

const worstOf = (owed: readonly { collection: InvoiceCollection | null }[]): InvoiceCollection | null =>
  byWorst.find((each) => owed.some(({ collection }) => (collection ?? 'PROCESSING') === each)) ?? null;

const toldOf = ({ description, quantity, unitPrice }: InvoiceLine) => ({
  description,
  quantity: quantity === null ? null : new Decimal(quantity),
  unitPrice: unitPrice === null ? null : new Decimal(unitPrice),
});

const linesAfter = (
  before: readonly InvoiceLine[],
  { uid }: Invoice,
  { lines }: SoldDocument,
  now: Date,
): InvoiceLine[] => lines.map((line, place) => InvoiceLine.of(uid, line, before.length + place, now));
