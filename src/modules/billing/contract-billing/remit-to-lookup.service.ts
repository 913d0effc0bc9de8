import { Injectable } from '@nestjs/common';
import { LegalEntitiesService } from '#modules/billing/legal-entities';
import type { FoundRemitTo, RemitToRequest } from './domain/settings';

/** Legal entities and payment accounts as far as a request names them. An archived one is for nothing new: it is not found. */
@Injectable()
export class RemitToLookup {
  constructor(private readonly entities: LegalEntitiesService) {}

  async find({ legalEntityId, paymentAccountId }: RemitToRequest): Promise<FoundRemitTo> {
    return {
      entity: typeof legalEntityId === 'string' ? await this.activeEntity(legalEntityId) : undefined,
      account: typeof paymentAccountId === 'string' ? await this.activeAccount(paymentAccountId) : undefined,
    };
  }

  private async activeEntity(id: string): Promise<FoundRemitTo['entity']> {
    const found = await this.entities.find(id);
    return found?.entity.status === 'ACTIVE' ? { uid: found.entity.uid, id: found.entity.id } : undefined;
  }

  private async activeAccount(id: string): Promise<FoundRemitTo['account']> {
    const account = await this.entities.findAccount(id);
    if (account?.status !== 'ACTIVE') return undefined;
    return { uid: account.uid, id: account.id, entityId: account.legalEntityId };
  }
}
