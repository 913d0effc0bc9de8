import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { CustomersService } from '#modules/customers/customers';
import type { Invoice } from './domain/invoice';
import { InvoicePdfContent, InvoicePdfStatus } from './invoice-pdfs.views';
import { InvoicePdfsRepository } from './invoice-pdfs.repository';
import { InvoicesRepository } from './invoices.repository';
import { PdfRendering, renderedSoon } from './pdf-rendering.service';

/** The documents of invoices, rendered when they are first asked for. Domain: contracts-billing V5 */
@Injectable()
export class InvoicePdfsService {
  constructor(
    private readonly pdfs: InvoicePdfsRepository,
    private readonly invoices: InvoicesRepository,
    private readonly customers: CustomersService,
    private readonly rendering: PdfRendering,
  ) {}

  /**
   * Waits for the render, five seconds at most.
   * @throws CustomerNotFound, InvoiceNotFound, ObjectAlreadyBeingUsedByAnotherRequestError when it is to be asked for again
   */
  @UseCase('getInvoicePdf', {
    needs: 'invoices:read',
    answers: one(InvoicePdfContent),
    summary: 'Get the document of an invoice; waits until it is rendered.',
  })
  async get(customerId: string, invoiceRef: string): Promise<InvoicePdfContent> {
    const invoice = await this.invoiceOf(customerId, invoiceRef);
    const contentBase64 = await renderedSoon(
      `invoice ${invoice.number}`,
      () => this.pdfs.of(invoice),
      () => this.rendering.ask(invoice),
    );
    return { contentBase64, invoiceId: invoice.uid, status: 'READY' };
  }

  /** Has it rendered; waits for nothing. @throws CustomerNotFound, InvoiceNotFound */
  @UseCase('generateInvoicePdf', {
    needs: 'invoices:write',
    answers: one(InvoicePdfStatus),
    summary: 'Have the document of an invoice rendered, without waiting for it.',
  })
  async generate(customerId: string, invoiceRef: string): Promise<InvoicePdfStatus> {
    const invoice = await this.invoiceOf(customerId, invoiceRef);
    const told = await this.show(invoice);
    if (told.status === 'PENDING') await this.rendering.ask(invoice);
    return told;
  }

  /** @throws CustomerNotFound, InvoiceNotFound */
  @UseCase('getInvoicePdfStatus', {
    needs: 'invoices:read',
    answers: one(InvoicePdfStatus),
    summary: 'Ask whether the document of an invoice is rendered.',
  })
  async getStatus(customerId: string, invoiceRef: string): Promise<InvoicePdfStatus> {
    return this.show(await this.invoiceOf(customerId, invoiceRef));
  }

  private async invoiceOf(customerId: string, invoiceRef: string): Promise<Invoice> {
    const customer = await this.customers.getOrThrow(customerId);
    return this.invoices.sentOrThrow(customer.uid, invoiceRef);
  }

  private async show(invoice: Invoice): Promise<InvoicePdfStatus> {
    const status = (await this.pdfs.isThere(invoice)) ? 'READY' : 'PENDING';
    return { invoiceId: invoice.uid, status };
  }
}
