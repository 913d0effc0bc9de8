import { one } from '#libs/use-cases/answer';
import { Injectable } from '@nestjs/common';
import { UseCase } from '#libs/use-cases/use-case';
import { Clock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import type { LegalEntity } from './domain/legal-entity';
import { PaymentAccount as StoredAccount, requireRoomForAccount } from './domain/payment-account';
import { LegalEntitiesRepository } from './legal-entities.repository';
import type { CreatePaymentAccountBody, UpdatePaymentAccountBody } from './payment-accounts.inputs';
import { PaymentAccountsRepository } from './payment-accounts.repository';
import { PaymentAccount } from './payment-accounts.views';

/** Each change is a new state of the legal entity too, which is told with its accounts. Domain: contracts-billing E2 */
@Injectable()
export class PaymentAccountsService {
  private readonly changes: Changes<StoredAccount, PaymentAccount>;

  constructor(
    private readonly entities: LegalEntitiesRepository,
    private readonly accounts: PaymentAccountsRepository,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(accounts, {
      entity: 'PAYMENT_ACCOUNT',
      noun: 'payment_account',
      view: PaymentAccount.from,
      picture: PaymentAccount.masked,
      parentOf: ({ legalEntityId }) => legalEntityId,
    });
  }

  /** @throws LegalEntityNotFound, EntityIsArchivedError, DuplicatedEntityNotAllowed, BadUserInput */
  @UseCase('createPaymentAccount', {
    needs: 'contracts:write',
    answers: one(PaymentAccount),
    summary: 'Create a payment account of a legal entity.',
  })
  async create(
    entityId: string,
    { id = newUid(), ...details }: CreatePaymentAccountBody,
  ): Promise<PaymentAccount> {
    const entity = await this.entities.lockOrThrow(entityId);
    entity.requireLive();
    requireRoomForAccount((await this.accounts.of([entity.uid])).get(entity.uid)?.length ?? 0);
    const account = StoredAccount.create(entity, { id, ...details }, this.clock.now());
    await this.entities.countState(entity);
    return this.changes.create(account);
  }

  /** @throws LegalEntityNotFound, PaymentAccountNotFound, EntityIsArchivedError */
  @UseCase('updatePaymentAccount', {
    needs: 'contracts:write',
    answers: one(PaymentAccount),
    summary: 'Change a payment account.',
  })
  update(entityId: string, accountId: string, body: UpdatePaymentAccountBody): Promise<PaymentAccount> {
    return this.turn('updated', entityId, accountId, (account) => account.change(body));
  }

  /** What it was chosen for keeps it. @throws LegalEntityNotFound, PaymentAccountNotFound, EntityIsArchivedError */
  @UseCase('archivePaymentAccount', {
    needs: 'contracts:write',
    answers: one(PaymentAccount),
    summary: 'Archive a payment account; what it was chosen for keeps it.',
  })
  archive(entityId: string, accountId: string): Promise<PaymentAccount> {
    return this.turn('archived', entityId, accountId, (account) => account.archive());
  }

  /** @throws LegalEntityNotFound, PaymentAccountNotFound, EntityIsArchivedError, BadUserInput when it is not archived */
  @UseCase('unarchivePaymentAccount', {
    needs: 'contracts:write',
    answers: one(PaymentAccount),
    summary: 'Bring an archived payment account back.',
  })
  unarchive(entityId: string, accountId: string): Promise<PaymentAccount> {
    return this.turn('unarchived', entityId, accountId, (account) => account.unarchive());
  }

  private async turn(
    verb: string,
    entityId: string,
    accountId: string,
    change: (account: StoredAccount) => void,
  ): Promise<PaymentAccount> {
    const entity = await this.entities.lockOrThrow(entityId);
    const account = await this.lockOf(entity, accountId);
    entity.requireLive();
    return this.changes.apply(account, verb, change, () => this.entities.countState(entity));
  }

  /** One of another entity is as unknown as one of another environment. @throws PaymentAccountNotFound */
  private async lockOf(entity: LegalEntity, accountId: string): Promise<StoredAccount> {
    const account = await this.accounts.lockOrThrow(accountId);
    if (account.legalEntityUid !== entity.uid) throw this.accounts.unknown(accountId);
    return account;
  }
}
