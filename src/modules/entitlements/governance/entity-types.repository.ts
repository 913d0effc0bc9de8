import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { EntityType } from './domain/entity-type';
import { entityTypeMapping } from './governance.mapping';

/** Types by the ids that callers know them by. */
@Injectable()
export class EntityTypesRepository extends TenantTable<EntityType> {
  protected override readonly listedBy = 'id' as const;

  constructor(persistence: Persistence) {
    super(persistence, entityTypeMapping);
  }

  /** Those that there are, by id. */
  async findMany(ids: readonly string[]): Promise<Map<string, EntityType>> {
    return byId(await this.where('t.id = any($2)', [ids]));
  }

  /** The same in the order of their keys: who locks many waits for nobody who waits for it. */
  async lockMany(ids: readonly string[]): Promise<Map<string, EntityType>> {
    return byId(await this.where('t.id = any($2) order by t.uid for no key update', [ids]));
  }

  /** @returns those that are there now; who has made another one of the same id meanwhile was first */
  async insertNew(types: readonly EntityType[]): Promise<EntityType[]> {
    if (types.length === 0) return [];
    if ((await this.insertRows(types, 'uq_entity_type_id')) === types.length) return [...types];
    const there = await this.findByUids(types.map(({ uid }) => uid));
    return types.filter(({ uid }) => there.has(uid));
  }

  /** @throws BadUserInput for a cursor that names none of them */
  list(request: PageRequest): Promise<Page<EntityType>> {
    return this.slice(request, Predicate.none());
  }

  /** Every dimension that may name an entity. */
  async attributionKeys(): Promise<string[]> {
    const text = `select distinct k.key from ${this.rows.table} t, unnest(t.attribution_keys) as k(key) where ${this.own}`;
    return (await this.ask<{ key: string }>(text)).map(({ key }) => key);
  }
}

const byId = (types: readonly EntityType[]): Map<string, EntityType> =>
  new Map(types.map((type) => [type.id, type]));
