import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { InvoicePdfsService } from './invoice-pdfs.service';

@ApiTags('Invoices')
@Controller('api/v1/customers/:id/invoices/:invoiceRef/pdf')
export class InvoicePdfsController {
  constructor(private readonly pdfs: InvoicePdfsService) {}

  @Endpoint.get('', InvoicePdfsService, 'get')
  get(@PathId('id') id: string, @PathId('invoiceRef') invoiceRef: string) {
    return this.pdfs.get(id, invoiceRef);
  }

  @Endpoint.post('generate', InvoicePdfsService, 'generate', { status: 200 })
  generate(@PathId('id') id: string, @PathId('invoiceRef') invoiceRef: string) {
    return this.pdfs.generate(id, invoiceRef);
  }

  @Endpoint.get('status', InvoicePdfsService, 'getStatus')
  getStatus(@PathId('id') id: string, @PathId('invoiceRef') invoiceRef: string) {
    return this.pdfs.getStatus(id, invoiceRef);
  }
}
