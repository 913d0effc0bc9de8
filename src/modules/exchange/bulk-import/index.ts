export { BulkImportModule } from './bulk-import.module';
