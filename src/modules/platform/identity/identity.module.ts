import { Global, Module } from '@nestjs/common';
import { Credentials } from '#libs/security/authentication';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeysResolver } from './api-keys.resolver';
import { ApiKeysService } from './api-keys.service';
import { EnvironmentAdministrationService } from './environment-administration.service';
import { EnvironmentsController } from './environments.controller';
import { EnvironmentsReader } from './environments.reader';
import { EnvironmentsRepository } from './environments.repository';
import { EnvironmentsResolver } from './environments.resolver';
import { EnvironmentsService } from './environments.service';
import { IdentityBootstrap } from './identity.bootstrap';
import { IdentityReader } from './identity.reader';
import { KeyCache } from './key.cache';
import { RevocationListener } from './revocation.listener';
import { StoredCredentials } from './stored-credentials.service';

@Global()
@Module({
  controllers: [ApiKeysController, EnvironmentsController],
  providers: [
    ApiKeysRepository,
    ApiKeysResolver,
    ApiKeysService,
    EnvironmentAdministrationService,
    EnvironmentsReader,
    EnvironmentsRepository,
    EnvironmentsResolver,
    EnvironmentsService,
    IdentityBootstrap,
    IdentityReader,
    KeyCache,
    RevocationListener,
    { provide: Credentials, useClass: StoredCredentials },
  ],
  exports: [Credentials, EnvironmentAdministrationService, EnvironmentsService, IdentityBootstrap],
})
export class IdentityModule {}
