import { Injectable } from '@nestjs/common';
import { grouped } from '#libs/kernel/grouped';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { creditRecurrenceMapping } from './credits.mapping';
import type { CreditRecurrence } from './domain/credit-recurrence';

@Injectable()
export class CreditRecurrencesRepository extends TenantTable<CreditRecurrence> {
  constructor(persistence: Persistence) {
    super(persistence, creditRecurrenceMapping);
  }

  /** By wallet. Who asks holds the wallets. */
  async in(walletUids: readonly string[]): Promise<Map<string, CreditRecurrence[]>> {
    if (walletUids.length === 0) return new Map();
    const found = await this.where('t.wallet_uid = any($2) order by t.key, t.uid', [walletUids]);
    return grouped(found, ({ walletUid }) => walletUid, walletUids);
  }

  /** Wallets into which these subscriptions give, or have given what still runs. */
  async walletsOf(sourceKeys: readonly string[]): Promise<string[]> {
    const text = `
      select t.wallet_uid as uid from credit_recurrence t where ${this.own} and t.source_key = any($2)
       union select g.wallet_uid from credit_grant g where g.environment_id = $1 and g.source_key = any($2) and not g.is_idle`;
    return (await this.ask<{ uid: string }>(text, [sourceKeys])).map(({ uid }) => uid);
  }
}
