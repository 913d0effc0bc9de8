import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';
import type { ApiKeyKind } from './domain/api-key';
import type { EnvironmentRole, MemberRole } from './domain/permissions';

export interface KeyFacts {
  uid: string;
  environment_id: string;
  account_uid: string;
  kind: ApiKeyKind;
  scopes: string[];
  expires_at: Date | null;
  revoked_at: Date | null;
  account_status: 'ACTIVE' | 'BLOCKED';
}

export interface MembershipFacts {
  account_uid: string;
  account_status: 'ACTIVE' | 'BLOCKED';
  role: MemberRole;
  /** Role per environment of the account; null where none was given. */
  environments: Record<string, EnvironmentRole | null>;
}

const keyWhere = (
  condition: string,
): string => `select k.uid, k.environment_id, e.account_uid, k.kind, k.scopes, k.expires_at, k.revoked_at,
                a.status as account_status
           from api_key k
           join environment e on e.uid = k.environment_id
           join account a on a.uid = e.account_uid
          where ${condition}`;
const keyByDigest = keyWhere('k.digest = $1');
const keysByUids = keyWhere('k.uid = any($1::uuid[])');

const membershipsOf = `select m.account_uid, a.status as account_status, m.role,
                coalesce((select jsonb_object_agg(e.uid, r.role) from environment e
                            left join member_environment r on r.environment_id = e.uid and r.member_uid = m.uid
                           where e.account_uid = m.account_uid), '{}') as environments
           from member m join account a on a.uid = m.account_uid
          where m.subject = $1 order by m.uid`;

/** Questions that come before a tenant is known. */
@Injectable()
export class IdentityReader {
  constructor(private readonly database: Database) {}

  async keyByDigest(digest: string): Promise<KeyFacts | undefined> {
    return (await this.database.query<KeyFacts>(keyByDigest, [digest]))[0];
  }

  keysByUids(uids: readonly string[]): Promise<KeyFacts[]> {
    return this.database.query<KeyFacts & Record<string, unknown>>(keysByUids, [uids]);
  }

  /** Oldest first: the first is the account of a user who names none. */
  async membershipsOf(subject: string): Promise<MembershipFacts[]> {
    return this.database.query<MembershipFacts>(membershipsOf, [subject]);
  }

  async accountTier(environmentId: string): Promise<string | undefined> {
    const text = `select a.tier from environment e join account a on a.uid = e.account_uid where e.uid = $1`;
    const [row] = await this.database.query<{ tier: string }>(text, [environmentId]);
    return row?.tier;
  }
}
