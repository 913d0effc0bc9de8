import { Global, Module } from '@nestjs/common';
import { Credentials } from '#libs/security/authentication';
import { CustomerTokensOfKeys } from './customer-tokens-of-keys.service';
import { IdentityReader } from './identity.reader';
import { KeyCache } from './key.cache';
import { RevocationListener } from './revocation.listener';
import { StoredCredentials } from './stored-credentials.service';

@Global()
@Module({
  providers: [
    CustomerTokensOfKeys,
    IdentityReader,
    KeyCache,
    RevocationListener,
    { provide: Credentials, useClass: StoredCredentials },
  ],
  exports: [Credentials],
})
export class IdentityModule {}
