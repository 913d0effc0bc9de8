import { Injectable } from '@nestjs/common';
import type { CurrencyCode } from '#libs/business/values/currency';
import { withoutAbsent } from '#libs/kernel/patch';
import { Extensions, Question } from '#libs/messaging/extensions';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { Within } from '#libs/use-cases/use-case';
import type { StoredIntegration } from '#modules/customers/integrations';
import { CustomerLinks } from './customer-links.service';
import { CustomersRepository } from './customers.repository';
import { mayBeBilledIn } from './customers.service';
import { toldAsCustomer, type Customer } from './customers.views';
import type { Customer as StoredCustomer } from './domain/customer';
import type { KeptPaymentMethod } from './domain/payment-method';

/** May this customer go without a payment method from now on? Asked before it is detached (customers-subscriptions U8). */
export const paymentMethodRemoval = new Question<{ customer: StoredCustomer }>(
  'customer.detach-payment-method',
);

/** What a provider knows of a customer that pays. */
export interface AttachedMethod {
  integration: StoredIntegration;
  customerRef: string;
  method: Omit<KeptPaymentMethod, 'integrationId'>;
  billingCurrency?: CurrencyCode | null | undefined;
}

/** How customers pay, as it is kept; who asks the provider stands above. Domain: customers-subscriptions U8 */
@Injectable()
export class CustomerPaymentMethods {
  private readonly changes: Changes<StoredCustomer, Customer>;

  constructor(
    private readonly customers: CustomersRepository,
    private readonly links: CustomerLinks,
    private readonly extensions: Extensions,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(customers, { ...toldAsCustomer, noun: 'payment_method' });
  }

  /** In the place of the one before. @throws CustomerNotFound, EntityIsArchivedError, IntegrityViolation (customers-subscriptions U6) */
  @Within()
  async attach(
    customerId: string,
    { integration, customerRef, method, billingCurrency }: AttachedMethod,
  ): Promise<Customer> {
    return this.changes.apply(customerId, 'attached', async (customer) => {
      customer.payBy({ integrationId: integration.id, ...method });
      await this.links.know(customer, integration, customerRef);
      await mayBeBilledIn(billingCurrency, customer, this.extensions);
      customer.change(withoutAbsent({ billingCurrency }));
    });
  }

  /** @throws CustomerNotFound, PaymentMethodNotFoundError, CannotRemovePaymentMethodFromCustomerError */
  @Within()
  async detach(customerId: string): Promise<{ view: Customer; forgotten: KeptPaymentMethod }> {
    const customer = await this.customers.lockAloneOrThrow(customerId);
    const before = customer.paymentMethod;
    const view = await this.changes.apply(customer, 'detached', async () => {
      customer.forgetPaymentMethod();
      await this.extensions.ask(paymentMethodRemoval, { customer });
    });
    return { view, forgotten: before as KeptPaymentMethod };
  }
}
