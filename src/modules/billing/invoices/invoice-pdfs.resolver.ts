import { Resolver } from '@nestjs/graphql';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { InvoicePdfsService } from './invoice-pdfs.service';
import { InvoicePdfContent, InvoicePdfStatus } from './invoice-pdfs.views';

@Resolver(() => InvoicePdfContent)
export class InvoicePdfsResolver {
  constructor(private readonly pdfs: InvoicePdfsService) {}

  @ReadField(serves(InvoicePdfsService, 'get'), one(InvoicePdfContent), {
    summary: 'Get the document of an invoice; waits until it is rendered.',
  })
  get(@IdArg('customerId') customerId: string, @IdArg('invoiceRef') invoiceRef: string) {
    return this.pdfs.get(customerId, invoiceRef);
  }

  @WriteField(serves(InvoicePdfsService, 'generate'), one(InvoicePdfStatus), {
    summary: 'Have the document of an invoice rendered, without waiting for it.',
  })
  generateInvoicePdf(@IdArg('customerId') customerId: string, @IdArg('invoiceRef') invoiceRef: string) {
    return this.pdfs.generate(customerId, invoiceRef);
  }

  @ReadField(serves(InvoicePdfsService, 'getStatus'), one(InvoicePdfStatus), {
    summary: 'Ask whether the document of an invoice is rendered.',
  })
  getStatus(@IdArg('customerId') customerId: string, @IdArg('invoiceRef') invoiceRef: string) {
    return this.pdfs.getStatus(customerId, invoiceRef);
  }
}
