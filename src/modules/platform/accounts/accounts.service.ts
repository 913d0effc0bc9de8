import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { Within } from '#libs/use-cases/use-case';
import { AccountsReader } from './accounts.reader';
import type { AccountTier } from './domain/account';

@Injectable()
export class AccountsService {
  constructor(private readonly accounts: AccountsReader) {}

  /** What the account of the request has paid for. Domain: access-and-events A5 */
  @Within()
  async ownTier(): Promise<AccountTier> {
    const tier = await this.accounts.ownTier();
    if (!tier) throw new Error('A credential stands for an environment that is not there');
    return tier;
  }

  /** @throws GovernanceNotEnabled where the account of the request goes without it. Domain: access-and-events G1 */
  @Within()
  async requireGovernance(): Promise<void> {
    if (await this.accounts.hasGovernance()) return;
    const message =
      'Governance is switched off for this account; npm run admin -- accounts set-governance switches it on';
    throw new DomainError('GovernanceNotEnabled', message);
  }
}
