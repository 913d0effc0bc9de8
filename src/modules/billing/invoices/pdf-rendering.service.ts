import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InvoiceRenderer } from '#libs/business/rendering/invoice-renderer';
import { currentEnvironmentId, runAsSystem } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Job } from '#libs/messaging/extensions';
import { Jobs } from '#libs/messaging/jobs';
import { CreditNoteRendering } from './credit-note-rendering.service';
import type { CreditNote } from './domain/credit-note';
import type { Invoice } from './domain/invoice';
import { InvoicePdf } from './domain/invoice-pdf';
import { printedInvoice } from './domain/printed-invoice';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import { InvoicePdfsRepository } from './invoice-pdfs.repository';
import { InvoicesRepository } from './invoices.repository';

const job = 'render-invoice';
/** A name of its own: a process of the last release knows no credit note that could be rendered, and leaves it to others. */
const noteJob = 'render-credit-note';

interface Asked {
  environmentId: string;
  invoiceUid: string;
}

interface AskedNote {
  environmentId: string;
  creditNoteUid: string;
}

/** Renders beside the requests, and by any process. A second time the bytes are the same. ADR-0032 */
@Injectable()
export class PdfRendering {
  constructor(
    private readonly jobs: Jobs,
    private readonly invoices: InvoicesRepository,
    private readonly lines: InvoiceLinesRepository,
    private readonly pdfs: InvoicePdfsRepository,
    private readonly renderer: InvoiceRenderer,
    private readonly notes: CreditNoteRendering,
    private readonly clock: Clock,
  ) {}

  /** Of the invoice as it will be when it is its turn. */
  async ask({ uid: invoiceUid }: Invoice): Promise<void> {
    const asked: Asked = { environmentId: currentEnvironmentId(), invoiceUid };
    await this.jobs.ask(job, asked, invoiceUid);
  }

  async askForNote({ uid: creditNoteUid }: CreditNote): Promise<void> {
    const asked: AskedNote = { environmentId: currentEnvironmentId(), creditNoteUid };
    await this.jobs.ask(noteJob, asked, creditNoteUid);
  }

  @Job(job)
  async perform({ environmentId, invoiceUid }: Asked): Promise<void> {
    await runAsSystem(job, environmentId, () => this.render(invoiceUid));
  }

  @Job(noteJob)
  async performNote({ environmentId, creditNoteUid }: AskedNote): Promise<void> {
    await runAsSystem(noteJob, environmentId, () => this.notes.render(creditNoteUid));
  }

  private async render(invoiceUid: string): Promise<void> {
    const invoice = (await this.invoices.findByUids([invoiceUid])).get(invoiceUid);
    // Who asks twice while it is rendered has two jobs.
    if (!invoice?.seller || !invoice.buyer || (await this.pdfs.isThere(invoice))) return;
    const { seller, buyer, revision } = invoice;
    const document = printedInvoice(invoice, { seller, buyer }, await this.lines.ofInvoice(invoiceUid));
    const content = await this.renderer.render(document);
    await this.pdfs.keep(InvoicePdf.of(invoiceUid, revision, content, this.clock.now()));
  }
}

const lookMs = 50;
/** A render takes a fifth of a second; who waits longer stands in a long line. */
const mostLooks = 100;

interface Rendered {
  content: Buffer;
}

/**
 * Asks for a document that is not there, and waits for it, five seconds at most.
 * @param what it is, `invoice INV-7`
 * @throws ObjectAlreadyBeingUsedByAnotherRequestError when it is to be asked for again
 */
export async function renderedSoon(
  what: string,
  find: () => Promise<Rendered | undefined>,
  ask: () => Promise<void>,
): Promise<string> {
  for (let look = 0; look < mostLooks; look++) {
    const pdf = await find();
    if (pdf) return pdf.content.toString('base64');
    if (look === 0) await ask();
    await sleep(lookMs);
  }
  const message = `The document of ${what} is still being rendered; ask for it again`;
  throw new DomainError('ObjectAlreadyBeingUsedByAnotherRequestError', message);
}
