import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Extensions, Question, Vetoes } from '#libs/messaging/extensions';
import {
  collectingVendor,
  integrationRemoval,
  IntegrationsService,
  type StoredIntegration,
} from '#modules/customers/integrations';
import { CustomersRepository } from './customers.repository';
import type { Customer } from './domain/customer';
import {
  isChangedThere,
  linksOf,
  linksWith,
  requireKnown,
  type IntegrationLink,
} from './domain/integration-links';

/** May this customer become another one to who collects its money? Asked before the change (customers-subscriptions U9). */
export const billingLinkChange = new Question<{ customer: Customer }>('customer.change-billing-link');

/** Who a customer is in the services of vendors. Domain: customers-subscriptions U9 */
@Injectable()
export class CustomerLinks {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly integrations: IntegrationsService,
    private readonly extensions: Extensions,
  ) {}

  /**
   * All that it is linked to from now on.
   * @throws UnsupportedVendorIdentifier, IntegrationNotFound, BadUserInput, DuplicateIntegrationNotAllowed, CannotChangeBillingIntegration
   */
  async give(customer: Customer, asked: readonly IntegrationLink[]): Promise<void> {
    const connected = asked.length === 0 ? [] : await this.integrations.holdEvery();
    for (const link of asked) requireKnown(link, connected);
    const links = linksOf(
      asked.map(({ id, vendorIdentifier, syncedEntityId }) => ({ id, vendorIdentifier, syncedEntityId })),
    );
    if (isChangedThere(collectingVendor, customer.integrations, links))
      await this.extensions.ask(billingLinkChange, { customer });
    customer.linkTo(links);
  }

  /** Who it is there is known by now. */
  async know(customer: Customer, { id, vendorIdentifier }: StoredIntegration, ref: string): Promise<void> {
    const known = { id, vendorIdentifier, syncedEntityId: ref };
    await this.give(customer, linksWith(customer.integrations, [known]) ?? []);
  }

  /** @throws IntegrityViolation, CannotChangeBillingIntegration */
  @Vetoes(integrationRemoval)
  async refuseRemoval({ integration, isDeleted }: typeof integrationRemoval.facts): Promise<void> {
    if (!(await this.customers.isAnyLinkedTo(integration.id))) return;
    if (isDeleted)
      throw new DomainError(
        'IntegrityViolation',
        `Customers are linked to integration ${integration.id}; unlink them first`,
      );
    throw new DomainError(
      'CannotChangeBillingIntegration',
      `credentials: customers are linked to integration ${integration.id}, who are not known to the other account; unlink them first`,
    );
  }
}
