import { View } from '#libs/shape/classes';
import { Bool, Json, ListOf, Nested, Num, OneOf, Text, Timestamp } from '#libs/shape/decorators';
import { enumShape } from '#libs/shape/enum-shape';
import {
  connectionStatuses,
  destinationTypes,
  type ConnectionStatus,
  type DestinationType,
  type ExportDestination,
} from './domain/export-destination';
import { syncStates, type ExportSync, type SyncState } from './domain/export-sync';
import type { ModelGroup } from './domain/export-model';

const DestinationTypeEnum = enumShape<DestinationType>('DataExportDestinationType', [...destinationTypes]);
const ConnectionStatusEnum = enumShape<ConnectionStatus>('DataExportConnectionStatus', [
  ...connectionStatuses,
]);
const SyncStateEnum = enumShape<SyncState>('DataExportSyncState', [...syncStates]);

@View('Rows of one kind that can be exported.')
export class DataExportModel {
  @Text() id: string;
  @Text() displayName: string;
}

@View('Models that belong together.')
export class DataExportModelGroup {
  @Text() id: string;
  @Text() displayName: string;
  @ListOf(DataExportModel) models: DataExportModel[];
}

@View('All that can be exported.')
export class DataExportModels {
  @ListOf(DataExportModelGroup) groups: DataExportModelGroup[];

  static from(groups: readonly ModelGroup[]): DataExportModels {
    const told = ({ id, displayName }: { id: string; displayName: string }) => ({ id, displayName });
    return { groups: groups.map((group) => ({ ...told(group), models: group.models.map(told) })) };
  }
}

@View('How it goes with the last sync of a destination.')
export class DataExportSyncStatus {
  @Timestamp({ description: 'When it ended; as long as it has not, when something was last heard of it.' })
  finishedAt: Date;

  @OneOf(SyncStateEnum, { description: 'INCOMPLETE: an attempt broke off, and it is tried again.' })
  status: SyncState;

  @Text() transferId: string;
  @Text({ optional: true, description: 'Who must do something about it: DESTINATION or SERVICE.' })
  blamedParty?: string;

  @Text({ optional: true, description: 'Why the last attempt broke off, and what to do.' })
  failureMessage?: string;

  @Num({ optional: true, description: 'Rows that were written: where few have changed, few.' })
  rowsTransferred?: number;

  static from({ uid, state, finishedAt, updatedAt, blamed, failure, rowsTransferred }: ExportSync) {
    const told = { finishedAt: finishedAt ?? updatedAt, status: state, transferId: uid, rowsTransferred };
    return blamed === null || failure === null
      ? told
      : { ...told, blamedParty: blamed, failureMessage: failure };
  }
}

@View('Where data is exported to.')
export class DataExportDestination {
  @Timestamp({ description: 'When its connection was chosen; as long as none is, when it was made.' })
  connectedAt: Date;

  @Text() destinationId: string;
  @OneOf(DestinationTypeEnum) type: DestinationType;
  @OneOf(ConnectionStatusEnum, {
    optional: true,
    description: 'NOT_AVAILABLE: the operator of the service does not offer it any more.',
  })
  connectionStatus?: ConnectionStatus;

  @ListOf({}, { optional: true }) enabledModels?: string[];
  @Nested(DataExportSyncStatus, { optional: true, description: 'Absent: it was never synced.' })
  lastSyncStatus?: DataExportSyncStatus;

  static from(
    { id, type, connectedAt, enabledModels }: ExportDestination,
    connectionStatus: ConnectionStatus,
    sync?: ExportSync,
  ): DataExportDestination {
    const told = { connectedAt, destinationId: id, type, connectionStatus, enabledModels };
    return sync ? { ...told, lastSyncStatus: DataExportSyncStatus.from(sync) } : told;
  }
}

@View('All destinations of an environment, the oldest first.')
export class DataExportDestinations {
  @ListOf(DataExportDestination) destinations: DataExportDestination[];
}

@View('Whether a sync was started.')
export class StartedDataExportSync {
  @Text() destinationId: string;
  @Bool() triggered: boolean;
  @Text({ optional: true, description: 'Why none was started.' }) errorMessage?: string;
  @Text({ optional: true, description: 'Of the sync that was started, or that is under way.' })
  transferId?: string;
}

@View('What was started.')
export class StartedDataExportSyncs {
  @ListOf(StartedDataExportSync) results: StartedDataExportSync[];
}

@View('A token for a page on which destinations are set up.')
export class DataExportToken {
  @Text() token: string;
  @Timestamp() expiresAt: Date;
  @Json({ description: 'What the page may choose from: types, models, names of connections.' })
  providerMetadata: object;
}
