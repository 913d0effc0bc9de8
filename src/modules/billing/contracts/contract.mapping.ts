import { addressedMapping, instant, text, uuid } from '#libs/persistence/mapping';
import { Contract } from './domain/contract';

export const contractMapping = addressedMapping(Contract, 'contract', {
  columns: {
    id: text(),
    customerUid: uuid(),
    customerId: text(),
    name: text(true),
    poNumber: text(true),
    // The beginning of that day in UTC.
    activationStartDate: instant(true),
    activationEndDate: instant(true),
    archivedAt: instant(true),
    billingId: uuid(true),
    billingStage: text(true),
    billingPublishedAt: instant(true),
    billingLastDay: instant(true),
  },
  uniques: [{ name: 'uq_contract_id', columns: ['id'] }],
  searched: ['id', 'name', 'poNumber'],
  indices: [
    { name: 'ix_contract_customer', columns: ['customerId', 'uid'] },
    { name: 'ix_contract_name', columns: ['name', 'uid'] },
  ],
  references: [{ name: 'fk_contract_customer', property: 'customerUid', target: () => 'Customer' }],
});
