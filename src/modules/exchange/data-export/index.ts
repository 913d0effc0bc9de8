export { DataExportModule } from './data-export.module';
export { modelsDocument } from './export-models.statements';
export { SyncRunner } from './sync-runner.listener';
