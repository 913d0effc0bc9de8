import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { AttachCustomerPaymentMethodBody } from './payment-methods.inputs';
import { PaymentMethodsService } from './payment-methods.service';

@ApiTags('Customers')
@Controller('api/v1/customers/:id/payment-method')
export class PaymentMethodsController {
  constructor(private readonly methods: PaymentMethodsService) {}

  @Endpoint.post('', PaymentMethodsService, 'attach')
  attach(@PathId('id') id: string, @Body() body: AttachCustomerPaymentMethodBody) {
    return this.methods.attach(id, body);
  }

  @Endpoint.delete('', PaymentMethodsService, 'detach')
  detach(@PathId('id') id: string) {
    return this.methods.detach(id);
  }
}
