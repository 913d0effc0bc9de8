import { Injectable } from '@nestjs/common';
import { CustomerPaymentMethods } from '#modules/customers/customers';
import { IntegrationsService } from '#modules/customers/integrations';
import type { Payment } from './domain/payment';

/** Who has paid on a page pays by the same method from then on. Domain: customers-subscriptions U8, V9 */
@Injectable()
export class PageMethods {
  constructor(
    private readonly methods: CustomerPaymentMethods,
    private readonly integrations: IntegrationsService,
  ) {}

  async keep({ purchase, customerId, customerRef, integrationId }: Payment): Promise<void> {
    const method = purchase?.page?.paidBy;
    const integration = integrationId === null ? undefined : await this.integrations.find(integrationId);
    if (method && integration && customerRef)
      await this.methods.attach(customerId, { integration, customerRef, method });
  }
}
