import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import { customCurrencyMapping } from './custom-currency.mapping';
import type { CustomCurrency, CustomCurrencyStatus } from './domain/custom-currency';

/** Then the one archived last. */
const activeFirst = 't.archived_at desc nulls first, t.uid desc';

@Injectable()
export class CustomCurrenciesRepository extends TenantRepository<CustomCurrency> {
  /** By id like every look-up, or by uid: what names the place of one whose id another has too. */
  protected override readonly placeOf = (cursor: string): string =>
    `(t.id = ${cursor} or t.uid::text = ${cursor}) order by t.id = ${cursor} desc, ${activeFirst} limit 1`;

  constructor(persistence: Persistence) {
    super(persistence, customCurrencyMapping, 'CustomCurrencyNotFound');
  }

  list(request: PageRequest, statuses: readonly CustomCurrencyStatus[]): Promise<Page<CustomCurrency>> {
    const filter = new Predicate();
    if (!statuses.includes('ARCHIVED')) filter.holds('t.archived_at is null');
    if (!statuses.includes('ACTIVE')) filter.holds('t.archived_at is not null');
    return this.page(request, filter);
  }

  /** The active one of this id, else the one archived last. Domain: catalog C1, credits Y5 */
  override async find(id: string, lock = false): Promise<CustomCurrency | undefined> {
    const locking = lock ? ' for no key update' : '';
    return (await this.where(`t.id = $2 order by ${activeFirst} limit 1${locking}`, [id]))[0];
  }

  /** The one of this id that was archived last, else the active one. @throws CustomCurrencyNotFound; what a lock refuses */
  async lockArchivedOrThrow(id: string): Promise<CustomCurrency> {
    const condition = `t.id = $2 and t.archived_at is not null order by ${activeFirst} limit 1 for no key update`;
    const [archived] = await this.where(condition, [id]);
    return archived ? this.held(archived) : this.lockOrThrow(id);
  }

  /** As they are until this unit of work ends: writers wait, other readers of this kind do not. */
  async hold(uids: readonly string[]): Promise<Map<string, CustomCurrency>> {
    if (uids.length === 0) return new Map();
    const held = await this.where('t.uid = any($2) order by t.uid for share', [uids]);
    return new Map(held.map((currency) => [currency.uid, currency]));
  }

  /** Which of these ids several currencies have. */
  async sharedIds(ids: readonly string[]): Promise<Set<string>> {
    const text = `select t.id from custom_currency t where ${this.own} and t.id = any($2) group by t.id having count(*) > 1`;
    const rows = await this.ask<{ id: string }>(text, [ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** By id, the active one before archived ones of the same id. */
  override async findMany(ids: readonly string[]): Promise<Map<string, CustomCurrency>> {
    if (ids.length === 0) return new Map();
    const found = await this.where('t.id = any($2) order by t.archived_at nulls last, t.uid', [ids]);
    // A later entry takes the place of an earlier one, so the active currency stays.
    return new Map(found.map((currency) => [currency.id, currency]));
  }

  /** Counts with everybody else who wants to make one waiting until this unit of work ends. */
  async countActiveAlone(): Promise<number> {
    const alone = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
    await this.persistence.database.query(alone, [`custom_currency:${currentEnvironmentId()}`]);
    const text = `select count(*)::int as count from custom_currency t where ${this.own} and t.archived_at is null`;
    const [row] = await this.ask<{ count: number }>(text);
    return row?.count ?? 0;
  }
}
