import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { Jobs } from '#libs/messaging/jobs';
import { Within } from '#libs/use-cases/use-case';
import { billingRun } from './billing-run.service';
import { Invoice, type BilledContract, type ScheduledInvoice } from './domain/invoice';
import type { InvoiceLine } from './domain/invoice-line';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import { InvoicesRepository } from './invoices.repository';
import { LateUsageWatches } from './late-usage-watches.repository';
import { LatestInvoice, NextInvoice } from './contract-invoices.views';

/** A document of a contract with its lines in their order. */
export interface ContractInvoice {
  invoice: Invoice;
  lines: InvoiceLine[];
}

/** Each is null where there is none. */
export interface InvoicesAround {
  latest: LatestInvoice | null;
  next: NextInvoice | null;
}

/** What the modules that keep contracts ask of their invoices. They name a contract by its key. */
@Injectable()
export class ContractInvoices {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly lines: InvoiceLinesRepository,
    private readonly watches: LateUsageWatches,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * All documents of a schedule, as drafts; each is finalized when it is due.
   * @throws DuplicatedEntityNotAllowed when one of its periods is scheduled already. Domain: contracts-billing P2, V10
   */
  @Within()
  async schedule(contract: BilledContract, documents: readonly ScheduledInvoice[]): Promise<void> {
    const now = this.clock.now();
    const made = documents.map((document) => Invoice.schedule(contract, document, now));
    await this.invoices.insertAll(made.map(([invoice]) => invoice));
    await this.lines.insertAll(made.flatMap(([, lines]) => lines));
    // What is due already need not wait for the minute to end.
    if (made.some(([{ dates }]) => dates.issueDate <= now)) await this.jobs.askDue(billingRun);
  }

  /** The customer's number of the deal on invoices that are still to be sent. Domain: contracts-billing C5, V3 */
  @Within()
  async orderDraftsBy(contractUid: string, poNumber: string | null): Promise<void> {
    await this.invoices.orderDraftsBy(contractUid, poNumber);
  }

  /**
   * Deletes the drafts; who is finalizing one is waited for, so that the answer stays true.
   * @param begunBy those of periods that have begun by this day stay
   * @returns whether an invoice of the contract was sent: those stay. Domain: contracts-billing P3, C8
   */
  @Within()
  async withdraw(contractUid: string, begunBy: Date | null = null): Promise<{ hasSent: boolean }> {
    if (begunBy) await this.invoices.removeDraftsToCome(contractUid, begunBy);
    else await this.invoices.removeDrafts(contractUid);
    // After the drafts: who was waited for may have begun to watch.
    await this.watches.forget(contractUid);
    return { hasSent: await this.invoices.hasSent(contractUid) };
  }

  /** Deletes the drafts that are not due by the end of this day; those that are stay. Domain: contracts-billing P8 */
  @Within()
  async withdrawAfter(contractUid: string, day: Date): Promise<void> {
    await this.invoices.removeDrafts(contractUid, day);
  }

  /** All, drafts too, by issue date. Domain: contracts-billing P5 */
  @Within()
  async listOf(contractUid: string): Promise<ContractInvoice[]> {
    const invoices = await this.invoices.ofContract(contractUid);
    const lines = await this.lines.ofInvoices(invoices.map(({ uid }) => uid));
    return invoices.map((invoice) => ({ invoice, lines: lines.get(invoice.uid) ?? [] }));
  }

  /** By contract: the invoice that was sent last, and the one to come. Domain: contracts-billing T3, P2 */
  @Within()
  async of(contractUids: readonly string[]): Promise<Map<string, InvoicesAround>> {
    const [latest, next] = [
      await this.invoices.latestOf(contractUids),
      await this.invoices.nextOf(contractUids),
    ];
    return new Map(
      contractUids.map((uid) => {
        const [sent, draft] = [latest.get(uid), next.get(uid)];
        const around = {
          latest: sent ? LatestInvoice.from(sent) : null,
          next: draft ? NextInvoice.from(draft) : null,
        };
        return [uid, around];
      }),
    );
  }
}
