import { Injectable } from '@nestjs/common';
import { requireContext, runInContext } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { SecurityLog } from '#libs/security/security-log';
import { DefaultKeys, type IssuedKeys } from '#modules/platform/accounts';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKey } from './domain/api-key';
import { KeySecrets } from './key-secrets.service';

/** Domain: access-and-events B2 */
@Injectable()
export class DefaultKeysService extends DefaultKeys {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly secrets: KeySecrets,
    private readonly clock: MachineClock,
    private readonly unitOfWork: UnitOfWork,
    private readonly log: SecurityLog,
  ) {
    super();
  }

  async issue(given: Partial<IssuedKeys>): Promise<IssuedKeys> {
    const { serverKey = this.secrets.make('server-').secret } = given;
    const { publishableKey = this.secrets.make('client-').secret } = given;
    const keys = [
      this.keyOf('FULL_ACCESS', 'Default server key', serverKey),
      this.keyOf('PUBLISHABLE', 'Default publishable key', publishableKey),
    ];
    const tell = (): void => keys.forEach((key) => this.log.keyChanged('created', key));
    const context = requireContext();
    await this.keys.insertAll(keys);
    // The log names the environment, and it is another than that of whoever makes it.
    this.unitOfWork.afterCommit(() => runInContext(context, tell));
    return { serverKey, publishableKey };
  }

  private keyOf(kind: 'FULL_ACCESS' | 'PUBLISHABLE', displayName: string, secret: string): ApiKey {
    const issued = { displayName, kind, secret: this.secrets.kept(secret), scopes: [], expiresAt: null };
    return ApiKey.issue(issued, this.clock.now());
  }
}
