import { instant, jsonb, addressedMapping, text } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { Customer } from './domain/customer';

export const customerMapping = addressedMapping(Customer, 'customer', {
  columns: {
    id: text(),
    name: text(true),
    email: text(true),
    billingCurrency: text(true),
    billingId: text(true),
    language: text(true),
    timezone: text(true),
    billingAddress: jsonb(true),
    taxIds: jsonb(true),
    passthrough: jsonb(true),
    metadata: jsonb(),
    // Amounts are texts in it, so that nothing reads them as floats.
    coupon: jsonb(true),
    integrations: jsonb(true),
    paymentMethod: jsonb(true),
    archivedAt: instant(true),
    importedAsOf: instant(true),
  },
  uniques: [{ name: 'uq_customer_id', columns: ['id'] }],
  searched: ['id', 'name', 'email'],
  // Lists go by uid: the key serves the whole list, these serve its filters at any depth.
  indices: [
    { name: 'ix_customer_email', columns: ['email', 'uid'], where: 'email IS NOT NULL' },
    { name: 'ix_customer_name', columns: ['name', 'uid'], where: 'name IS NOT NULL' },
    { name: 'ix_customer_created_at', columns: ['createdAt'] },
    { name: 'ix_customer_linked', columns: ['uid'], where: 'integrations IS NOT NULL' },
    { name: 'ix_customer_archived', columns: ['uid'], where: 'archived_at IS NOT NULL' },
  ],
});

whenViolated('uq_customer_id', 'DuplicatedEntityNotAllowed', 'A customer with this id exists already');
