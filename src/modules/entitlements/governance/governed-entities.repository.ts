import { Injectable } from '@nestjs/common';
import { badInput } from '#libs/kernel/errors/domain-error';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { GovernedEntity } from './domain/governed-entity';
import { governedEntityMapping } from './governance.mapping';

export interface EntityFilter {
  entityTypeId: string | undefined;
  isWithArchived: boolean;
}

/** Entities by the ids that their customer gives them. */
@Injectable()
export class GovernedEntitiesRepository extends TenantTable<GovernedEntity> {
  protected override readonly listedBy = 'id' as const;

  constructor(persistence: Persistence) {
    super(persistence, governedEntityMapping);
  }

  async find(customerUid: string, id: string): Promise<GovernedEntity | undefined> {
    return (await this.where('t.customer_uid = $2 and t.id = $3', [customerUid, id]))[0];
  }

  /** By id. */
  async findMany(customerUid: string, ids: readonly string[]): Promise<Map<string, GovernedEntity>> {
    const found = await this.where('t.customer_uid = $2 and t.id = any($3)', [customerUid, ids]);
    return new Map(found.map((entity) => [entity.id, entity]));
  }

  /** By the key of their parent: the ids of those that are not archived. */
  async liveChildren(uids: readonly string[]): Promise<Map<string, string[]>> {
    const text = `select t.parent_uid as uid, array_agg(t.id order by t.id) as ids from ${this.rows.table} t
                   where ${this.own} and t.parent_uid = any($2) and t.archived_at is null group by t.parent_uid`;
    const rows = await this.ask<{ uid: string; ids: string[] }>(text, [uids]);
    return new Map(rows.map(({ uid, ids }) => [uid, ids]));
  }

  /** Of these, those who stand above another, archived or not. */
  async withChildren(uids: readonly string[]): Promise<Set<string>> {
    const text = `select distinct t.parent_uid as uid from ${this.rows.table} t where ${this.own} and t.parent_uid = any($2)`;
    return new Set((await this.ask<{ uid: string }>(text, [uids])).map(({ uid }) => uid));
  }

  /**
   * Their ids are unique within their customer only, so a cursor is looked up among the customer's own.
   * @throws BadUserInput for a cursor that names none of them
   */
  async list(
    customerUid: string,
    request: PageRequest,
    { entityTypeId, isWithArchived }: EntityFilter,
  ): Promise<Page<GovernedEntity>> {
    const { cursor } = request;
    const place = cursor === undefined ? undefined : await this.find(customerUid, cursor);
    if (cursor !== undefined && !place) throw badInput('The cursor names no object of this list');
    const filter = new Predicate()
      .equals('t.customer_uid', customerUid)
      .equals('t.entity_type_id', entityTypeId);
    if (!isWithArchived) filter.holds('t.archived_at is null');
    return this.pageByKey({ ...request, cursor: place?.uid }, filter);
  }
}
