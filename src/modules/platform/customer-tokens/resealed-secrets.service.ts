import { Injectable } from '@nestjs/common';
import { requireSystem } from '#libs/context/require-system';
import { CredentialSeal } from '#libs/credentials/credential-seal';
import { MachineClock } from '#libs/kernel/clock';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { PublishableKeysService } from '#modules/platform/api-keys';
import { sealedPlace } from './domain/sealed-place';
import { CustomerTokenSecretsRepository } from './customer-token-secrets.repository';
import { ResealedSecrets } from './customer-tokens.views';

/** What `npm run admin` does with secrets that lie sealed. No door leads here. Domain: access-and-events B4 */
@Injectable()
export class ResealedSecretsService {
  constructor(
    private readonly secrets: CustomerTokenSecretsRepository,
    private readonly keys: PublishableKeysService,
    private readonly seal: CredentialSeal,
    private readonly clock: MachineClock,
  ) {}

  /** Under the key that seals now, but for those that do not open: they prove nothing already. @throws IdentityForbidden for anybody but the system */
  @UseCase('resealCustomerTokenSecrets', {
    needs: 'environmentSettings:write',
    answers: one(ResealedSecrets),
    summary: 'Seal the secrets of customer tokens anew.',
  })
  async reseal(): Promise<ResealedSecrets> {
    requireSystem('Secrets are sealed anew');
    const now = this.clock.now();
    await this.keys.hold();
    const stale = (await this.secrets.lockValid(now)).flatMap((each) => {
      const sealed = this.seal.resealed(each.sealedSecret, sealedPlace(each.environmentId, each.uid));
      if (sealed === undefined) return [];
      each.reseal(sealed);
      return [each];
    });
    await this.secrets.saveAll(stale, now);
    return { resealed: stale.length };
  }
}
