import { one, list } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase, Within } from '#libs/use-cases/use-case';
import { Remembered } from '#libs/context/remembered';
import { Clock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { issuerOf, type Issuer } from './domain/issuer';
import { LegalEntity as StoredEntity, requireRoomForEntity } from './domain/legal-entity';
import type { PaymentAccount as StoredAccount } from './domain/payment-account';
import { LegalEntitiesRepository } from './legal-entities.repository';
import type {
  CreateLegalEntityBody,
  ListLegalEntitiesQuery,
  UpdateLegalEntityBody,
} from './legal-entities.inputs';
import { LegalEntity } from './legal-entities.views';
import { PaymentAccountsRepository } from './payment-accounts.repository';

/** Archived or not; so are its accounts. */
export interface KnownLegalEntity {
  entity: StoredEntity;
  accounts: StoredAccount[];
}

/** Domain: contracts-billing E2 */
@Injectable()
export class LegalEntitiesService {
  private readonly changes: Changes<StoredEntity, LegalEntity>;

  constructor(
    private readonly entities: LegalEntitiesRepository,
    private readonly accounts: PaymentAccountsRepository,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(entities, {
      entity: 'LEGAL_ENTITY',
      noun: 'legal_entity',
      view: async (entity) => LegalEntity.from(entity, await this.accountsOf(entity)),
      picture: LegalEntity.alone,
    });
  }

  /** The first is the default. @throws DuplicatedEntityNotAllowed, InvalidAddressError, InvalidTaxId, BadUserInput */
  @UseCase('createLegalEntity', {
    needs: 'contracts:write',
    answers: one(LegalEntity),
    summary: 'Create a legal entity; the first is the default.',
  })
  async create({
    isDefault = false,
    id = newUid(),
    ...details
  }: CreateLegalEntityBody): Promise<LegalEntity> {
    await this.entities.takeTurn();
    requireRoomForEntity((await this.entities.everything()).length);
    const entity = StoredEntity.create({ id, ...details }, this.clock.now());
    await this.settleDefault(entity, isDefault);
    return this.changes.create(entity);
  }

  /** All at once, newest first: what a contract can choose, unless others are asked for. */
  @UseCase('listLegalEntities', {
    needs: 'contracts:read',
    answers: list(LegalEntity),
    summary: 'List legal entities with their payment accounts, all at once, newest first.',
  })
  async list({ status = ['ACTIVE'] }: ListLegalEntitiesQuery): Promise<LegalEntity[]> {
    const entities = await this.entities.inStatus(status);
    const accounts = await this.accounts.of(entities.map(({ uid }) => uid));
    const isTold = (account: StoredAccount) => status.includes('ARCHIVED') || account.status === 'ACTIVE';
    return entities.map((entity) =>
      LegalEntity.from(entity, (accounts.get(entity.uid) ?? []).filter(isTold)),
    );
  }

  /** With all its accounts. @throws LegalEntityNotFound */
  @UseCase('getLegalEntity', {
    needs: 'contracts:read',
    answers: one(LegalEntity),
    summary: 'Get a legal entity with all its payment accounts.',
  })
  async get(id: string): Promise<LegalEntity> {
    return this.changes.get(id);
  }

  /** @throws LegalEntityNotFound, EntityIsArchivedError, InvalidAddressError, InvalidTaxId, BadUserInput */
  @UseCase('updateLegalEntity', {
    needs: 'contracts:write',
    answers: one(LegalEntity),
    summary: 'Change a legal entity, or make it the default.',
  })
  async update(id: string, { isDefault, ...changes }: UpdateLegalEntityBody): Promise<LegalEntity> {
    if (isDefault) await this.entities.takeTurn();
    return this.changes.apply(id, 'updated', async (entity) => {
      entity.change(changes);
      if (isDefault === false) entity.refuseToStepDown();
      if (isDefault) await this.settleDefault(entity, true);
    });
  }

  /**
   * Nothing new is issued by it; what it was chosen for keeps it.
   * @throws LegalEntityNotFound, EntityIsArchivedError, IntegrityViolation for the default while another could be it
   */
  @UseCase('archiveLegalEntity', {
    needs: 'contracts:write',
    answers: one(LegalEntity),
    summary: 'Archive a legal entity; what it was chosen for keeps it.',
  })
  async archive(id: string): Promise<LegalEntity> {
    await this.entities.takeTurn();
    return this.changes.apply(id, 'archived', async (entity) => {
      entity.requireReplaceable(await this.entities.inStatus(['ACTIVE']));
      entity.archive();
    });
  }

  /** @throws LegalEntityNotFound, BadUserInput when it is not archived */
  @UseCase('unarchiveLegalEntity', {
    needs: 'contracts:write',
    answers: one(LegalEntity),
    summary: 'Bring an archived legal entity back.',
  })
  async unarchive(id: string): Promise<LegalEntity> {
    await this.entities.takeTurn();
    return this.changes.apply(id, 'unarchived', async (entity) => {
      entity.unarchive();
      await this.settleDefault(entity, false);
    });
  }

  /** Undefined for an id that names none in this environment. */
  @Within()
  @Remembered()
  async find(id: string): Promise<KnownLegalEntity | undefined> {
    const entity = await this.entities.find(id);
    return entity && { entity, accounts: await this.accountsOf(entity) };
  }

  /** Of any entity of the environment. */
  @Within()
  findAccount(accountId: string): Promise<StoredAccount | undefined> {
    return this.accounts.find(accountId);
  }

  /** Who sells where nobody else is chosen; undefined where there is none. Domain: contracts-billing V12 */
  @Within()
  async findDefault(): Promise<Pick<StoredEntity, 'uid' | 'id'> | undefined> {
    const entity = await this.entities.findDefault();
    return entity && { uid: entity.uid, id: entity.id };
  }

  /**
   * What an invoice keeps of its issuer, as both are now.
   * @param accountId null where none is chosen
   * @throws LegalEntityNotFound, PaymentAccountNotFound, also for an account of another entity
   */
  @Within()
  async snapshotFor(entityId: string, accountId: string | null): Promise<Issuer> {
    const entity = await this.entities.getOrThrow(entityId);
    return issuerOf(entity, accountId === null ? undefined : await this.accounts.getOrThrow(accountId));
  }

  /** Makes it the default when that is wanted or when there is none. Only by who has taken the turn. */
  private async settleDefault(entity: StoredEntity, isWanted: boolean): Promise<void> {
    const present = await this.entities.lockDefault();
    if (present?.uid === entity.uid || (present && !isWanted)) return;
    if (present) {
      await this.changes.apply(present, 'updated', () => {
        present.isDefault = false;
      });
    }
    entity.isDefault = true;
  }

  private async accountsOf({ uid }: StoredEntity): Promise<StoredAccount[]> {
    return (await this.accounts.of([uid])).get(uid) ?? [];
  }
}
