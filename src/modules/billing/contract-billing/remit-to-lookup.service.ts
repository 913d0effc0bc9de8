import { Injectable } from '@nestjs/common';
import type { CurrencyCode } from '#libs/business/values/currency';
import { LegalEntitiesService } from '#modules/billing/legal-entities';
import type { AccountCurrencies, FoundRemitTo, RemitTo, RemitToRequest } from './domain/settings';

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

  /** Of the accounts that lines are paid to, archived ones too. */
  async currenciesOf(lines: readonly RemitTo[]): Promise<AccountCurrencies> {
    const ids = new Set(lines.flatMap(({ paymentAccountId }) => paymentAccountId ?? []));
    const currencies = new Map<string, CurrencyCode>();
    for (const id of ids) {
      const currency = (await this.entities.findAccount(id))?.currency;
      if (currency) currencies.set(id, currency);
    }
    return currencies;
  }

  private async activeEntity(id: string): Promise<FoundRemitTo['entity']> {
    const found = await this.entities.find(id);
    return found?.entity.status === 'ACTIVE' ? { uid: found.entity.uid, id: found.entity.id } : undefined;
  }

  private async activeAccount(id: string): Promise<FoundRemitTo['account']> {
    const account = await this.entities.findAccount(id);
    if (account?.status !== 'ACTIVE') return undefined;
    const { uid, legalEntityId: entityId, currency } = account;
    return { uid, id, entityId, currency };
  }
}
