import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { WriteField } from '#libs/graphql/fields';
import { ChargeSubscriptionUsageBody } from './subscription-invoicing.inputs';
import { SubscriptionInvoicingService } from './subscription-invoicing.service';

@Resolver()
export class SubscriptionInvoicingResolver {
  constructor(private readonly invoicing: SubscriptionInvoicingService) {}

  @WriteField(SubscriptionInvoicingService, 'markPaid')
  markPaid(@IdArg('id') id: string) {
    return this.invoicing.markPaid(id);
  }

  @WriteField(SubscriptionInvoicingService, 'chargeUsage')
  chargeUsage(@IdArg('id') id: string, @Args('input') input: ChargeSubscriptionUsageBody) {
    return this.invoicing.chargeUsage(id, input);
  }

  @WriteField(SubscriptionInvoicingService, 'syncUsage')
  syncUsage(@IdArg('id') id: string) {
    return this.invoicing.syncUsage(id);
  }
}
