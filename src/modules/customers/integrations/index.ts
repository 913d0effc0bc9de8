export { isSandbox, type Credentials } from './domain/credentials';
export type { Integration as StoredIntegration } from './domain/integration';
export { collectingVendor, type VendorIdentifier } from './domain/vendor';
export { IntegrationsModule } from './integrations.module';
export { integrationRemoval, IntegrationsService } from './integrations.service';
export { VendorIdentifierEnum } from './integrations.views';
