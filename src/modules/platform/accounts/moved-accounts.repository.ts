import { Injectable } from '@nestjs/common';
import type { Session } from '#libs/persistence/one-session';

const known = 'select from environment e where e.uid = $1';

const account = `
  select to_jsonb(a) as row from account a join environment e on e.account_uid = a.uid where e.uid = $1`;
const members = `
  select to_jsonb(m) as row from member m join environment e on e.account_uid = m.account_uid where e.uid = $1`;
const roles = `
  select to_jsonb(r) as row from member_environment r where r.environment_id = $1`;

const insertAccount = `insert into account select * from jsonb_populate_record(null::account, $1) on conflict do nothing`;
const insertMember = `insert into member select * from jsonb_populate_record(null::member, $1) on conflict do nothing`;
const insertRole = `insert into member_environment select r.* from jsonb_populate_record(null::member_environment, $1) r
                     where exists (select from member m where m.uid = r.member_uid) on conflict do nothing`;

const forgetting = [
  'delete from member_environment where environment_id = $1',
  'delete from environment where uid = $1',
];

/** What lies above an environment that goes to another database: its account may have others, here and there. ADR-0130 */
@Injectable()
export class MovedAccounts {
  async isKnown(session: Session, environmentId: string): Promise<boolean> {
    return (await session.query(known, [environmentId])).rowCount === 1;
  }

  /** The account of the environment and its members, where they are not there yet. */
  async copyAccount(from: Session, to: Session, environmentId: string): Promise<void> {
    await copy(account, insertAccount, from, to, environmentId);
    await copy(members, insertMember, from, to, environmentId);
  }

  /** What members may do in it; once it is there itself. */
  async copyRoles(from: Session, to: Session, environmentId: string): Promise<void> {
    await this.copyAccount(from, to, environmentId);
    await copy(roles, insertRole, from, to, environmentId);
  }

  async forget(session: Session, environmentId: string): Promise<void> {
    for (const text of forgetting) await session.query(text, [environmentId]);
  }
}

async function copy(
  read: string,
  insert: string,
  from: Session,
  to: Session,
  environmentId: string,
): Promise<void> {
  const { rows } = await from.query<{ row: object }>(read, [environmentId]);
  for (const { row } of rows) await to.query(insert, [row]);
}
