import {
  addressedMapping,
  instant,
  integer,
  jsonb,
  safeInteger,
  tenantMapping,
  text,
  uuid,
} from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { ExportDestination } from './domain/export-destination';
import { ExportSync } from './domain/export-sync';

export const exportDestinationMapping = addressedMapping(ExportDestination, 'export_destination', {
  columns: {
    id: text(),
    type: text(),
    enabledModels: jsonb(),
    integrationId: text(true),
    connectedAt: instant(),
  },
  uniques: [{ name: 'uq_export_destination_id', columns: ['id'] }],
});

whenViolated(
  'uq_export_destination_id',
  'ObjectAlreadyBeingUsedByAnotherRequestError',
  'Another request makes a destination with this id; repeat the request',
);

export const exportSyncMapping = tenantMapping(ExportSync, 'export_sync', {
  columns: {
    destinationUid: uuid(),
    state: text(),
    attempts: integer(),
    takings: integer(),
    rowsTransferred: safeInteger(),
    blamed: text(true),
    failure: text(true),
    dueAt: instant(true),
    leaseOwner: uuid(true),
    leaseUntil: instant(true),
    finishedAt: instant(true),
  },
  indices: [
    // Of a destination one at most is under way.
    {
      name: 'uq_export_sync_open',
      columns: ['destinationUid'],
      unique: true,
      where: 'finished_at IS NULL',
    },
    { name: 'ix_export_sync_destination', columns: ['destinationUid', 'uid'] },
  ],
  references: [
    {
      name: 'fk_export_sync_destination',
      property: 'destinationUid',
      target: () => 'ExportDestination',
      onDelete: 'CASCADE',
    },
  ],
});
// Who looks for work does so in all environments at once.
exportSyncMapping.options.indices?.push({
  name: 'ix_export_sync_due',
  columns: ['dueAt'],
  where: 'finished_at IS NULL',
});

whenViolated(
  'uq_export_sync_open',
  'ObjectAlreadyBeingUsedByAnotherRequestError',
  'Another request starts a sync of this destination; repeat the request',
);
