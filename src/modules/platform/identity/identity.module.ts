import { Global, Module } from '@nestjs/common';
import { Credentials } from '#libs/security/authentication';
import { AccountsModule } from '#modules/platform/accounts';
import { CustomerTokensOfKeys } from './customer-tokens-of-keys.service';
import { IdentityController } from './identity.controller';
import { IdentityReader } from './identity.reader';
import { IdentityResolver } from './identity.resolver';
import { IdentityService } from './identity.service';
import { KeyCache } from './key.cache';
import { RevocationListener } from './revocation.listener';
import { StoredCredentials } from './stored-credentials.service';

@Global()
@Module({
  imports: [AccountsModule],
  controllers: [IdentityController],
  providers: [
    CustomerTokensOfKeys,
    IdentityReader,
    IdentityResolver,
    IdentityService,
    KeyCache,
    RevocationListener,
    { provide: Credentials, useClass: StoredCredentials },
  ],
  exports: [Credentials],
})
export class IdentityModule {}
