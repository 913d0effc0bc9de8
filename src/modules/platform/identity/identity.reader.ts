import { Injectable } from '@nestjs/common';
import { Database } from '#libs/persistence/database';
import type { AccountAccess, AccountStatus, EnvironmentRole, MemberRole } from '#modules/platform/accounts';
import type { ApiKeyKind } from '#modules/platform/api-keys';

export interface KeyFacts {
  uid: string;
  environment_id: string;
  account_uid: string;
  kind: ApiKeyKind;
  scopes: string[];
  expires_at: Date | null;
  revoked_at: Date | null;
  /** Of the present secret. */
  digest: string;
  pepper_id: string | null;
  /** Of the secret from before, which opens the key until it ends. */
  previous_digest: string | null;
  previous_pepper_id: string | null;
  previous_ends_at: Date | null;
  /** How many secrets came before the present one. */
  rotations: number;
  last_used_at: Date | null;
  /** Set where the secret from before was shown. */
  is_previous?: true;
  account_status: AccountStatus;
  /** Of a publishable key, read with it and kept as long. */
  customer_tokens?: CustomerTokenFacts;
}

/** What proves to the publishable key of an environment in whose name it speaks. */
export interface CustomerTokenFacts {
  environment_id: string;
  is_required: boolean;
  secrets: { uid: string; sealed: string; endsAt: string | null }[];
}

export interface MembershipFacts {
  account_uid: string;
  account_status: AccountStatus;
  access: AccountAccess;
  role: MemberRole;
  /** Role per environment of the account; null where none was given. */
  environments: Record<string, EnvironmentRole | null>;
}

/** @reads api_key of platform/api-keys @reads account, environment of platform/accounts */
const keyWhere = (
  condition: string,
): string => `select k.uid, k.environment_id, e.account_uid, k.kind, k.scopes, k.expires_at, k.revoked_at, k.digest, k.pepper_id,
                k.previous_digest, k.previous_pepper_id, k.previous_ends_at, k.rotations, k.last_used_at, a.status as account_status
           from api_key k
           join environment e on e.uid = k.environment_id
           join account a on a.uid = e.account_uid
          where ${condition}`;
const keyByDigest = keyWhere('k.digest = $1');
/**
 * Each half is a probe of its own index. All digests, also of the present secret: one may have been moved to the pepper of now meanwhile.
 * @reads api_key of platform/api-keys
 */
const keyByAnyDigest = keyWhere(`(k.environment_id, k.uid) in (
            select f.environment_id, f.uid from api_key f where f.digest = any($1)
             union all
            select p.environment_id, p.uid from api_key p where p.previous_digest = any($1))`);
const keysByUids = keyWhere('k.uid = any($1::uuid[])');

/** @reads environment of platform/accounts @reads environment_settings of platform/environment-settings @reads customer_token_secret of platform/customer-tokens */
const customerTokensOf = `select e.uid as environment_id,
                coalesce((select (s.chosen->>'isCustomerTokenRequired')::boolean from environment_settings s
                           where s.environment_id = e.uid), true) as is_required,
                coalesce((select jsonb_agg(jsonb_build_object('uid', c.uid, 'sealed', c.sealed_secret, 'endsAt', c.ends_at))
                            from customer_token_secret c
                           where c.environment_id = e.uid and (c.ends_at is null or c.ends_at > $2)), '[]') as secrets
           from environment e where e.uid = any($1::uuid[])`;

/** @reads account, environment, member, member_environment of platform/accounts */
const membershipsOf = `select m.account_uid, a.status as account_status, a.access, m.role,
                coalesce((select jsonb_object_agg(e.uid, r.role) from environment e
                            left join member_environment r on r.environment_id = e.uid and r.member_uid = m.uid
                           where e.account_uid = m.account_uid), '{}') as environments
           from member m join account a on a.uid = m.account_uid
          where m.subject = $1 order by m.uid`;

/** Questions that come before a tenant is known. */
@Injectable()
export class IdentityReader {
  constructor(private readonly database: Database) {}

  /**
   * The present secret is looked for first, under the pepper of now: what most callers show costs one probe.
   * @param former of the same secret, under former peppers
   */
  async keyByDigest(digest: string, former: readonly string[]): Promise<KeyFacts | undefined> {
    const [present] = await this.database.queryEverywhere<KeyFacts & Record<string, unknown>>(keyByDigest, [
      digest,
    ]);
    if (present) return present;
    const all = [digest, ...former];
    const [found] = await this.database.queryEverywhere<KeyFacts & Record<string, unknown>>(keyByAnyDigest, [
      all,
    ]);
    return found && (all.includes(found.digest) ? found : { ...found, is_previous: true });
  }

  keysByUids(uids: readonly string[]): Promise<KeyFacts[]> {
    return this.database.queryEverywhere<KeyFacts & Record<string, unknown>>(keysByUids, [uids]);
  }

  /** Secrets that have not ended yet. */
  customerTokensOf(environmentIds: readonly string[], now: Date): Promise<CustomerTokenFacts[]> {
    return this.database.queryEverywhere<CustomerTokenFacts & Record<string, unknown>>(customerTokensOf, [
      environmentIds,
      now,
    ]);
  }

  /** Oldest first: the first is the account of a user who names none. */
  async membershipsOf(subject: string): Promise<MembershipFacts[]> {
    return this.database.query<MembershipFacts>(membershipsOf, [subject]);
  }
}
