import { Injectable } from '@nestjs/common';
import { currentAccountId, currentActor, currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { Environment, EnvironmentOfAccount } from './domain/environment';

const own = `select e.uid as id, e.name, e.type, e.created_at as "createdAt" from environment e where e.uid = $1`;
const ofMember = `select e.uid as id, e.name, e.type, e.created_at as "createdAt" from environment e
                    join member m on m.account_uid = e.account_uid and m.subject = $2
                    left join member_environment r on r.member_uid = m.uid and r.environment_id = e.uid
                   where e.account_uid = $1 and (m.role = 'OWNER' or r.role <> 'NONE')
                   order by e.created_at, e.uid`;
const ofAccount = `select e.uid as id, e.name, e.type, e.created_at as "createdAt" from environment e
                    where e.account_uid = $1 order by e.created_at, e.uid`;
const everywhere = `select a.name as account, e.uid as id, e.name, e.type, e.created_at as "createdAt"
                      from environment e join account a on a.uid = e.account_uid
                     order by a.created_at, a.uid, e.created_at, e.uid`;

@Injectable()
export class EnvironmentsReader {
  constructor(private readonly database: Database) {}

  /** The one of the request. */
  own(): Promise<Environment[]> {
    return this.asked(own, [currentEnvironmentId()]);
  }

  /** Those of the account in which the user of the request has a role, oldest first. */
  ofMember(): Promise<Environment[]> {
    return this.asked(ofMember, [currentAccountId(), currentActor()]);
  }

  /** All of the account, oldest first. */
  ofAccount(): Promise<Environment[]> {
    return this.asked(ofAccount, [currentAccountId()]);
  }

  /** Those of all accounts, account by account, oldest first. */
  everywhere(): Promise<EnvironmentOfAccount[]> {
    return this.database.query<EnvironmentOfAccount & Record<string, unknown>>(everywhere);
  }

  private asked(text: string, values: unknown[]): Promise<Environment[]> {
    return this.database.query<Environment & Record<string, unknown>>(text, values);
  }
}
