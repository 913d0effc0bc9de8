import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import { customCurrencyMapping } from './custom-currency.mapping';
import type { CustomCurrency, CustomCurrencyStatus } from './domain/custom-currency';

@Injectable()
export class CustomCurrenciesRepository extends TenantRepository<CustomCurrency> {
  constructor(persistence: Persistence) {
    super(persistence, customCurrencyMapping, 'CustomCurrencyNotFound');
  }

  list(request: PageRequest, statuses: readonly CustomCurrencyStatus[]): Promise<Page<CustomCurrency>> {
    const filter = new Predicate();
    if (!statuses.includes('ARCHIVED')) filter.holds('t.archived_at is null');
    if (!statuses.includes('ACTIVE')) filter.holds('t.archived_at is not null');
    return this.page(request, filter);
  }

  /** By id, the active one before archived ones of the same id. */
  override async findMany(ids: readonly string[]): Promise<Map<string, CustomCurrency>> {
    const found = await this.where('named', 't.id = any($2) order by t.archived_at nulls last', [ids]);
    // A later entry takes the place of an earlier one, so the active currency stays.
    return new Map(found.map((currency) => [currency.id, currency]));
  }

  /** Counts with everybody else who wants to make one waiting until this unit of work ends. */
  async countActiveAlone(): Promise<number> {
    const { database } = this.persistence;
    const environmentId = currentEnvironmentId();
    const alone = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
    await database.query({ name: 'custom_currency.alone', text: alone }, [
      `custom_currency:${environmentId}`,
    ]);
    const text = `select count(*)::int as count from custom_currency t where ${this.own} and t.archived_at is null`;
    const statement = { name: 'custom_currency.count_active', text };
    const [row] = await database.query<{ count: number }>(statement, [environmentId]);
    return row?.count ?? 0;
  }
}
