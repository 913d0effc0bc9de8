import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { InvoicePdfsService } from './invoice-pdfs.service';
import { InvoicePdfContent, InvoicePdfStatus } from './invoice-pdfs.views';

@ApiTags('Invoices')
@Controller('api/v1/customers/:id/invoices/:invoiceRef/pdf')
export class InvoicePdfsController {
  constructor(private readonly pdfs: InvoicePdfsService) {}

  @Endpoint.get('', serves(InvoicePdfsService, 'get'), one(InvoicePdfContent), {
    summary: 'Get the document of an invoice; waits until it is rendered.',
  })
  get(@PathId('id') id: string, @PathId('invoiceRef') invoiceRef: string) {
    return this.pdfs.get(id, invoiceRef);
  }

  @Endpoint.post('generate', serves(InvoicePdfsService, 'generate'), one(InvoicePdfStatus), {
    summary: 'Have the document of an invoice rendered, without waiting for it.',
    status: 200,
  })
  generate(@PathId('id') id: string, @PathId('invoiceRef') invoiceRef: string) {
    return this.pdfs.generate(id, invoiceRef);
  }

  @Endpoint.get('status', serves(InvoicePdfsService, 'getStatus'), one(InvoicePdfStatus), {
    summary: 'Ask whether the document of an invoice is rendered.',
  })
  getStatus(@PathId('id') id: string, @PathId('invoiceRef') invoiceRef: string) {
    return this.pdfs.getStatus(id, invoiceRef);
  }
}
