import { Injectable } from '@nestjs/common';
import { requireContext, runInContext, type RequestContext } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { CustomerBalances } from './customer-balances.repository';
import type { Invoice } from './domain/invoice';
import type { InvoiceLine } from './domain/invoice-line';
import { settle } from './domain/settlement';
import type { InvoiceKind } from './domain/sold-document';
import type { Till } from './domain/till';
import { InvoiceFinalization } from './finalization.service';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import { InvoicesRepository } from './invoices.repository';
import { tillHere } from './tills.service';

/** A document that the unit of work sends with its commit. */
interface Unsent {
  invoice: Invoice;
  /** Is it stored already, with these lines? */
  held?: readonly InvoiceLine[] | undefined;
  added: InvoiceLine[];
  /** As of when, and in whose name. */
  at: Date;
  context: RequestContext;
  /** Where it is paid at once. */
  till: Till | undefined;
}

/** What a purchase asks for at once; what else it sends was used or agreed before. Domain: customers-subscriptions V9, D8; credits G4 */
const boughtKinds: readonly (InvoiceKind | null)[] = ['FIRST', 'PRORATION', 'CREDIT_GRANT'];

const unsent = 'invoices of what is sold';

/** Documents that bear all that they bill: sent together with the commit, for what is numbered makes others wait. */
@Injectable()
export class DocumentSending {
  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly lines: InvoiceLinesRepository,
    private readonly balances: CustomerBalances,
    private readonly finalization: InvoiceFinalization,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** What is bought at the till that stands here is paid there. */
  putOff(document: Omit<Unsent, 'context' | 'till'>): void {
    const till = boughtKinds.includes(document.invoice.kind) ? tillHere() : undefined;
    const made: Unsent = { ...document, context: requireContext(), till };
    this.unitOfWork.putOff(unsent, made, (some) => this.send(some));
  }

  /** Those that this unit of work has made, for an answer that tells of them. */
  async sendNow(): Promise<void> {
    if (this.unitOfWork.isOpen) await this.unitOfWork.doNow(unsent);
  }

  /** All of them in few statements, the numbers last. */
  private async send(made: readonly Unsent[]): Promise<void> {
    const now = this.clock.now();
    for (const { invoice, held = [], added, at } of made) settle(invoice, [...held, ...added], at);
    await this.invoices.insertAll(made.flatMap(({ invoice, held }) => (held ? [] : [invoice])));
    await this.lines.saveAll(
      made.flatMap(({ held = [] }) => held),
      now,
    );
    await this.lines.insertAll(made.flatMap(({ added }) => added));
    const groups = byTurn(made);
    // Of all of them before the first number: who numbers for the same seller may wait for one of these balances.
    if (groups.length > 1) await this.balances.hold(made.map(({ invoice }) => invoice.customerUid));
    for (const some of groups) {
      const [invoices, { at, context, till }] = [some.map(({ invoice }) => invoice), some[0] as Unsent];
      await runInContext(context, () => this.finalization.send(invoices, at, till));
    }
  }
}

/** In their order, those of one instant and one name that follow each other together. */
function byTurn(made: readonly Unsent[]): Unsent[][] {
  const groups: Unsent[][] = [];
  for (const each of made) {
    const last = groups.at(-1);
    if (last?.[0] && last[0].till === each.till && turnOf(last[0]) === turnOf(each)) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

const turnOf = ({ at, context }: Unsent): string => `${at.getTime()} ${context.principal?.actor}`;
