import { randomBytes } from 'node:crypto';
import type { EnvironmentType } from '#libs/kernel/environment-type';
import type { DataSource } from '#libs/persistence/data-source';
import { newUid } from '#libs/kernel/ids';
import type { FirstKeys, AccountsBootstrap } from '#modules/platform/accounts';
import { expectOk, type ApiClient } from './client';

/** One tenant with its keys, and a client that holds the full access key. */
export interface TestEnvironment {
  accountId: string;
  environmentId: string;
  serverKey: string;
  publishableKey: string;
  api: ApiClient;
  /** Secret of a new key with these scopes: `scopedKey('customers:read')`. */
  scopedKey(...scopes: string[]): Promise<string>;
}

export interface MemberSettings {
  accountId: string;
  subject: string;
  role: 'OWNER' | 'MEMBER';
  /** Role by environment. */
  environments?: Record<string, 'ADMIN' | 'SUPPORT' | 'VIEWER' | 'NONE'>;
}

/** Makes accounts, environments and members as only an operator can: past the doors. */
export class Environments {
  constructor(
    private readonly bootstrap: AccountsBootstrap,
    private readonly dataSource: DataSource,
    private readonly anonymous: ApiClient,
  ) {}

  async first(settings: Parameters<AccountsBootstrap['run']>[0]): Promise<TestEnvironment> {
    const keys = await this.bootstrap.run(settings);
    if (!keys) throw new Error('The database of this test is in use already');
    const [row] = await this.dataSource.query<{ account_uid: string }[]>(
      'select account_uid from environment where uid = $1',
      [keys.environmentId],
    );
    return this.environment(row?.account_uid as string, keys);
  }

  async add(
    accountId: string,
    name = `environment-${randomBytes(4).toString('hex')}`,
    type: EnvironmentType = 'PRODUCTION',
  ) {
    return this.environment(accountId, await this.bootstrap.addEnvironment(accountId, name, type));
  }

  /** @param tier BASIC lacks scoped keys (access-and-events S5) */
  async addAccount(tier: 'FULL' | 'BASIC' = 'FULL'): Promise<string> {
    const accountId = newUid();
    await this.dataSource.query(
      `insert into account (uid, name, tier, status, created_at) values ($1, 'another account', $2, 'ACTIVE', now())`,
      [accountId, tier],
    );
    return accountId;
  }

  async addMember({ accountId, subject, role, environments = {} }: MemberSettings): Promise<string> {
    const uid = newUid();
    await this.dataSource.query(
      'insert into member (uid, account_uid, subject, role, created_at) values ($1, $2, $3, $4, now())',
      [uid, accountId, subject, role],
    );
    for (const [environmentId, inEnvironment] of Object.entries(environments)) {
      await this.dataSource.query(
        'insert into member_environment (member_uid, environment_id, role) values ($1, $2, $3)',
        [uid, environmentId, inEnvironment],
      );
    }
    return uid;
  }

  private environment(accountId: string, keys: FirstKeys): TestEnvironment {
    const api = this.anonymous.as({ key: keys.serverKey });
    const scopedKey = async (...scopes: string[]): Promise<string> => {
      const body = { displayName: scopes.join(' ').slice(0, 255), scopes };
      return (await expectOk<{ secret: string }>(api.rest('POST', '/api-keys', body))).secret;
    };
    return { accountId, ...keys, api, scopedKey };
  }
}
