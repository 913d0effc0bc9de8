import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { AccountTier } from './domain/account';

const ownTier = `select a.tier from environment e join account a on a.uid = e.account_uid where e.uid = $1`;

const governance = `select a.has_governance as has from environment e join account a on a.uid = e.account_uid where e.uid = $1`;

@Injectable()
export class AccountsReader {
  constructor(private readonly database: Database) {}

  /** Of the account of the request's environment. */
  async ownTier(): Promise<AccountTier | undefined> {
    const [row] = await this.database.query<{ tier: AccountTier }>(ownTier, [currentEnvironmentId()]);
    return row?.tier;
  }

  /** Is governance switched on for the account of the request's environment? */
  async hasGovernance(): Promise<boolean> {
    const [row] = await this.database.query<{ has: boolean }>(governance, [currentEnvironmentId()]);
    return row?.has ?? false;
  }
}
