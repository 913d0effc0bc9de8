import { tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { customerMapping } from './customer.mapping';
import { CustomerResource } from './domain/customer-resource';

export const customerResourceMapping = tenantMapping(CustomerResource, 'customer_resource', {
  columns: { customerUid: uuid(), id: text() },
  uniques: [{ name: 'uq_customer_resource_id', columns: ['customerUid', 'id'] }],
  // The list of a customer goes by uid.
  indices: [{ name: 'ix_customer_resource_customer', columns: ['customerUid', 'uid'] }],
  references: [
    {
      property: 'customerUid',
      target: () => customerMapping as never,
      name: 'fk_customer_resource_customer',
    },
  ],
});
