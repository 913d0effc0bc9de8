export { EnvironmentsService } from './environments.service';
export {
  environmentTypeChange,
  EnvironmentAdministrationService,
} from './environment-administration.service';
export { IdentityBootstrap, type FirstEnvironment, type FirstKeys } from './identity.bootstrap';
export { IdentityModule } from './identity.module';
export { grantable, permissions } from './domain/permissions';
export { RevocationListener } from './revocation.listener';
