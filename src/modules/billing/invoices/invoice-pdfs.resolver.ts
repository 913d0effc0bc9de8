import { Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { InvoicePdfsService } from './invoice-pdfs.service';
import { InvoicePdfContent } from './invoice-pdfs.views';

@Resolver(() => InvoicePdfContent)
export class InvoicePdfsResolver {
  constructor(private readonly pdfs: InvoicePdfsService) {}

  @ReadField(InvoicePdfsService, 'get')
  get(@IdArg('customerId') customerId: string, @IdArg('invoiceRef') invoiceRef: string) {
    return this.pdfs.get(customerId, invoiceRef);
  }

  @WriteField(InvoicePdfsService, 'generate')
  generateInvoicePdf(@IdArg('customerId') customerId: string, @IdArg('invoiceRef') invoiceRef: string) {
    return this.pdfs.generate(customerId, invoiceRef);
  }

  @ReadField(InvoicePdfsService, 'getStatus')
  getStatus(@IdArg('customerId') customerId: string, @IdArg('invoiceRef') invoiceRef: string) {
    return this.pdfs.getStatus(customerId, invoiceRef);
  }
}
