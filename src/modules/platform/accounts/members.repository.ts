import { Injectable } from '@nestjs/common';
import { currentAccountId, currentContext } from '#libs/context/request-context';
import { DomainError } from '#libs/kernel/errors/domain-error';
import type { Page, PageRequest } from '#libs/kernel/page';
import { rememberPlaces } from '#libs/persistence/deleted-places';
import { paginate } from '#libs/persistence/paginate';
import { Predicate } from '#libs/persistence/predicate';
import type { RowReader } from '#libs/persistence/row-reader';
import { TableSlice } from '#libs/persistence/table-slice';
import { Persistence } from '#libs/persistence/tenant.repository';
import { memberMapping } from './accounts.mapping';
import type { Member, MemberState, RoleInEnvironment } from './domain/member';

/** Its tenant is the account, $1 in every statement. */
const own = 't.account_uid = $1';
const insert = `insert into member (account_uid, uid, id, email, subject, role, invitation_digest, invitation_ends_at, revision, created_at, updated_at)
                select $1, r.uid, r.id, r.email, r.subject, r.role, r.invitation_digest, r.invitation_ends_at, r.revision, r.created_at, r.updated_at
                  from jsonb_populate_recordset(null::member, $2::jsonb) r`;
const save = `update member t set email = r.email, subject = r.subject, role = r.role, invitation_digest = r.invitation_digest,
                     invitation_ends_at = r.invitation_ends_at, revision = r.revision, updated_at = r.updated_at
                from jsonb_populate_record(null::member, $2::jsonb) r
               where ${own} and t.uid = r.uid`;
const remove = rememberPlaces(`delete from member t where ${own} and t.uid = $2`, {
  list: 'member',
  cursor: 'id',
  tenant: 'account_uid',
});
const rolesOf = `select r.member_uid as "memberUid", r.environment_id as "environmentId", r.role
                   from member_environment r join member t on t.uid = r.member_uid
                  where ${own} and r.member_uid = any($2) and r.role <> 'NONE' order by r.environment_id`;
const dropRoles = `delete from member_environment r using member t
                    where t.uid = r.member_uid and ${own} and r.member_uid = $2`;
const addRoles = `insert into member_environment (member_uid, environment_id, role)
                  select t.uid, e.uid, r.role from member t
                    join jsonb_to_recordset($3::jsonb) as r("environmentId" uuid, role text) on true
                    join environment e on e.uid = r."environmentId" and e.account_uid = t.account_uid
                   where ${own} and t.uid = $2`;
const countOwners = `select count(*)::int as owners from member t
                      where ${own} and t.role = 'OWNER' and t.subject is not null`;
const foreign = `select n.id from unnest($2::text[]) as n(id)
                  where not exists (select from environment e where e.account_uid = $1 and e.uid::text = n.id)`;
/** Of any account: the token is all that is known. */
const invited = `select m.account_uid as "accountId", m.id from member m where m.invitation_digest = any($1)`;
const toldState = `case when t.subject is null then 'INVITED' else 'REGISTERED' end`;

/** Members of the account of the context, each with its roles. */
@Injectable()
export class MembersRepository {
  private readonly rows: RowReader<Member>;

  constructor(private readonly persistence: Persistence) {
    this.rows = persistence.readerOf(memberMapping);
  }

  /** @throws BadUserInput for a cursor that names nothing in this account */
  async list(request: PageRequest, states: MemberState[] | undefined): Promise<Page<Member>> {
    const { rows } = this;
    const from = { database: this.persistence.database, rows, own, list: 'member' };
    const filter = Predicate.none().oneOf(toldState, states);
    const found = await paginate(new TableSlice<Member>(from, filter), request);
    await this.readRoles(found.items);
    return found;
  }

  find(id: string, lock = false): Promise<Member | undefined> {
    return this.oneWhere(lock ? 't.id = $2 for no key update' : 't.id = $2', id);
  }

  findByEmail(email: string): Promise<Member | undefined> {
    return this.oneWhere('t.email = $2', email);
  }

  findBySubject(subject: string): Promise<Member | undefined> {
    return this.oneWhere('t.subject = $2', subject);
  }

  /** @throws MemberNotFound */
  async getOrThrow(id: string): Promise<Member> {
    return present(await this.find(id), id);
  }

  /** Until the end of the unit of work, held against the caller's `If-Match` (catalog C10). @throws MemberNotFound; ObjectAlreadyBeingUsedByAnotherRequestError */
  async lockOrThrow(id: string): Promise<Member> {
    const member = present(await this.find(id, true), id);
    currentContext()?.precondition?.meet(member);
    return member;
  }

  /** Those that an account must not lose the last of. */
  async countOwners(): Promise<number> {
    const [row] = await this.ask<{ owners: number }>(countOwners);
    return row?.owners ?? 0;
  }

  /** The first of these that is no environment of the account. */
  async foreignOf(environmentIds: readonly string[]): Promise<string | undefined> {
    const [row] = await this.ask<{ id: string }>(foreign, [environmentIds]);
    return row?.id;
  }

  /** For whom an invitation with any of these digests is, in whichever account. */
  async invitedBy(digests: readonly string[]): Promise<{ accountId: string; id: string } | undefined> {
    const { database } = this.persistence;
    return (await database.query<{ accountId: string; id: string }>(invited, [digests]))[0];
  }

  async insertAll(members: Member[]): Promise<void> {
    for (const member of members) member.revision = 1;
    await this.ask(insert, [JSON.stringify(members.map((member) => this.rows.write(member)))]);
    for (const member of members) await this.writeRoles(member);
  }

  async saveChanged(before: Member, after: Member, now: Date): Promise<boolean> {
    if (this.stateOf(before) === this.stateOf(after)) return false;
    Object.assign(after, { revision: after.revision + 1, updatedAt: now });
    await this.ask(save, [JSON.stringify(this.rows.write(after))]);
    await this.writeRoles(after);
    return true;
  }

  async remove({ uid }: Member): Promise<void> {
    await this.ask(dropRoles, [uid]);
    await this.ask(remove, [uid]);
  }

  /** All that is stored of a member; its fields and its roles have one order. */
  private stateOf(member: Member): string {
    return JSON.stringify([this.rows.write(member), member.environments]);
  }

  private async oneWhere(condition: string, value: string): Promise<Member | undefined> {
    const text = `select ${this.rows.columnList} from member t where ${own} and ${condition}`;
    const found = (await this.ask<object>(text, [value])).map((row) => this.rows.read(row));
    await this.readRoles(found);
    return found[0];
  }

  private async readRoles(members: readonly Member[]): Promise<void> {
    if (members.length === 0) return;
    const uids = members.map(({ uid }) => uid);
    const rows = await this.ask<RoleInEnvironment & { memberUid: string }>(rolesOf, [uids]);
    for (const member of members) {
      const roles = rows.filter(({ memberUid }) => memberUid === member.uid);
      member.environments = roles.map(({ environmentId, role }) => ({ environmentId, role }));
    }
  }

  private async writeRoles({ uid, environments }: Member): Promise<void> {
    await this.ask(dropRoles, [uid]);
    if (environments.length > 0) await this.ask(addRoles, [uid, JSON.stringify(environments)]);
  }

  private ask<R extends object>(
    text: string,
    values: unknown[] = [],
  ): Promise<(R & Record<string, unknown>)[]> {
    return this.persistence.database.query<R & Record<string, unknown>>(text, [
      currentAccountId(),
      ...values,
    ]);
  }
}

function present(member: Member | undefined, id: string): Member {
  if (!member) throw new DomainError('MemberNotFound', `Member ${id} was not found`);
  return member;
}
