import { instant, jsonb, addressedMapping, text } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { CustomCurrency } from './domain/custom-currency';

export const customCurrencyMapping = addressedMapping(CustomCurrency, 'custom_currency', {
  columns: {
    id: text(),
    displayName: text(),
    description: text(true),
    symbol: text(true),
    units: jsonb(true),
    metadata: jsonb(),
    archivedAt: instant(true),
  },
  searched: ['id', 'displayName'],
  // Domain: catalog C1. The id of an archived currency may be used again.
  indices: [
    { name: 'uq_custom_currency_id', columns: ['id'], unique: true, where: 'archived_at IS NULL' },
    { name: 'ix_custom_currency_any_id', columns: ['id'] },
  ],
});

whenViolated(
  'uq_custom_currency_id',
  'DuplicatedEntityNotAllowed',
  'An active custom currency with this id exists already',
);
