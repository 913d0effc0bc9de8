import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { WriteField } from '#libs/graphql/fields';
import { Customer } from '#modules/customers/customers';
import { AttachCustomerPaymentMethodBody } from './payment-methods.inputs';
import { PaymentMethodsService } from './payment-methods.service';

@Resolver(() => Customer)
export class PaymentMethodsResolver {
  constructor(private readonly methods: PaymentMethodsService) {}

  @WriteField(PaymentMethodsService, 'attach')
  attachCustomerPaymentMethod(
    @IdArg('customerId') customerId: string,
    @Args('input') input: AttachCustomerPaymentMethodBody,
  ) {
    return this.methods.attach(customerId, input);
  }

  @WriteField(PaymentMethodsService, 'detach')
  detachCustomerPaymentMethod(@IdArg('customerId') customerId: string) {
    return this.methods.detach(customerId);
  }
}
