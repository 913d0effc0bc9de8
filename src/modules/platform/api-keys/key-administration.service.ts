import { Injectable } from '@nestjs/common';
import { requireSystem } from '#libs/context/require-system';
import { KeyPepper } from '#libs/credentials/key-pepper';
import { MachineClock } from '#libs/kernel/clock';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { ApiKeysRepository } from './api-keys.repository';
import { KeyPepperUse } from './api-keys.views';

/** What `npm run admin` tells of keys besides what the doors do. No door leads here. Domain: access-and-events Y8 */
@Injectable()
export class KeyAdministrationService {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly pepper: KeyPepper,
    private readonly clock: MachineClock,
  ) {}

  /** Of the environment of the context. @throws IdentityForbidden for anybody but the system */
  @UseCase('tellKeyPepperUse', {
    needs: 'apiKeys:read',
    answers: one(KeyPepperUse),
    summary: 'Tell how many keys need a former pepper.',
  })
  async pepperUse(): Promise<KeyPepperUse> {
    requireSystem('The use of peppers is told');
    const { id: pepperId } = this.pepper;
    return { pepperId, ...(await this.keys.pepperUse(pepperId, this.clock.now())) };
  }
}
