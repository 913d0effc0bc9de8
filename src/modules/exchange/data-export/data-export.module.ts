import { Module } from '@nestjs/common';
import { DataExportController } from './data-export.controller';
import { DataExportResolver } from './data-export.resolver';
import { DataExportService } from './data-export.service';
import { DestinationTables } from './destination-tables.repository';
import { DueSyncs } from './due-syncs.reader';
import { ExportDestinationsRepository } from './export-destinations.repository';
import { ExportPlaces } from './export-places.service';
import { ExportRows } from './export-rows.reader';
import { ExportSyncsRepository } from './export-syncs.repository';
import { ExportSyncsService } from './export-syncs.service';
import { ExportTokensService } from './export-tokens.service';
import { SnapshotExport } from './snapshot-export.service';
import { SnapshotFiles } from './snapshot-files.service';
import { SyncLeases } from './sync-lease.service';
import { SyncRunner } from './sync-runner.listener';
import { SyncWork } from './sync-work.service';

@Module({
  controllers: [DataExportController],
  providers: [
    ...[DataExportResolver, DataExportService, ExportSyncsService, ExportTokensService, ExportPlaces],
    ...[ExportDestinationsRepository, ExportSyncsRepository, DestinationTables, DueSyncs, ExportRows],
    ...[SnapshotExport, SnapshotFiles, SyncLeases, SyncRunner, SyncWork],
  ],
})
export class DataExportModule {}
