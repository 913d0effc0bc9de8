import { Injectable } from '@nestjs/common';
import { currentAccountId } from '#libs/context/request-context';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { ApiKey, ApiKeyStatus, KeyTimes } from './domain/api-key';
import { apiKeyMapping } from './api-key.mapping';

/** `ApiKey.statusAt`, for lists. */
const statusAt = (now: string, soonUntil: string): string => `
  case when t.revoked_at is not null then 'REVOKED'
       when t.expires_at <= ${now}::timestamptz then 'EXPIRED'
       when t.expires_at <= ${soonUntil}::timestamptz then 'EXPIRING_SOON'
       else 'ACTIVE' end`;

const isHolding = 't.revoked_at is null and (t.expires_at is null or t.expires_at > $3)';
/** Those that are not found under the pepper $2 alone. */
const isFormer = `(t.pepper_id is distinct from $2
                   or (t.previous_digest is not null and t.previous_ends_at > $3 and t.previous_pepper_id is distinct from $2))`;

/** @reads environment of platform/accounts */
const announceAccount = `select pg_notify('api_key_revoked', k.digest) from api_key k
                           join environment e on e.uid = k.environment_id
                          where e.account_uid = $1 and k.revoked_at is null`;

@Injectable()
export class ApiKeysRepository extends TenantRepository<ApiKey> {
  constructor(persistence: Persistence) {
    super(persistence, apiKeyMapping, 'ApiKeyNotFound');
  }

  list(request: PageRequest, statuses: ApiKeyStatus[] | undefined, times: KeyTimes): Promise<Page<ApiKey>> {
    const filter = Predicate.none();
    if (statuses) {
      const values = [times.now, times.soonUntil, statuses];
      filter.addAll(values, (now = '', soon = '', any = '') => `${statusAt(now, soon)} = any(${any})`);
    }
    return this.page(request, filter);
  }

  /** Nobody changes them before the end of the unit of work. */
  holdPublishable(): Promise<ApiKey[]> {
    return this.where(`t.kind = 'PUBLISHABLE' order by t.uid for no key update`, []);
  }

  /**
   * Heard by every process when the transaction commits, so that caches drop what they found by its secrets at once.
   * @param digest of its present secret, as it was until then: under that name caches hold a key
   */
  async announceChange(digest: string): Promise<void> {
    await this.persistence.database.query(`select pg_notify('api_key_revoked', $1)`, [digest]);
  }

  /** The same of every key of the account of the context, in all its environments. */
  async announceAccount(): Promise<void> {
    await this.persistence.database.queryEverywhere(announceAccount, [currentAccountId()]);
  }

  /** Of the keys that hold: those that are found under this pepper, and those that need a former one. */
  async pepperUse(pepperId: string, now: Date): Promise<{ current: number; former: number }> {
    const text = `select (count(*) filter (where not ${isFormer}))::int as current,
                         (count(*) filter (where ${isFormer}))::int as former
                    from api_key t where ${this.own} and ${isHolding}`;
    const [counted] = await this.ask<{ current: number; former: number }>(text, [pepperId, now]);
    return counted ?? { current: 0, former: 0 };
  }
}
