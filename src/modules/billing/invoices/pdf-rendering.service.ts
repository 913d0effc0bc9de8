import { Injectable } from '@nestjs/common';
import { InvoiceRenderer } from '#libs/business/rendering/invoice-renderer';
import { newContext, runInContext, currentEnvironmentId } from '#libs/context/request-context';
import { Clock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { Job } from '#libs/messaging/extensions';
import { Jobs } from '#libs/messaging/jobs';
import type { Invoice } from './domain/invoice';
import { InvoicePdf } from './domain/invoice-pdf';
import { printedInvoice } from './domain/printed-invoice';
import { InvoiceLinesRepository } from './invoice-lines.repository';
import { InvoicePdfsRepository } from './invoice-pdfs.repository';
import { InvoicesRepository } from './invoices.repository';

const job = 'render-invoice';

interface Asked {
  environmentId: string;
  invoiceUid: string;
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
    private readonly clock: Clock,
  ) {}

  /** Of the invoice as it will be when it is its turn. */
  async ask({ uid: invoiceUid }: Invoice): Promise<void> {
    const asked: Asked = { environmentId: currentEnvironmentId(), invoiceUid };
    await this.jobs.ask(job, asked, invoiceUid);
  }

  @Job(job)
  async perform({ environmentId, invoiceUid }: Asked): Promise<void> {
    const principal = { kind: 'SYSTEM', actor: job, accountId: '', environmentId, may: () => true } as const;
    const context = { ...newContext(newUid(), 'WORKER'), principal, useCase: job };
    await runInContext(context, () => this.render(invoiceUid));
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
