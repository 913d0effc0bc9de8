import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { EntityType } from './domain/entity-type';
import { entityTypeMapping } from './governance.mapping';

@Injectable()
export class EntityTypesRepository extends TenantRepository<EntityType> {
  constructor(persistence: Persistence) {
    super(persistence, entityTypeMapping, 'EntityTypeNotFound');
  }

  /** Those of these ids, in the order of their keys: who locks many waits for nobody who waits for it. By id. */
  async lockMany(ids: readonly string[]): Promise<Map<string, EntityType>> {
    const held = await this.where('t.id = any($2) order by t.uid for no key update', [ids]);
    return new Map(held.map((type) => [type.id, type]));
  }

  /** @returns those that are there now; who has made another one of the same id meanwhile was first */
  async insertNew(types: readonly EntityType[]): Promise<EntityType[]> {
    if (types.length === 0) return [];
    for (const type of types) type.revision = 1;
    if ((await this.insertRows(types, 'uq_entity_type_id')) === types.length) return [...types];
    const there = await this.findByUids(types.map(({ uid }) => uid));
    return types.filter(({ uid }) => there.has(uid));
  }

  list(request: PageRequest): Promise<Page<EntityType>> {
    return this.page(request, Predicate.none());
  }

  /** Every dimension that may name an entity. */
  async attributionKeys(): Promise<string[]> {
    const text = `select distinct k.key from ${this.rows.table} t, unnest(t.attribution_keys) as k(key) where ${this.own}`;
    return (await this.ask<{ key: string }>(text)).map(({ key }) => key);
  }
}
