import { Injectable } from '@nestjs/common';
import { enterAccount } from '#libs/context/about';
import { requireSystem } from '#libs/context/require-system';
import { Environment as Settings } from '#libs/config/env';
import { MachineClock } from '#libs/kernel/clock';
import { badInput } from '#libs/kernel/errors/domain-error';
import { newUid } from '#libs/kernel/ids';
import { Change, Extensions } from '#libs/messaging/extensions';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { list, one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { AccountsRepository } from './accounts.repository';
import { Account } from './accounts.views';
import {
  domainsOf,
  type Account as StoredAccount,
  type AccountAccess,
  type AccountStatus,
  type AccountTier,
} from './domain/account';

/** What credentials of the account of the context may do is another from now on (access-and-events A5). */
export const accountStatusChanged = new Change<{ status: AccountStatus }>('account.status');

/** What `npm run admin` may do with accounts. No door leads here. Domain: access-and-events A1, A5, A8 */
@Injectable()
export class AccountAdministrationService {
  private readonly changes: ChangeRecord<StoredAccount>;

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly extensions: Extensions,
    private readonly clock: MachineClock,
    private readonly settings: Settings,
    recorder: Recorder,
  ) {
    this.changes = recorder.recordOf({ entity: 'ACCOUNT', noun: 'account', picture: Account.from });
  }

  /** Oldest first. @throws IdentityForbidden for anybody but the system, as all that follow */
  @UseCase('listAccounts', {
    about: 'user',
    needs: 'members:read',
    answers: list(Account),
    summary: 'List all accounts.',
  })
  async listEvery(): Promise<Account[]> {
    requireSystem(administered);
    return (await this.accounts.everywhere()).map(Account.from);
  }

  /** @throws AccountNotFoundError */
  @UseCase('getAccount', {
    about: 'account',
    needs: 'members:read',
    answers: one(Account),
    summary: 'Get an account.',
  })
  async get(): Promise<Account> {
    requireSystem(administered);
    return Account.from(await this.accounts.getOwn());
  }

  /** Of tier FULL, entered by invitation, without an environment. @throws BadUserInput for a name of no or more than 255 characters */
  @UseCase('createAccount', {
    about: 'user',
    needs: 'members:write',
    answers: one(Account),
    summary: 'Make an account.',
  })
  async create(name: string): Promise<Account> {
    requireSystem(administered);
    if (name.trim() === '' || name.length > 255) throw badInput('name: write 1 to 255 characters');
    const id = newUid();
    enterAccount(id);
    const settled = { tier: 'FULL', status: 'ACTIVE', access: 'INVITE_ONLY', domains: [] } as const;
    const account: StoredAccount = {
      id,
      name,
      ...settled,
      domains: [],
      hasGovernance: true,
      createdAt: this.clock.now(),
    };
    await this.accounts.insert(account);
    this.changes.add('created', null, account);
    return Account.from(account);
  }

  /** Bites in every process within a second, for keys, users and open streams. @throws AccountNotFoundError, as the next ones */
  @UseCase('setAccountStatus', {
    about: 'account',
    needs: 'members:write',
    answers: one(Account),
    summary: 'Block an account, or let it in again.',
  })
  async setStatus(status: AccountStatus): Promise<Account> {
    return this.change(status === 'BLOCKED' ? 'blocked' : 'unblocked', { status });
  }

  /** Scoped keys that are there go on to work; what they may is changed no more (access-and-events S5). */
  @UseCase('setAccountTier', {
    about: 'account',
    needs: 'members:write',
    answers: one(Account),
    summary: 'Say what an account has paid for.',
  })
  async setTier(tier: AccountTier): Promise<Account> {
    return this.change('updated', { tier });
  }

  /** Its entities and budgets are kept, and usage counts for them; its keys are refused what is about them (access-and-events G1). */
  @UseCase('setAccountGovernance', {
    about: 'account',
    needs: 'members:write',
    answers: one(Account),
    summary: 'Switch governance of an account on, or off.',
  })
  async setGovernance(hasGovernance: boolean): Promise<Account> {
    return this.change('updated', { hasGovernance });
  }

  /**
   * @param domains of the addresses that may be invited, under AUTHORIZED_DOMAIN
   * @throws BadUserInput for what is no domain, and for SSO where no claim says how a user signed in
   */
  @UseCase('setAccountAccess', {
    about: 'account',
    needs: 'members:write',
    answers: one(Account),
    summary: 'Say how members come to an account.',
  })
  async setAccess(access: AccountAccess, domains: readonly string[] = []): Promise<Account> {
    if (access === 'SSO' && !this.settings.jwt?.ssoClaim)
      throw badInput(
        'access: set JWT_SSO_CLAIM first, for without it no token says that single sign-on was the way',
      );
    return this.change('updated', {
      access,
      domains: access === 'AUTHORIZED_DOMAIN' ? domainsOf(domains) : [],
    });
  }

  /** What it is already is no change and is told nobody. */
  private async change(verb: string, change: Partial<StoredAccount>): Promise<Account> {
    requireSystem(administered);
    const before = await this.accounts.lockOwn();
    const after = { ...before, ...change };
    if (JSON.stringify(after) === JSON.stringify(before)) return Account.from(before);
    await this.accounts.save(after);
    if (after.status !== before.status)
      await this.extensions.announce(accountStatusChanged, { status: after.status });
    this.changes.add(verb, before, after);
    return Account.from(after);
  }
}

const administered = 'Accounts are administered';
