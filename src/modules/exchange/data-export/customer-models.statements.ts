import { uidKey as key, type ModelGroup } from './domain/export-model';

const instants = { created_at: 'timestamptz', updated_at: 'timestamptz' } as const;

/** @reads customer, customer_resource of customers/customers */
export const customerModels: ModelGroup = {
  id: 'customers',
  displayName: 'Customers',
  models: [
    {
      id: 'customers',
      displayName: 'Customers',
      from: 'from customer t where t.environment_id = $1',
      key,
      columns: {
        id: 'text',
        name: 'text',
        email: 'text',
        billing_currency: 'text',
        billing_id: 'text',
        language: 'text',
        timezone: 'text',
        billing_address: 'jsonb',
        tax_ids: 'jsonb',
        metadata: 'jsonb',
        archived_at: 'timestamptz',
        ...instants,
      },
    },
    {
      id: 'customer_resources',
      displayName: 'Resources of customers',
      from: 'from customer_resource t where t.environment_id = $1',
      key,
      columns: { id: 'text', customer_uid: 'uuid', ...instants },
    },
  ],
};
