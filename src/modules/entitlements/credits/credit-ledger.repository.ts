import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { creditLedgerMapping } from './credits.mapping';
import type { Dimensions, LedgerEventType } from './domain/ledger-entry';
import type { StoredEntry } from './domain/ledger-proof';
import { toldTerms, type CreditLedgerRow, type KeptTerms } from './domain/stored-entry';

export interface LedgerFilter {
  customerUid: string;
  /** Only these wallets; one of them is told in the order of its places. */
  walletUids?: readonly string[];
  eventTypes?: readonly LedgerEventType[];
}

// Nothing of it is parsed on the way but what is asked of it below: as text, or as a number that JavaScript has.
const told = `t.seq::float8 as seq, t.event_type as type, (extract(epoch from t.timestamp) * 1000)::float8 as at, t.grant_uid as grant, t.event_id as event,
  t.feature_id as feature, t.dimensions, t.actor, t.amount::text as amount, t.starting_balance::text as before, t.ending_balance::text as after,
  t.terms, encode(t.digest, 'hex') as digest`;

interface ToldRow {
  seq: number;
  type: LedgerEventType;
  at: number;
  grant: string;
  event: string | null;
  feature: string | null;
  dimensions: Dimensions | null;
  actor: string;
  amount: string;
  before: string;
  after: string;
  terms: KeptTerms | null;
  digest: string;
}

const entryOf = (row: ToldRow): StoredEntry => ({
  seq: row.seq,
  eventType: row.type,
  timestamp: new Date(row.at),
  amount: row.amount,
  grantUid: row.grant,
  eventId: row.event,
  featureId: row.feature,
  dimensions: row.dimensions,
  startingBalance: row.before,
  endingBalance: row.after,
  actor: row.actor,
  terms: row.terms && toldTerms(row.terms),
  digest: row.digest,
});

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

  /** Those of two places and all between them, in their order, told as sparely as a proof needs them: it goes through very many. */
  async between(walletUid: string, first: number, last: number): Promise<StoredEntry[]> {
    const text = `select ${told} from credit_ledger_entry t where ${this.own} and t.wallet_uid = $2 and t.seq between $3 and $4 order by t.seq`;
    return (await this.ask<ToldRow>(text, [walletUid, first, last])).map(entryOf);
  }

  /** The last place that it has; 0 where it has none. */
  async lastSeq(walletUid: string): Promise<number> {
    const text = `select t.seq::float8 as seq from credit_ledger_entry t where ${this.own} and t.wallet_uid = $2 order by t.seq desc limit 1`;
    return (await this.ask<{ seq: number }>(text, [walletUid]))[0]?.seq ?? 0;
  }
}
