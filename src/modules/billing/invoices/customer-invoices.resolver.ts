import { Args, Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { CreditNotesService } from './credit-notes.service';
import { CreditNote } from './credit-notes.views';
import { CreateCreditNoteBody, ListCustomerInvoicesQuery } from './invoices.inputs';
import { InvoicesService } from './invoices.service';
import { CustomerInvoice } from './invoices.views';

const ListArgs = connectionArgs(ListCustomerInvoicesQuery);

@Resolver(() => CustomerInvoice)
export class CustomerInvoicesResolver {
  constructor(
    private readonly invoices: InvoicesService,
    private readonly creditNotes: CreditNotesService,
  ) {}

  @ReadField(serves(InvoicesService, 'list'), page(CustomerInvoice), {
    summary: 'List the invoices of a customer, by issue date unless another order is asked for.',
  })
  list(@IdArg('customerId') customerId: string, @AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.invoices.list(customerId, listQueryOf<ListCustomerInvoicesQuery>(args));
  }

  @ReadField(serves(InvoicesService, 'get'), one(CustomerInvoice), {
    summary: 'Get an invoice by its id or its number.',
  })
  get(@IdArg('customerId') customerId: string, @IdArg('invoiceRef') invoiceRef: string) {
    return this.invoices.get(customerId, invoiceRef);
  }

  @WriteField(serves(InvoicesService, 'markPaid'), one(CustomerInvoice), {
    summary: 'Mark an open invoice as paid.',
  })
  markCustomerInvoicePaid(@IdArg('customerId') customerId: string, @IdArg('invoiceRef') invoiceRef: string) {
    return this.invoices.markPaid(customerId, invoiceRef);
  }

  @WriteField(serves(CreditNotesService, 'create'), one(CreditNote), {
    summary: 'Take an invoice back with a credit note, all but its usage.',
  })
  createInvoiceCreditNote(
    @IdArg('customerId') customerId: string,
    @IdArg('invoiceRef') invoiceRef: string,
    @Args('input') input: CreateCreditNoteBody,
  ) {
    return this.creditNotes.create(customerId, invoiceRef, input);
  }
}
