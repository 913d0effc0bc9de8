import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { ChargeSubscriptionUsageBody } from './subscription-invoicing.inputs';
import { SubscriptionInvoicingService } from './subscription-invoicing.service';

@ApiTags('Subscriptions')
@Controller('api/v1/subscriptions')
export class SubscriptionInvoicingController {
  constructor(private readonly invoicing: SubscriptionInvoicingService) {}

  @Endpoint.post(':id/invoice/paid', SubscriptionInvoicingService, 'markPaid')
  markPaid(@PathId('id') id: string) {
    return this.invoicing.markPaid(id);
  }

  @Endpoint.post(':id/usage/charge', SubscriptionInvoicingService, 'chargeUsage')
  chargeUsage(@PathId('id') id: string, @Body() body: ChargeSubscriptionUsageBody) {
    return this.invoicing.chargeUsage(id, body);
  }

  @Endpoint.post(':id/usage/sync', SubscriptionInvoicingService, 'syncUsage')
  syncUsage(@PathId('id') id: string) {
    return this.invoicing.syncUsage(id);
  }
}
