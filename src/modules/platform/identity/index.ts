export { IdentityBootstrap, type FirstEnvironment, type FirstKeys } from './identity.bootstrap';
export { IdentityModule } from './identity.module';
export { grantable, permissions } from './domain/permissions';
export { RevocationListener } from './revocation.listener';
