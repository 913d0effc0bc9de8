export { IdentityBootstrap, type FirstEnvironment, type FirstKeys } from './identity.bootstrap';
export { IdentityModule } from './identity.module';
export { permissions } from './domain/permissions';
export { RevocationListener } from './revocation.listener';
