import { Injectable } from '@nestjs/common';
import { LegalEntitiesService } from '#modules/billing/legal-entities';
import type { LineItem, Reference } from './domain/line-item';
import { rejected } from './domain/refusals';
import type { RemitToDirectory, RemitToRequest } from './domain/settings';

/** A directory that also knows the keys of what it names. */
export interface KeyedDirectory extends RemitToDirectory {
  entity(id: string | null): Reference | null;
  account(id: string | null): Reference | null;
}

/** Legal entities and payment accounts as far as a request and the lines of a contract name them. */
@Injectable()
export class RemitToDirectoryService {
  constructor(private readonly entities: LegalEntitiesService) {}

  /** @throws BillingContractOperationRejected, LEGAL_ENTITY_NOT_FOUND for an archived one too: it is for nothing new */
  async activeEntity(id: string): Promise<Reference> {
    const found = await this.findEntity(id);
    if (found) return found;
    throw rejected(
      'LEGAL_ENTITY_NOT_FOUND',
      'legalEntityId names no active legal entity; take one from GET /contracts/legal-entities',
    );
  }

  /** What is stored on a line is known even when it is archived by now. */
  async directoryFor(asked: RemitToRequest, lines: readonly LineItem[]): Promise<KeyedDirectory> {
    const entities = new Map<string, Reference>();
    const accounts = new Map<string, Reference & { entityId: string }>();
    for (const { legalEntity, paymentAccount } of lines) {
      if (legalEntity) entities.set(legalEntity.id, legalEntity);
      if (!paymentAccount || !legalEntity) continue;
      // Settings write both together, and an account never moves to another entity.
      accounts.set(paymentAccount.id, { ...paymentAccount, entityId: legalEntity.id });
    }
    if (typeof asked.legalEntityId === 'string') {
      await this.look(entities, asked.legalEntityId, (id) => this.findEntity(id));
    }
    if (typeof asked.paymentAccountId === 'string') {
      await this.look(accounts, asked.paymentAccountId, (id) => this.findAccount(id));
    }
    return {
      hasEntity: (id) => entities.has(id),
      entityOfAccount: (id) => accounts.get(id)?.entityId,
      entity: (id) => (id === null ? null : (entities.get(id) ?? null)),
      account: (id) => (id === null ? null : (accounts.get(id) ?? null)),
    };
  }

  private async look<R>(
    known: Map<string, R>,
    id: string,
    find: (id: string) => Promise<R | undefined>,
  ): Promise<void> {
    if (known.has(id)) return;
    const found = await find(id);
    if (found) known.set(id, found);
  }

  private async findEntity(id: string): Promise<Reference | undefined> {
    const found = await this.entities.find(id);
    return found?.entity.status === 'ACTIVE' ? { uid: found.entity.uid, id: found.entity.id } : undefined;
  }

  private async findAccount(id: string): Promise<(Reference & { entityId: string }) | undefined> {
    const account = await this.entities.findAccount(id);
    if (account?.status !== 'ACTIVE') return undefined;
    return { uid: account.uid, id: account.id, entityId: account.legalEntityId };
  }
}
