import { addressedMapping, jsonb, text, uuid } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { PackageGroup } from './domain/package-group';

export const packageGroupMapping = addressedMapping(PackageGroup, 'package_group', {
  columns: {
    id: text(),
    displayName: text(true),
    productUid: uuid(),
    productId: text(),
    addons: jsonb(),
    status: text(),
  },
  uniques: [{ name: 'uq_package_group_id', columns: ['id'] }],
  indices: [{ name: 'ix_package_group_product', columns: ['productUid'] }],
  references: [{ name: 'fk_package_group_product', property: 'productUid', target: () => 'Product' }],
});

whenViolated(
  'uq_package_group_id',
  'DuplicatedEntityNotAllowed',
  'A package group with this id exists already',
);
