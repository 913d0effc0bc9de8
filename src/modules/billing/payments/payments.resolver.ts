import { Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { ListInvoicePaymentsQuery } from './payments.inputs';
import { PaymentsService } from './payments.service';
import { InvoicePayment } from './payments.views';

const ListArgs = connectionArgs(ListInvoicePaymentsQuery);

@Resolver(() => InvoicePayment)
export class PaymentsResolver {
  constructor(private readonly payments: PaymentsService) {}

  @WriteField(PaymentsService, 'charge')
  chargeCustomerInvoice(@IdArg('customerId') customerId: string, @IdArg('invoiceRef') invoiceRef: string) {
    return this.payments.charge(customerId, invoiceRef);
  }

  @ReadField(PaymentsService, 'list')
  list(
    @IdArg('customerId') customerId: string,
    @IdArg('invoiceRef') invoiceRef: string,
    @AllArgs(ListArgs) args: InstanceType<typeof ListArgs>,
  ) {
    return this.payments.list(customerId, invoiceRef, listQueryOf<ListInvoicePaymentsQuery>(args));
  }
}
