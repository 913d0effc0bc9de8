import { Injectable } from '@nestjs/common';
import { newContext, runInContext, systemPrincipal } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import type { EnvironmentType } from '#libs/kernel/environment-type';
import { newUid } from '#libs/kernel/ids';
import { Database } from '#libs/persistence/database';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { DefaultKeys, type IssuedKeys } from './domain/default-keys';

export interface FirstEnvironment {
  account: string;
  environment: string;
  environmentType: EnvironmentType;
  serverKey: string | undefined;
  publishableKey: string | undefined;
  ownerSubject: string | undefined;
}

export interface FirstKeys extends IssuedKeys {
  environmentId: string;
}

// Two statements: one sees what was committed before it began, and that is before it waited.
const takeTurn = `select pg_advisory_xact_lock(hashtextextended('bootstrap', 0))`;
const firstUse = 'select exists (select from environment) as is_used';

/** The first account, environment and keys of an empty database. Spec: operations.md, BOOTSTRAP_* */
@Injectable()
export class AccountsBootstrap {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly clock: MachineClock,
    private readonly keys: DefaultKeys,
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
  ): Promise<FirstKeys & { createdAt: Date }> {
    const environmentId = newUid();
    const createdAt = this.clock.now();
    const keys = await this.unitOfWork.run(async () => {
      await this.insert(
        'environment',
        { uid: environmentId, account_uid: accountUid, name, type },
        createdAt,
      );
      return this.inEnvironment(accountUid, environmentId, () => this.keys.issue(given));
    });
    return { environmentId, createdAt, ...keys };
  }

  private addOwner(accountUid: string, subject: string): Promise<void> {
    const uid = newUid();
    return this.insert('member', { uid, id: uid, account_uid: accountUid, subject, role: 'OWNER' });
  }

  private inEnvironment<T>(accountId: string, environmentId: string, work: () => T): T {
    const principal = systemPrincipal('bootstrap', environmentId, accountId);
    return runInContext({ ...newContext('bootstrap', 'WORKER'), principal }, work);
  }

  private async insert(
    table: 'account' | 'environment' | 'member',
    row: Record<string, string>,
    createdAt = this.clock.now(),
  ): Promise<void> {
    const columns = [...Object.keys(row), 'created_at'];
    const places = columns.map((_, index) => `$${index + 1}`).join(', ');
    const text = `insert into ${table} (${columns.join(', ')}) values (${places})`;
    await this.database.query(text, [...Object.values(row), createdAt]);
  }
}
