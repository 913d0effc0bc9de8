import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { creditLedgerMapping } from './credits.mapping';
import type { LedgerEventType } from './domain/ledger-entry';
import type { CreditLedgerRow } from './domain/stored-entry';

export interface LedgerFilter {
  customerUid: string;
  /** Only these wallets; one of them is told in the order of its places. */
  walletUids?: readonly string[];
  eventTypes?: readonly LedgerEventType[];
}

@Injectable()
export class CreditLedgerRepository extends TenantTable<CreditLedgerRow> {
  constructor(persistence: Persistence) {
    super(persistence, creditLedgerMapping);
  }

  /** Newest first. @throws BadUserInput for a cursor that names nothing in this environment. Domain: credits D5 */
  list(
    request: PageRequest,
    { customerUid, walletUids, eventTypes }: LedgerFilter,
  ): Promise<Page<CreditLedgerRow>> {
    const filter = new Predicate().equals('t.customer_uid', customerUid).oneOf('t.event_type', eventTypes);
    const [only, ...others] = walletUids ?? [];
    if (only !== undefined && others.length === 0) {
      const order = { column: 'seq', direction: 'desc' } as const;
      return this.pageByKey(request, filter.equals('t.wallet_uid', only), order);
    }
    return this.pageByKey(request, filter.oneOf('t.wallet_uid', walletUids));
  }

  /** From the entry after that place on, in the order of their places. */
  after(walletUid: string, seq: number, limit: number): Promise<CreditLedgerRow[]> {
    return this.where('t.wallet_uid = $2 and t.seq > $3 order by t.seq limit $4', [walletUid, seq, limit]);
  }
}
