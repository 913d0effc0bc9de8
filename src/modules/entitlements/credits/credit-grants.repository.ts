import { Injectable } from '@nestjs/common';
import { grouped } from '#libs/kernel/grouped';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import { creditGrantMapping } from './credits.mapping';
import type { CreditGrant } from './domain/credit-grant';

/** Grants of one customer. */
export interface GrantFilter {
  customerUid: string;
  /** Null: only those of no resource. Domain: credits G7 */
  resourceId: string | null;
  currencyId?: string;
  createdAt?: InstantRange;
}

@Injectable()
export class CreditGrantsRepository extends TenantRepository<CreditGrant> {
  constructor(persistence: Persistence) {
    super(persistence, creditGrantMapping, 'CreditGrantNotFound');
  }

  /** All that their wallets can move, by wallet. Who asks holds the wallets. */
  async openIn(walletUids: readonly string[]): Promise<Map<string, CreditGrant[]>> {
    const found = await this.where(`t.wallet_uid = any($2) and not t.is_idle`, [walletUids]);
    return grouped(found, ({ walletUid }) => walletUid, walletUids);
  }

  /** By grant, as far as anything is: very many may have been spent. */
  async consumedIn(walletUid: string): Promise<Map<string, string>> {
    const text = `select t.uid, t.consumed::text as consumed from credit_grant t where ${this.own} and t.wallet_uid = $2 and t.consumed <> 0`;
    const found = await this.ask<{ uid: string; consumed: string }>(text, [walletUid]);
    return new Map(found.map(({ uid, consumed }) => [uid, consumed]));
  }

  /** @throws BadUserInput for a cursor that names nothing in this environment */
  list(
    request: PageRequest,
    { customerUid, resourceId, currencyId, createdAt }: GrantFilter,
  ): Promise<Page<CreditGrant>> {
    const filter = new Predicate().equals('t.customer_uid', customerUid).equals('t.currency_id', currencyId);
    if (resourceId === null) filter.holds('t.resource_id is null');
    else filter.equals('t.resource_id', resourceId);
    return this.page(request, filter.within('t.created_at', createdAt));
  }
}
