import { Injectable } from '@nestjs/common';
import { customerBuckets } from '#libs/business/values/customer-buckets';
import { told } from '#libs/context/revision';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { one, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { IntegrationsService } from '#modules/customers/integrations';
import type {
  LinkCustomerIntegrationBody,
  ListCustomerIntegrationsQuery,
  UpdateCustomerIntegrationBody,
} from './customer-integrations.inputs';
import { CustomerIntegration } from './customer-integrations.views';
import { CustomerLinks } from './customer-links.service';
import { CustomersRepository } from './customers.repository';
import { toldAsCustomer, type Customer } from './customers.views';
import type { Customer as StoredCustomer } from './domain/customer';
import { linkOf, type IntegrationLink } from './domain/integration-links';

/** Who a customer is in the services of vendors. Domain: customers-subscriptions U9 */
@Injectable()
export class CustomerIntegrationsService {
  private readonly changes: Changes<StoredCustomer, Customer>;

  constructor(
    private readonly customers: CustomersRepository,
    private readonly links: CustomerLinks,
    private readonly integrations: IntegrationsService,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(customers, toldAsCustomer);
  }

  /**
   * @throws CustomerNotFound, EntityIsArchivedError, UnsupportedVendorIdentifier, IntegrationNotFound, BadUserInput,
   *   DuplicateIntegrationNotAllowed
   */
  @UseCase('linkCustomerIntegration', {
    needs: 'customers:write',
    answers: one(CustomerIntegration),
    summary: 'Say who a customer is in the service of a vendor.',
    touches: customerBuckets,
  })
  async link(customerId: string, body: LinkCustomerIntegrationBody): Promise<CustomerIntegration> {
    return this.change(customerId, body.id, (links) => [...links, body]);
  }

  /** The newest integration first. @throws CustomerNotFound, BadUserInput */
  @UseCase('listCustomerIntegrations', {
    needs: 'customers:read',
    answers: page(CustomerIntegration),
    summary: 'List who a customer is in the services of vendors.',
  })
  async list(customerId: string, query: ListCustomerIntegrationsQuery): Promise<Page<CustomerIntegration>> {
    const { integrations: links } = await this.customers.getOrThrow(customerId);
    const filter = { ids: links?.map(({ id }) => id) ?? [], vendors: query.vendorIdentifier };
    const found = await this.integrations.page(pageRequestOf(query), filter);
    return mapPage(found, (each) => CustomerIntegration.from(linkOrThrow(links, each.id), each));
  }

  /** @throws CustomerNotFound, IntegrationNotFound where it is not linked to it */
  @UseCase('getCustomerIntegration', {
    needs: 'customers:read',
    answers: one(CustomerIntegration),
    summary: 'Get who a customer is in the service of a vendor.',
  })
  async get(customerId: string, integrationId: string): Promise<CustomerIntegration> {
    const customer = await this.customers.getOrThrow(customerId);
    return this.show(customer, linkOrThrow(customer.integrations, integrationId));
  }

  /** @throws CustomerNotFound, EntityIsArchivedError, IntegrationNotFound where it is not linked to it, CannotChangeBillingIntegration */
  @UseCase('updateCustomerIntegration', {
    needs: 'customers:write',
    answers: one(CustomerIntegration),
    summary: 'Change who a customer is in the service of a vendor.',
    touches: customerBuckets,
  })
  async update(
    customerId: string,
    integrationId: string,
    { syncedEntityId }: UpdateCustomerIntegrationBody,
  ): Promise<CustomerIntegration> {
    return this.change(customerId, integrationId, (links) => {
      linkOrThrow(links, integrationId);
      return links.map((each) => (each.id === integrationId ? { ...each, syncedEntityId } : each));
    });
  }

  /** @throws CustomerNotFound, EntityIsArchivedError, IntegrationNotFound where it is not linked to it, CannotChangeBillingIntegration */
  @UseCase('unlinkCustomerIntegration', {
    needs: 'customers:write',
    answers: one(CustomerIntegration),
    summary: 'Forget who a customer is in the service of a vendor.',
    touches: customerBuckets,
  })
  async unlink(customerId: string, integrationId: string): Promise<CustomerIntegration> {
    return this.change(customerId, integrationId, (links) => {
      linkOrThrow(links, integrationId);
      return links.filter(({ id }) => id !== integrationId);
    });
  }

  /** @returns the link as it is then, or as it was where it is gone */
  private async change(
    customerId: string,
    integrationId: string,
    after: (links: readonly IntegrationLink[]) => IntegrationLink[],
  ): Promise<CustomerIntegration> {
    const customer = await this.customers.lockOrThrow(customerId);
    const before = customer.integrations;
    await this.changes.apply(customer, 'updated', () => {
      customer.requireLive();
      return this.links.give(customer, after(before ?? []));
    });
    const links = linkOf(customer.integrations, integrationId) ? customer.integrations : before;
    return this.show(customer, linkOrThrow(links, integrationId));
  }

  /** A link is part of its customer, whose state it has. Domain: catalog C10 */
  private async show(customer: StoredCustomer, link: IntegrationLink): Promise<CustomerIntegration> {
    return told(CustomerIntegration.from(link, await this.integrations.getOrThrow(link.id)), customer);
  }
}

/** @throws IntegrationNotFound */
function linkOrThrow(links: readonly IntegrationLink[] | null, id: string): IntegrationLink {
  const link = linkOf(links, id);
  if (link) return link;
  throw new DomainError('IntegrationNotFound', `The customer is linked to no integration ${id}`);
}
