import { one } from '#libs/use-cases/answer';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { CustomersService } from '#modules/customers/customers';
import type { Invoice } from './domain/invoice';
import { InvoicePdfContent, InvoicePdfStatus } from './invoice-pdfs.views';
import { InvoicePdfsRepository } from './invoice-pdfs.repository';
import { InvoicesRepository } from './invoices.repository';
import { PdfRendering } from './pdf-rendering.service';

const lookMs = 50;
/** A render takes a fifth of a second; who waits longer stands in a long line. */
const mostLooks = 100;

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
    for (let look = 0; look < mostLooks; look++) {
      const pdf = await this.pdfs.of(invoice);
      if (pdf) {
        return { contentBase64: pdf.content.toString('base64'), invoiceId: invoice.uid, status: 'READY' };
      }
      if (look === 0) await this.rendering.ask(invoice);
      await sleep(lookMs);
    }
    const message = `The document of invoice ${invoice.number} is still being rendered; ask for it again`;
    throw new DomainError('ObjectAlreadyBeingUsedByAnotherRequestError', message);
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
