import { integer, jsonb, tenantMapping, uuid } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { SubscriptionImportRow } from './domain/subscription-import-row';

export const subscriptionImportRowMapping = tenantMapping(SubscriptionImportRow, 'subscription_import_row', {
  columns: { importUid: uuid(), place: integer(), content: jsonb() },
  // An environment has the rows of one import, so of two that begin at once one is refused.
  uniques: [{ name: 'uq_subscription_import_row_place', columns: ['place'] }],
});

whenViolated('uq_subscription_import_row_place', 'ImportAlreadyInProgress');
