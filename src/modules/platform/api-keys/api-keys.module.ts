import { Global, Module } from '@nestjs/common';
import { DefaultKeys } from '#modules/platform/accounts';
import { EnvironmentSettingsModule } from '#modules/platform/environment-settings';
import { AccountStatusHandlers } from './account-status.handlers';
import { ApiKeyChanges } from './api-key-changes.service';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeysResolver } from './api-keys.resolver';
import { ApiKeysService } from './api-keys.service';
import { DefaultKeysService } from './default-keys.service';
import { KeyAdministrationService } from './key-administration.service';
import { KeyGrants } from './key-grants.service';
import { KeyRotationService } from './key-rotation.service';
import { KeySecrets } from './key-secrets.service';
import { KeyUsesRepository } from './key-uses.repository';
import { KeyUses } from './key-uses.listener';
import { PublishableKeysService } from './publishable-keys.service';

@Global()
@Module({
  imports: [EnvironmentSettingsModule],
  controllers: [ApiKeysController],
  providers: [
    AccountStatusHandlers,
    ApiKeyChanges,
    ApiKeysRepository,
    ApiKeysResolver,
    ApiKeysService,
    KeyAdministrationService,
    KeyGrants,
    KeyRotationService,
    KeySecrets,
    KeyUses,
    KeyUsesRepository,
    PublishableKeysService,
    { provide: DefaultKeys, useClass: DefaultKeysService },
  ],
  exports: [
    ApiKeysService,
    DefaultKeys,
    KeyAdministrationService,
    KeyRotationService,
    KeyUses,
    PublishableKeysService,
  ],
})
export class ApiKeysModule {}
