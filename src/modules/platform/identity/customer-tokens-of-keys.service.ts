import { Injectable } from '@nestjs/common';
import { CredentialSeal } from '#libs/credentials/credential-seal';
import { CustomerTokens, type SigningSecret } from '#libs/credentials/customer-token';
import { MachineClock } from '#libs/kernel/clock';
import { sealedPlace } from '#modules/platform/customer-tokens';
import { IdentityReader, type CustomerTokenFacts, type KeyFacts } from './identity.reader';

/** In whose name publishable keys may speak. Domain: access-and-events B4 */
@Injectable()
export class CustomerTokensOfKeys {
  constructor(
    private readonly reader: IdentityReader,
    private readonly seal: CredentialSeal,
    private readonly clock: MachineClock,
  ) {}

  /** Read with the keys, and kept as long. Other keys stay as they are. */
  async addTo(keys: readonly KeyFacts[]): Promise<void> {
    const publishable = keys.filter(({ kind }) => kind === 'PUBLISHABLE');
    if (publishable.length === 0) return;
    const environmentIds = [...new Set(publishable.map((key) => key.environment_id))];
    const found = await this.reader.customerTokensOf(environmentIds, this.clock.now());
    const byEnvironment = new Map(found.map((facts) => [facts.environment_id, facts]));
    for (const key of publishable) key.customer_tokens = byEnvironment.get(key.environment_id);
  }

  /** What the keys of the operator do not open proves nothing. */
  opened({ environment_id: environmentId, is_required, secrets }: CustomerTokenFacts): CustomerTokens {
    const open = secrets.flatMap(({ uid, sealed, endsAt }): SigningSecret[] => {
      const secret = this.seal.open(sealed, sealedPlace(environmentId, uid));
      return secret === undefined
        ? []
        : [{ id: uid, secret, endsAt: endsAt === null ? null : new Date(endsAt) }];
    });
    return new CustomerTokens(is_required, open, () => this.clock.now());
  }
}
