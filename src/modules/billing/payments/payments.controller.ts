import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { ListInvoicePaymentsQuery } from './payments.inputs';
import { PaymentsService } from './payments.service';

@ApiTags('Invoices')
@Controller('api/v1/customers/:id/invoices/:invoiceRef')
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @Endpoint.post('charge', PaymentsService, 'charge')
  charge(@PathId('id') id: string, @PathId('invoiceRef') invoiceRef: string) {
    return this.payments.charge(id, invoiceRef);
  }

  @Endpoint.get('payments', PaymentsService, 'list')
  list(
    @PathId('id') id: string,
    @PathId('invoiceRef') invoiceRef: string,
    @Query() query: ListInvoicePaymentsQuery,
  ) {
    return this.payments.list(id, invoiceRef, query);
  }
}
