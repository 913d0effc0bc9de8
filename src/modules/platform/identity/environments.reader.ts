import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { Environment, EnvironmentOfAccount } from './domain/environment';

const own = `select e.uid as id, e.name, e.type, e.created_at as "createdAt" from environment e where e.uid = $1`;
const everywhere = `select a.name as account, e.uid as id, e.name, e.type, e.created_at as "createdAt"
                      from environment e join account a on a.uid = e.account_uid
                     order by a.created_at, a.uid, e.created_at, e.uid`;

@Injectable()
export class EnvironmentsReader {
  constructor(private readonly database: Database) {}

  /** The one of the request. */
  own(): Promise<Environment[]> {
    return this.database.query<Environment & Record<string, unknown>>(own, [currentEnvironmentId()]);
  }

  /** Those of all accounts, account by account, oldest first. */
  everywhere(): Promise<EnvironmentOfAccount[]> {
    return this.database.query<EnvironmentOfAccount & Record<string, unknown>>(everywhere);
  }
}
