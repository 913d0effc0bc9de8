import { Injectable } from '@nestjs/common';
import { latest } from '#libs/kernel/period';
import { Extensions, Survey } from '#libs/messaging/extensions';
import { oldestReportDays } from '#modules/entitlements/usage';
import type { Invoice } from './domain/invoice';
import type { InvoiceLine, PricedUsage } from './domain/invoice-line';
import { bearLateUsage, UsageDifference } from './domain/late-usage';
import { settle } from './domain/settlement';
import { inAnHour, watchUntil } from './domain/late-usage-watch';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import { InvoicesRepository } from './invoices.repository';
import { LateUsageWatches } from './late-usage-watches.repository';

/**
 * What do these usage lines of the contract of an invoice come to, by `usageTerms`? Answered by whoever scheduled them, with the uid of
 * each line, in the transaction that finalizes the invoice, with the invoice locked.
 */
export const usagePrices = new Survey<
  { invoice: Invoice; lines: readonly InvoiceLine[] },
  [lineUid: string, usage: PricedUsage]
>('invoice.usage-prices');

/** When is the next document of these due that will be billed? Answered by whoever bills them without a schedule. */
export const documentsToCome = new Survey<{ uids: readonly string[] }, [uid: string, at: Date]>(
  'invoice.documents-to-come',
);

/** For reports whose commit was under way when an invoice was sent, and for clocks that differ. */
const marginDays = 1;

/** What was not billed yet of the contract of an invoice. */
type Late = ReadonlyMap<string, readonly UsageDifference[]>;

/** The usage that invoices bill as they are finalized: of their own periods, and what came late of earlier ones. */
@Injectable()
export class InvoicedUsage {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly lines: InvoiceLinesRepository,
    private readonly watches: LateUsageWatches,
    private readonly extensions: Extensions,
  ) {}

  /** Domain: contracts-billing V2; entitlements-usage A13 */
  async bill(drafts: readonly Invoice[], now: Date): Promise<void> {
    await this.watch(drafts, now);
    const late = await this.lateOf(drafts);
    for (const draft of drafts) {
      const differences = late.get(draft.billedUid) ?? [];
      if (draft.carriesUsage || differences.length > 0) await this.billOne(draft, differences, now);
    }
  }

  private async watch(drafts: readonly Invoice[], now: Date): Promise<void> {
    const until = new Map<string, Date>();
    for (const { carriesUsage, billedUid, periodEnd } of drafts) {
      if (!carriesUsage) continue;
      const end = watchUntil(periodEnd, oldestReportDays + marginDays);
      until.set(billedUid, latest(end, until.get(billedUid) ?? end));
    }
    if (until.size > 0) await this.watches.watch(until, inAnHour(now), now);
  }

  private async billOne(draft: Invoice, differences: readonly UsageDifference[], now: Date): Promise<void> {
    const lines = await this.lines.ofInvoice(draft.uid);
    const usage = lines.filter(({ isUsage }) => isUsage);
    const price = await this.pricesOf(draft, usage);
    for (const line of usage) line.price(price(line));
    settle(draft, lines, now);
    await this.lines.saveAll(draft.billTerms ? lines : usage, now);
    await this.lines.insertAll(bearLateUsage(draft, lines, differences, now));
  }

  /** Of those that have a document to come: the instant up to which it adds up. */
  async toCome(uids: readonly string[]): Promise<Map<string, Date>> {
    const asked = uids.length === 0 ? [] : await this.extensions.survey(documentsToCome, { uids });
    const toCome = new Map(asked);
    for (const [uid, { issueDate, closesAt, createdAt }] of await this.invoices.nextOf(uids))
      toCome.set(uid, issueDate ?? closesAt ?? createdAt);
    return toCome;
  }

  /**
   * What the contracts of these invoices, one of each at least, have not billed of periods that were billed. It is held until the end
   * of the transaction, so that no other invoice bears it too.
   */
  async lateOf(invoices: readonly Invoice[]): Promise<Late> {
    const byContract = new Map(invoices.map((invoice) => [invoice.billedUid, invoice]));
    const open = await this.invoices.withOpenUsage([...byContract.keys()], oldestReportDays + marginDays);
    if (open.size === 0) return new Map();
    const held = await this.lines.holdUsageOf([...open.keys()]);
    // A statement of its own, after the lock: whoever held the lines before may have corrected them.
    const corrections = await this.lines.correctionsOf(held.map(({ uid }) => uid));
    const late = new Map<string, UsageDifference[]>();
    for (const [billedUid, invoice] of byContract) {
      const lines = held.filter(({ invoiceUid }) => open.get(invoiceUid) === billedUid);
      const price = await this.pricesOf(invoice, lines);
      const differences = lines.map((line) =>
        UsageDifference.of(line, corrections.get(line.uid) ?? [], price(line)),
      );
      late.set(
        billedUid,
        differences.filter(({ isSettled }) => !isSettled),
      );
    }
    return late;
  }

  private async pricesOf(
    invoice: Invoice,
    lines: readonly InvoiceLine[],
  ): Promise<(line: InvoiceLine) => PricedUsage> {
    const prices = new Map(
      lines.length === 0 ? [] : await this.extensions.survey(usagePrices, { invoice, lines }),
    );
    return ({ uid }) => {
      const price = prices.get(uid);
      // The invoice stays a draft, and nothing wrong is sent.
      if (!price) throw new Error(`Nobody has priced the usage line ${uid}`);
      return price;
    };
  }
}
