import { Injectable } from '@nestjs/common';
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
}
