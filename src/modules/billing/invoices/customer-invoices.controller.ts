import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { CreditNotesService } from './credit-notes.service';
import { CreditNote } from './credit-notes.views';
import { CreateCreditNoteBody, ListCustomerInvoicesQuery } from './invoices.inputs';
import { InvoicesService } from './invoices.service';
import { CustomerInvoice } from './invoices.views';

@ApiTags('Invoices')
@Controller('api/v1/customers/:id/invoices')
export class CustomerInvoicesController {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly creditNotes: CreditNotesService,
  ) {}

  @Endpoint.get('', serves(InvoicesService, 'list'), page(CustomerInvoice), {
    summary: 'List the invoices of a customer, by issue date unless another order is asked for.',
  })
  list(@PathId('id') id: string, @Query() query: ListCustomerInvoicesQuery) {
    return this.invoices.list(id, query);
  }

  @Endpoint.get(':invoiceRef', serves(InvoicesService, 'get'), one(CustomerInvoice), {
    summary: 'Get an invoice by its id or its number.',
  })
  get(@PathId('id') id: string, @PathId('invoiceRef') invoiceRef: string) {
    return this.invoices.get(id, invoiceRef);
  }

  @Endpoint.post(':invoiceRef/paid', serves(InvoicesService, 'markPaid'), one(CustomerInvoice), {
    summary: 'Mark an open invoice as paid.',
  })
  markPaid(@PathId('id') id: string, @PathId('invoiceRef') invoiceRef: string) {
    return this.invoices.markPaid(id, invoiceRef);
  }

  @Endpoint.post(':invoiceRef/credit-note', serves(CreditNotesService, 'create'), one(CreditNote), {
    summary: 'Take an invoice back with a credit note, all but its usage.',
  })
  credit(
    @PathId('id') id: string,
    @PathId('invoiceRef') invoiceRef: string,
    @Body() body: CreateCreditNoteBody,
  ) {
    return this.creditNotes.create(id, invoiceRef, body);
  }
}
