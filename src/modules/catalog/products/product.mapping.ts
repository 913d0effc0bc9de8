import { bool, jsonb, addressedMapping, text } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { Product } from './domain/product';

export const productMapping = addressedMapping(Product, 'product', {
  columns: {
    id: text(),
    displayName: text(),
    description: text(true),
    metadata: jsonb(),
    multipleSubscriptions: bool(),
    status: text(),
    settings: jsonb(),
    usageResetCutoff: text(),
  },
  uniques: [{ name: 'uq_product_id', columns: ['id'] }],
  searched: ['id', 'displayName'],
});

whenViolated('uq_product_id', 'DuplicatedEntityNotAllowed', 'A product with this id exists already');
