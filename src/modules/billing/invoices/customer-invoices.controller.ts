import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { CreditNotesService } from './credit-notes.service';
import { CreateCreditNoteBody, ListCustomerInvoicesQuery } from './invoices.inputs';
import { InvoicesService } from './invoices.service';

@ApiTags('Invoices')
@Controller('api/v1/customers/:id/invoices')
export class CustomerInvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly creditNotes: CreditNotesService,
  ) {}

  @Endpoint.get('', InvoicesService, 'list')
  list(@PathId('id') id: string, @Query() query: ListCustomerInvoicesQuery) {
    return this.invoices.list(id, query);
  }

  @Endpoint.get(':invoiceRef', InvoicesService, 'get')
  get(@PathId('id') id: string, @PathId('invoiceRef') invoiceRef: string) {
    return this.invoices.get(id, invoiceRef);
  }

  @Endpoint.post(':invoiceRef/paid', InvoicesService, 'markPaid')
  markPaid(@PathId('id') id: string, @PathId('invoiceRef') invoiceRef: string) {
    return this.invoices.markPaid(id, invoiceRef);
  }

  @Endpoint.post(':invoiceRef/credit-note', CreditNotesService, 'create')
  credit(
    @PathId('id') id: string,
    @PathId('invoiceRef') invoiceRef: string,
    @Body() body: CreateCreditNoteBody,
  ) {
    return this.creditNotes.create(id, invoiceRef, body);
  }
}
