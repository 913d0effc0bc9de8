import { EntitySchema } from 'typeorm';
import { instant, jsonb, text, uuid } from '#libs/persistence/mapping';

const key = { primary: true, primaryKeyConstraintName: 'pk_entitlement_snapshot' };

/** All that the sources of one customer, on one resource or ('') on none, grant. Domain: entitlements-usage G9 */
export const entitlementSnapshotMapping = new EntitySchema<Record<string, unknown>>({
  name: 'entitlement_snapshot',
  tableName: 'entitlement_snapshot',
  columns: {
    environment_id: { ...uuid(), ...key },
    customer_uid: { ...uuid(), ...key },
    resource_key: { ...text(), ...key },
    version: { type: 'bigint' },
    subscriptions: jsonb(),
    grants: jsonb(),
    updated_at: instant(),
  },
  foreignKeys: [
    {
      name: 'fk_entitlement_snapshot_customer',
      target: 'Customer',
      columnNames: ['environment_id', 'customer_uid'],
      referencedColumnNames: ['environmentId', 'uid'],
    },
  ],
});
