import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { CreditNotesService } from './credit-notes.service';
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

  @ReadField(InvoicesService, 'list')
  list(@IdArg('customerId') customerId: string, @AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.invoices.list(customerId, listQueryOf<ListCustomerInvoicesQuery>(args));
  }

  @ReadField(InvoicesService, 'get')
  get(@IdArg('customerId') customerId: string, @IdArg('invoiceRef') invoiceRef: string) {
    return this.invoices.get(customerId, invoiceRef);
  }

  @WriteField(InvoicesService, 'markPaid')
  markCustomerInvoicePaid(@IdArg('customerId') customerId: string, @IdArg('invoiceRef') invoiceRef: string) {
    return this.invoices.markPaid(customerId, invoiceRef);
  }

  @WriteField(CreditNotesService, 'create')
  createInvoiceCreditNote(
    @IdArg('customerId') customerId: string,
    @IdArg('invoiceRef') invoiceRef: string,
    @Args('input') input: CreateCreditNoteBody,
  ) {
    return this.creditNotes.create(customerId, invoiceRef, input);
  }
}
