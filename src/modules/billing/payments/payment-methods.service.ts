import { Injectable } from '@nestjs/common';
import { customerBuckets } from '#libs/business/values/customer-buckets';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { one } from '#libs/use-cases/answer';
import { LastCommit } from '#libs/use-cases/last-commit';
import { UseCase } from '#libs/use-cases/use-case';
import {
  Customer,
  CustomerPaymentMethods,
  CustomersService,
  type StoredCustomer,
} from '#modules/customers/customers';
import { IntegrationsService, type StoredIntegration } from '#modules/customers/integrations';
import type { Payer } from './domain/payment-provider';
import { MethodAttachments } from './method-attachments.service';
import { MethodDetachments } from './method-detachments.service';
import type { AttachCustomerPaymentMethodBody } from './payment-methods.inputs';
import { PaymentAttempts } from './payment-attempts.service';
import { askedOf } from './payment-providers.service';

/** How customers pay. Domain: customers-subscriptions U8 */
@Injectable()
export class PaymentMethodsService {
  constructor(
    private readonly customers: CustomersService,
    private readonly methods: CustomerPaymentMethods,
    private readonly integrations: IntegrationsService,
    private readonly attachments: MethodAttachments,
    private readonly detachments: MethodDetachments,
    private readonly attempts: PaymentAttempts,
    private readonly lastCommit: LastCommit,
  ) {}

  /**
   * The provider is asked first: until it knows the method, nothing is kept.
   * @throws CustomerNotFound, EntityIsArchivedError, IntegrationNotFound, UnsupportedVendorIdentifier, PaymentMethodNotFoundError,
   *   PaymentProcessorError, IntegrationValidationError, IntegrityViolation (customers-subscriptions U6), BadUserInput
   */
  @UseCase('attachCustomerPaymentMethod', {
    needs: 'customers:write',
    answers: one(Customer),
    summary: 'Attach a payment method that the provider knows; from now on the customer pays by it.',
    touches: customerBuckets,
    commits: 'last',
  })
  async attach(customerId: string, body: AttachCustomerPaymentMethodBody): Promise<Customer> {
    const customer = await this.customers.getOrThrow(customerId);
    customer.requireLive();
    const integration = await this.integrationOf(body);
    const paying = {
      payer: payerOf(customer),
      customerRef: knownTo(customer, integration),
      methodRef: body.paymentMethodId,
    };
    const attachment = await askedOf(this.attachments.attach(integration, paying));
    const { billingCurrency } = body;
    return this.lastCommit.run(async () => {
      const view = await this.methods.attach(customerId, { integration, ...attachment, billingCurrency });
      await this.attempts.hasten(customer.uid);
      return view;
    });
  }

  /** The provider is told after the commit. @throws CustomerNotFound, PaymentMethodNotFoundError, CannotRemovePaymentMethodFromCustomerError */
  @UseCase('detachCustomerPaymentMethod', {
    needs: 'customers:write',
    answers: one(Customer),
    summary: 'Detach the payment method of a customer.',
    touches: customerBuckets,
  })
  async detach(customerId: string): Promise<Customer> {
    const { view, forgotten } = await this.methods.detach(customerId);
    await this.detachments.ask(customerId, forgotten);
    return view;
  }

  /** @throws IntegrationNotFound, UnsupportedVendorIdentifier, BadUserInput */
  private async integrationOf(body: AttachCustomerPaymentMethodBody): Promise<StoredIntegration> {
    const { integrationId, vendorIdentifier: vendor } = body;
    const collecting = await this.integrations.collecting();
    if (collecting?.vendorIdentifier !== vendor) {
      const message = `vendorIdentifier: nothing of ${vendor} collects money in this environment; connect a provider by POST /integrations`;
      throw new DomainError('UnsupportedVendorIdentifier', message);
    }
    if (collecting.id === integrationId) return collecting;
    // Of each vendor there is one at most.
    const other = await this.integrations.getOrThrow(integrationId);
    throw badInput(
      `vendorIdentifier: integration ${other.id} is of ${other.vendorIdentifier}, not of ${vendor}`,
    );
  }
}

/** Who they are to an integration, as far as anybody has said. Domain: customers-subscriptions U8 */
export const knownTo = (customer: StoredCustomer, { id }: StoredIntegration): string | null =>
  customer.refAt(id) ?? customer.billingId;

/** As a provider is told of them. */
export const payerOf = ({ uid, id, environmentId, name, email }: StoredCustomer): Payer => ({
  ...{ uid, id, environmentId, name, email },
});
