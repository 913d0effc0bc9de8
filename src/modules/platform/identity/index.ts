export { IdentityModule } from './identity.module';
export { RevocationListener } from './revocation.listener';
