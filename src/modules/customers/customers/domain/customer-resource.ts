import { TenantEntity } from '#libs/kernel/tenant-entity';

/** A workspace, site or project of a customer, known from the first time that something names it. Domain: customers-subscriptions U10 */
export class CustomerResource extends TenantEntity {
  customerUid: string;
  /** Unique among the resources of its customer. */
  id: string;

  static create(customerUid: string, id: string, now: Date): CustomerResource {
    return CustomerResource.instantiate<CustomerResource>(CustomerResource, { customerUid, id }, now);
  }
}
