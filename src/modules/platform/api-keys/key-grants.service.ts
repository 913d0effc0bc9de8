import { Injectable } from '@nestjs/common';
import { callerMay } from '#libs/context/request-context';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import type { Permission } from '#libs/kernel/permission';
import { AccountsService } from '#modules/platform/accounts';
import type { ApiKey } from './domain/api-key';
import { grantable, permissions } from './domain/permissions';

/** What whoever asks may give to keys. Domain: access-and-events S4, S5 */
@Injectable()
export class KeyGrants {
  constructor(private readonly accounts: AccountsService) {}

  /** @throws NoFeatureEntitlementError on an account tier without scoped keys */
  async requireScopedKeys(): Promise<void> {
    if ((await this.accounts.ownTier()) === 'FULL') return;
    const message = 'Scoped keys are not part of this account’s tier: those that are there can be revoked';
    throw new DomainError('NoFeatureEntitlementError', message);
  }

  /** @throws BadUserInput for an unknown scope, IdentityForbidden for one that the caller lacks */
  requireGrantable(scopes: readonly string[]): void {
    for (const scope of scopes) {
      if (!isGrantable(scope))
        throw badInput(`scopes: ${scope} is no permission; write <resource>:read or <resource>:write`);
      if (!callerMay(scope))
        throw new DomainError(
          'IdentityForbidden',
          `scopes: you cannot grant ${scope}, which you do not have`,
        );
    }
  }

  /**
   * Who is told a secret of a key may do all that the key may.
   * @throws IdentityForbidden
   */
  requireHolding({ kind, scopes }: ApiKey): void {
    const needed = kind === 'FULL_ACCESS' ? permissions : (scopes as Permission[]);
    const lacking = needed.find((permission) => !callerMay(permission));
    if (lacking === undefined) return;
    const message = `You cannot have a secret of this key: it has ${lacking}, which you do not have`;
    throw new DomainError('IdentityForbidden', message);
  }
}

const isGrantable = (scope: string): scope is Permission => (grantable as readonly string[]).includes(scope);
