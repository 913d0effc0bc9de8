import { addressedMapping, bool, jsonb, text } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { LegalEntity } from './domain/legal-entity';

export const legalEntityMapping = addressedMapping(LegalEntity, 'legal_entity', {
  columns: {
    id: text(),
    name: text(),
    legalName: text(true),
    registrationNumber: text(true),
    address: jsonb(true),
    taxIds: jsonb(),
    email: text(true),
    invoiceNumberPrefix: text(true),
    isDefault: bool(),
    status: text(),
  },
  uniques: [{ name: 'uq_legal_entity_id', columns: ['id'] }],
  // Writers of the default take turns; this keeps a second one out whatever they do.
  indices: [{ name: 'uq_legal_entity_default', columns: [], unique: true, where: 'is_default' }],
});

whenViolated(
  'uq_legal_entity_id',
  'DuplicatedEntityNotAllowed',
  'A legal entity with this id exists already',
);
whenViolated('uq_legal_entity_default', 'ObjectAlreadyBeingUsedByAnotherRequestError');
