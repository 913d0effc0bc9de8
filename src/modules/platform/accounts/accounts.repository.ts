import { Injectable } from '@nestjs/common';
import { currentAccountId } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import { isUid } from '#libs/kernel/ids';
import { Database } from '#libs/persistence/database';
import type { Account } from './domain/account';

const columns = `a.uid as id, a.name, a.tier, a.status, a.access, a.domains, a.has_governance as "hasGovernance", a.created_at as "createdAt"`;
const get = `select ${columns} from account a where a.uid = $1`;
const lock = `select ${columns} from account a where a.uid = $1 for no key update`;
const everywhere = `select ${columns} from account a order by a.created_at, a.uid`;
const insert = `insert into account (uid, name, tier, status, access, domains, has_governance, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`;
const save =
  'update account set tier = $2, status = $3, access = $4, domains = $5, has_governance = $6 where uid = $1';

@Injectable()
export class AccountsRepository {
  constructor(private readonly database: Database) {}

  /**
   * The one of the context, until the end of the unit of work: who changes its members or its environments comes one after the other.
   * @throws AccountNotFoundError where there is none: only an administrator can name one
   */
  lockOwn(): Promise<Account> {
    return this.oneBy(lock);
  }

  /** @throws AccountNotFoundError */
  getOwn(): Promise<Account> {
    return this.oneBy(get);
  }

  /** Oldest first. */
  everywhere(): Promise<Account[]> {
    return this.database.query<Account & Record<string, unknown>>(everywhere);
  }

  async insert(account: Account): Promise<void> {
    const { id, name, tier, status, access, domains, hasGovernance, createdAt } = account;
    const listed = JSON.stringify(domains);
    await this.database.query(insert, [id, name, tier, status, access, listed, hasGovernance, createdAt]);
  }

  async save({ id, tier, status, access, domains, hasGovernance }: Account): Promise<void> {
    await this.database.query(save, [id, tier, status, access, JSON.stringify(domains), hasGovernance]);
  }

  private async oneBy(text: string): Promise<Account> {
    const id = currentAccountId();
    const found = isUid(id) ? await this.database.query<Account & Record<string, unknown>>(text, [id]) : [];
    if (!found[0]) throw new DomainError('AccountNotFoundError', `Account ${id} was not found`);
    return found[0];
  }
}
