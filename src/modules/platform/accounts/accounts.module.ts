import { Global, Module } from '@nestjs/common';
import { AccountAdministrationService } from './account-administration.service';
import { AccountsBootstrap } from './accounts.bootstrap';
import { AccountsReader } from './accounts.reader';
import { AccountsRepository } from './accounts.repository';
import { AccountsService } from './accounts.service';
import { EnvironmentAdministrationService } from './environment-administration.service';
import { EnvironmentsController } from './environments.controller';
import { EnvironmentsReader } from './environments.reader';
import { EnvironmentsRepository } from './environments.repository';
import { EnvironmentsResolver } from './environments.resolver';
import { EnvironmentsService } from './environments.service';
import { InvitationAcceptanceService } from './invitation-acceptance.service';
import { InvitationTokens } from './invitation-tokens.service';
import { MembersController } from './members.controller';
import { MembersRepository } from './members.repository';
import { MembersResolver } from './members.resolver';
import { MembersService } from './members.service';
import { MovedAccounts } from './moved-accounts.repository';
import { OwnAccount } from './own-account.service';

@Global()
@Module({
  controllers: [EnvironmentsController, MembersController],
  providers: [
    AccountAdministrationService,
    AccountsBootstrap,
    AccountsReader,
    AccountsRepository,
    AccountsService,
    EnvironmentAdministrationService,
    EnvironmentsReader,
    EnvironmentsRepository,
    EnvironmentsResolver,
    EnvironmentsService,
    InvitationAcceptanceService,
    InvitationTokens,
    MembersRepository,
    MembersResolver,
    MembersService,
    MovedAccounts,
    OwnAccount,
  ],
  exports: [
    AccountAdministrationService,
    AccountsBootstrap,
    AccountsService,
    EnvironmentAdministrationService,
    EnvironmentsService,
    MembersService,
    MovedAccounts,
  ],
})
export class AccountsModule {}
