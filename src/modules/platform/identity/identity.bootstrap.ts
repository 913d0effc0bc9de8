import { Injectable } from '@nestjs/common';
import { newContext, runInContext, systemPrincipal } from '#libs/context/request-context';
import { KeyPepper } from '#libs/credentials/key-pepper';
import { lastFour, newKeySecret } from '#libs/credentials/key-secret';
import { MachineClock } from '#libs/kernel/clock';
import type { EnvironmentType } from '#libs/kernel/environment-type';
import { newUid } from '#libs/kernel/ids';
import { Database } from '#libs/persistence/database';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { SecurityLog } from '#libs/security/security-log';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKey } from './domain/api-key';

export interface FirstEnvironment {
  account: string;
  environment: string;
  environmentType: EnvironmentType;
  serverKey: string | undefined;
  publishableKey: string | undefined;
  ownerSubject: string | undefined;
}

export interface FirstKeys {
  environmentId: string;
  serverKey: string;
  publishableKey: string;
}

// Two statements: one sees what was committed before it began, and that is before it waited.
const takeTurn = `select pg_advisory_xact_lock(hashtextextended('bootstrap', 0))`;
const firstUse = 'select exists (select from environment) as is_used';

/** The first account, environment and keys of an empty database. Spec: operations.md, BOOTSTRAP_* */
@Injectable()
export class IdentityBootstrap {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly keys: ApiKeysRepository,
    private readonly pepper: KeyPepper,
    private readonly clock: MachineClock,
    private readonly log: SecurityLog,
  ) {}

  /** Undefined when the database is in use already; several processes may start at once. */
  async run(first: FirstEnvironment): Promise<FirstKeys | undefined> {
    return this.unitOfWork.run(async () => {
      await this.database.query(takeTurn);
      const [state] = await this.database.query<{ is_used: boolean }>(firstUse);
      if (state?.is_used) return undefined;
      const accountId = newUid();
      await this.insert('account', { uid: accountId, name: first.account, tier: 'FULL', status: 'ACTIVE' });
      if (first.ownerSubject) await this.addOwner(accountId, first.ownerSubject);
      return this.addEnvironment(accountId, first.environment, first.environmentType, first);
    });
  }

  /** A further environment with its two default keys. */
  async addEnvironment(
    accountUid: string,
    name: string,
    type: EnvironmentType,
    given: Partial<FirstEnvironment> = {},
  ): Promise<FirstKeys> {
    const environmentId = newUid();
    await this.insert('environment', { uid: environmentId, account_uid: accountUid, name, type });
    const serverKey = given.serverKey ?? newKeySecret('server-');
    const publishableKey = given.publishableKey ?? newKeySecret('client-');
    const keys = [
      this.defaultKey('FULL_ACCESS', 'Default server key', serverKey),
      this.defaultKey('PUBLISHABLE', 'Default publishable key', publishableKey),
    ];
    const inside = <T>(work: () => T): T => this.inEnvironment(accountUid, environmentId, work);
    await this.unitOfWork.run(async () => {
      await inside(() => this.keys.insertAll(keys));
      this.unitOfWork.afterCommit(() => inside(() => keys.forEach((key) => this.log.keyCreated(key))));
    });
    return { environmentId, serverKey, publishableKey };
  }

  private addOwner(accountUid: string, subject: string): Promise<void> {
    return this.insert('member', { uid: newUid(), account_uid: accountUid, subject, role: 'OWNER' });
  }

  private defaultKey(kind: 'FULL_ACCESS' | 'PUBLISHABLE', displayName: string, secret: string): ApiKey {
    const digest = this.pepper.digest(secret);
    const issued = { displayName, kind, digest, lastFour: lastFour(secret), scopes: [], expiresAt: null };
    return ApiKey.issue(issued, this.clock.now());
  }

  private inEnvironment<T>(accountId: string, environmentId: string, work: () => T): T {
    const principal = systemPrincipal('bootstrap', environmentId, accountId);
    return runInContext({ ...newContext('bootstrap', 'WORKER'), principal }, work);
  }

  private async insert(
    table: 'account' | 'environment' | 'member',
    row: Record<string, string>,
  ): Promise<void> {
    const columns = [...Object.keys(row), 'created_at'];
    const places = columns.map((_, index) => `$${index + 1}`).join(', ');
    const text = `insert into ${table} (${columns.join(', ')}) values (${places})`;
    await this.database.query(text, [...Object.values(row), this.clock.now()]);
  }
}
