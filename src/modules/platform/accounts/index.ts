export { AccountAdministrationService, accountStatusChanged } from './account-administration.service';
export { AccountsBootstrap, type FirstEnvironment, type FirstKeys } from './accounts.bootstrap';
export { AccountsModule } from './accounts.module';
export { AccountsService } from './accounts.service';
export { DefaultKeys, type IssuedKeys } from './domain/default-keys';
export { accountTiers, type AccountAccess, type AccountStatus, type AccountTier } from './domain/account';
export {
  bestOf,
  fullAccessMay,
  memberMay,
  environmentRoles,
  memberRoles,
  ofUsers,
  strangerMay,
  type EnvironmentRole,
  type MemberRole,
} from './domain/roles';
export {
  environmentTypeChange,
  EnvironmentAdministrationService,
} from './environment-administration.service';
export { EnvironmentsService } from './environments.service';
export { MembersService } from './members.service';
export { MovedAccounts } from './moved-accounts.repository';
export type { Member } from './members.views';
export { Environment, type Account } from './accounts.views';
