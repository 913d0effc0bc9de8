import { Injectable } from '@nestjs/common';
import { customerBuckets } from '#libs/business/values/customer-buckets';
import { Clock } from '#libs/kernel/clock';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { list, one, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { AccountsService } from '#modules/platform/accounts';
import { CustomersService, type StoredCustomer } from '#modules/customers/customers';
import { GovernedEntity as StoredEntity } from './domain/governed-entity';
import { requireOnce } from './domain/once';
import { EntityTypesRepository } from './entity-types.repository';
import type { ArchiveEntitiesBody, ListEntitiesQuery, UpsertEntitiesBody } from './governance.inputs';
import { ArchivedEntities, GovernedEntity } from './governance.views';
import { GovernedEntitiesRepository } from './governed-entities.repository';

@Injectable()
export class EntitiesService {
  private readonly changes: ChangeRecord<StoredEntity>;

  constructor(
    private readonly entities: GovernedEntitiesRepository,
    private readonly types: EntityTypesRepository,
    private readonly customers: CustomersService,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.recordOf({
      entity: 'ENTITY',
      noun: 'entity',
      picture: GovernedEntity.from,
      parentOf: ({ customerId }) => customerId,
    });
  }

  /** @throws CustomerNotFound; BadUserInput for a cursor that names none of them; GovernanceNotEnabled, as all that follow */
  @UseCase('listEntities', {
    needs: 'governance:read',
    answers: page(GovernedEntity),
    summary: 'List the entities of a customer, newest first.',
  })
  async list(customerId: string, query: ListEntitiesQuery): Promise<Page<GovernedEntity>> {
    await this.accounts.requireGovernance();
    const { uid } = await this.customers.getOrThrow(customerId);
    const { entityTypeId, includeArchived } = query;
    const filter = { entityTypeId, isWithArchived: includeArchived === true };
    return mapPage(await this.entities.list(uid, pageRequestOf(query), filter), GovernedEntity.from);
  }

  /** Archived or not. @throws CustomerNotFound, EntityNotFound */
  @UseCase('getEntity', {
    needs: 'governance:read',
    answers: one(GovernedEntity),
    summary: 'Get an entity of a customer.',
  })
  async get(customerId: string, id: string): Promise<GovernedEntity> {
    await this.accounts.requireGovernance();
    const { uid } = await this.customers.getOrThrow(customerId);
    const entity = await this.entities.find(uid, id);
    if (!entity) throw unknown(id, customerId);
    return GovernedEntity.from(entity);
  }

  /**
   * All or none; told again it changes nothing. Domain: access-and-events G3
   * @throws CustomerNotFound, EntityIsArchivedError, InvalidMetadataError, BadUserInput for an unknown type and for a new entity without one
   */
  @UseCase('upsertEntities', {
    needs: 'governance:write',
    answers: list(GovernedEntity),
    summary: 'Make entities of a customer, or change them.',
    touches: customerBuckets,
  })
  async upsert(customerId: string, { entities }: UpsertEntitiesBody): Promise<GovernedEntity[]> {
    await this.accounts.requireGovernance();
    requireOnce(entities, ({ id }) => id, 'entities');
    const { uid: customerUid } = await this.liveCustomer(customerId);
    const known = await this.entities.findMany(
      customerUid,
      entities.map(({ id }) => id),
    );
    const types = await this.types.findMany(entities.flatMap(({ entityTypeId = [] }) => entityTypeId));
    const now = this.clock.now();
    const [made, changed] = [[] as StoredEntity[], [] as [before: StoredEntity, after: StoredEntity][]];
    const answer = entities.map(({ id, entityTypeId, displayName, metadata }, index) => {
      const at = `entities[${index}]`;
      const type = entityTypeId === undefined ? undefined : types.get(entityTypeId);
      if (entityTypeId !== undefined && !type)
        throw badInput(`${at}.entityTypeId: there is no entity type ${entityTypeId}`);
      const patch = { type, displayName, metadata };
      const before = known.get(id);
      if (!before) {
        const entity = StoredEntity.create({ customerUid, customerId, id }, patch, at, now);
        made.push(entity);
        return entity;
      }
      const after = copyOf(before);
      after.change(patch, at);
      changed.push([before, after]);
      return after;
    });
    await this.entities.insertAll(made);
    for (const entity of made) this.changes.add('created', null, entity);
    await this.save(changed, 'updated', now);
    return answer.map(GovernedEntity.from);
  }

  /**
   * Those that are archived stay so. They are named by nothing any more. Domain: access-and-events G3, G5
   * @throws CustomerNotFound, EntityNotFound, EntityIsArchivedError of the customer, IntegrityViolation above one that is not archived with it
   */
  @UseCase('archiveEntities', {
    needs: 'governance:write',
    answers: one(ArchivedEntities),
    summary: 'Archive entities of a customer.',
    touches: customerBuckets,
  })
  async archive(customerId: string, { ids }: ArchiveEntitiesBody): Promise<ArchivedEntities> {
    const asked = await this.asked(customerId, ids);
    const going = new Set(ids);
    const children = await this.entities.liveChildren(asked.map(({ uid }) => uid));
    for (const { id, uid } of asked) {
      const left = (children.get(uid) ?? []).filter((child) => !going.has(child));
      if (left.length > 0)
        throw new DomainError(
          'IntegrityViolation',
          `ids: entity ${id} has children that are not archived: ${left.join(', ')}; archive them too, or first`,
        );
    }
    return this.settle(asked, 'archived', this.clock.now());
  }

  /** Those that are not archived stay so. @throws as `archive`; IntegrityViolation below one that is archived still. Domain: access-and-events G5 */
  @UseCase('unarchiveEntities', {
    needs: 'governance:write',
    answers: one(ArchivedEntities),
    summary: 'Bring archived entities of a customer back.',
    touches: customerBuckets,
  })
  async unarchive(customerId: string, { ids }: ArchiveEntitiesBody): Promise<ArchivedEntities> {
    const asked = await this.asked(customerId, ids);
    const coming = new Set(asked.map(({ uid }) => uid));
    const parents = await this.entities.findByUids(asked.flatMap(({ parentUid }) => parentUid ?? []));
    for (const { id, parentUid } of asked) {
      const parent = parentUid === null || coming.has(parentUid) ? undefined : parents.get(parentUid);
      if (parent && parent.archivedAt !== null)
        throw new DomainError(
          'IntegrityViolation',
          `ids: entity ${id} stands below ${parent.id}, which is archived; unarchive that too, or first`,
        );
    }
    return this.settle(asked, 'unarchived', null);
  }

  private async asked(customerId: string, ids: readonly string[]): Promise<StoredEntity[]> {
    await this.accounts.requireGovernance();
    requireOnce(ids, (id) => id, 'ids');
    const { uid } = await this.liveCustomer(customerId);
    const known = await this.entities.findMany(uid, ids);
    return ids.map((id) => {
      const entity = known.get(id);
      if (!entity) throw unknown(id, customerId);
      return entity;
    });
  }

  private async settle(
    asked: readonly StoredEntity[],
    verb: 'archived' | 'unarchived',
    archivedAt: Date | null,
  ): Promise<ArchivedEntities> {
    const moving = asked.filter((entity) => (entity.archivedAt === null) === (archivedAt !== null));
    const changed = moving.map((before): [StoredEntity, StoredEntity] => [
      before,
      Object.assign(copyOf(before), { archivedAt }),
    ]);
    await this.save(changed, verb, this.clock.now());
    return { ids: asked.map(({ id }) => id) };
  }

  private async save(
    changed: readonly [before: StoredEntity, after: StoredEntity][],
    verb: string,
    now: Date,
  ): Promise<void> {
    const others = changed.filter(([before, after]) => this.entities.differ(before, after));
    await this.entities.saveAll(
      others.map(([, after]) => after),
      now,
    );
    for (const [before, after] of others) this.changes.add(verb, before, after);
  }

  /** Its tree is changed by one at a time. */
  private async liveCustomer(id: string): Promise<StoredCustomer> {
    const customer = await this.customers.lockOrThrow(id);
    customer.requireLive();
    return customer;
  }
}

const unknown = (id: string, customerId: string): DomainError =>
  new DomainError('EntityNotFound', `customer ${customerId} has no entity ${id}`);
