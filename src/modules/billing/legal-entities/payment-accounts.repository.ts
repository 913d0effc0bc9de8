import { Injectable } from '@nestjs/common';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { PaymentAccount } from './domain/payment-account';
import { paymentAccountMapping } from './payment-account.mapping';

@Injectable()
export class PaymentAccountsRepository extends TenantRepository<PaymentAccount> {
  constructor(persistence: Persistence) {
    super(persistence, paymentAccountMapping, 'PaymentAccountNotFound');
  }

  /** By entity, newest first. */
  async of(entityUids: readonly string[]): Promise<Map<string, PaymentAccount[]>> {
    const byEntity = new Map<string, PaymentAccount[]>(entityUids.map((uid) => [uid, []]));
    const found = await this.where('t.legal_entity_uid = any($2) order by t.uid desc', [entityUids]);
    for (const account of found) byEntity.get(account.legalEntityUid)?.push(account);
    return byEntity;
  }
}
