import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/kernel/clock';
import { badInput } from '#libs/kernel/errors/domain-error';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { list, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { AccountsService } from '#modules/platform/accounts';
import { EntityType as StoredEntityType, type EntityTypeState } from './domain/entity-type';
import { requireOnce } from './domain/once';
import { EntityTypesRepository } from './entity-types.repository';
import type { ListEntityTypesQuery, UpsertEntityTypesBody } from './governance.inputs';
import { EntityType } from './governance.views';

@Injectable()
export class EntityTypesService {
  private readonly changes: ChangeRecord<StoredEntityType>;

  constructor(
    private readonly types: EntityTypesRepository,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.recordOf({
      entity: 'ENTITY_TYPE',
      noun: 'entity_type',
      picture: EntityType.from,
    });
  }

  /** @throws GovernanceNotEnabled, as all that follow. Domain: access-and-events G1 */
  @UseCase('listEntityTypes', {
    needs: 'governance:read',
    answers: page(EntityType),
    summary: 'List entity types, newest first.',
  })
  async list(query: ListEntityTypesQuery): Promise<Page<EntityType>> {
    await this.accounts.requireGovernance();
    return mapPage(await this.types.list(pageRequestOf(query)), EntityType.from);
  }

  /** All or none; told again it changes nothing. @throws BadUserInput. Domain: access-and-events G2 */
  @UseCase('upsertEntityTypes', {
    needs: 'governance:write',
    answers: list(EntityType),
    summary: 'Make entity types, or change them.',
  })
  async upsert({ types }: UpsertEntityTypesBody): Promise<EntityType[]> {
    await this.accounts.requireGovernance();
    requireOnce(types, ({ id }) => id, 'types');
    for (const [index, { attributionKeys }] of types.entries())
      if (new Set(attributionKeys).size < attributionKeys.length)
        throw badInput(`types[${index}].attributionKeys names a key twice`);
    const made = await this.makeMissing(types);
    const held = await this.types.lockMany(types.map(({ id }) => id));
    for (const { id, ...state } of types)
      if (!made.has(id)) await this.change(held.get(id) as StoredEntityType, state);
    return types.map(({ id }) => EntityType.from(held.get(id) as StoredEntityType));
  }

  private async change(type: StoredEntityType, state: EntityTypeState): Promise<void> {
    const before = copyOf(type);
    type.change(state);
    if (await this.types.saveChanged(before, type, this.clock.now()))
      this.changes.add('updated', before, type);
  }

  /** @returns their ids; what another has made at the same time is there, and is changed */
  private async makeMissing(types: UpsertEntityTypesBody['types']): Promise<Set<string>> {
    const known = await this.types.findMany(types.map(({ id }) => id));
    const now = this.clock.now();
    const missing = types.flatMap(({ id, ...state }) =>
      known.has(id) ? [] : StoredEntityType.create(id, state, now),
    );
    const made = await this.types.insertNew(missing);
    for (const type of made) this.changes.add('created', null, type);
    return new Set(made.map(({ id }) => id));
  }
}
