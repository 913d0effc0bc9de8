import { tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { AutoCancellationRule } from './domain/auto-cancellation-rule';

export const autoCancellationRuleMapping = tenantMapping(AutoCancellationRule, 'product_auto_cancellation', {
  columns: { sourceUid: uuid(), sourceId: text(), targetUid: uuid(), targetId: text() },
  uniques: [{ name: 'uq_product_auto_cancellation', columns: ['sourceUid', 'targetUid'] }],
  indices: [{ name: 'ix_product_auto_cancellation_target', columns: ['targetUid'] }],
  references: [
    { name: 'fk_product_auto_cancellation_source', property: 'sourceUid', target: () => 'Product' },
    { name: 'fk_product_auto_cancellation_target', property: 'targetUid', target: () => 'Product' },
  ],
});

whenViolated(
  'uq_product_auto_cancellation',
  'DuplicatedEntityNotAllowed',
  'The source cancels this target already',
);
