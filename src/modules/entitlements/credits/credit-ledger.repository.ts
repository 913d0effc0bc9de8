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

// A part in one value: to take it apart column by column would cost the driver more than the rows cost the proof. Credits stay as they are spelled.
const told = `json_agg(json_build_array(t.seq, t.event_type, round(date_part('epoch', t.timestamp) * 1000), t.grant_uid, t.event_id, t.feature_id, t.dimensions, t.actor,
  t.amount::text, t.starting_balance::text, t.ending_balance::text, t.terms, encode(t.digest, 'hex')) order by t.seq)`;

type ToldRow = [
  ...[seq: number, type: LedgerEventType, at: number, grant: string, event: string | null],
  ...[
    feature: string | null,
    dimensions: Dimensions | null,
    actor: string,
    amount: string,
    before: string,
    after: string,
  ],
  ...[terms: KeptTerms | null, digest: string],
];

const entryOf = ([
  seq,
  type,
  at,
  grant,
  event,
  feature,
  dimensions,
  actor,
  amount,
  before,
  after,
  terms,
  digest,
]: ToldRow): StoredEntry => ({
  seq,
  eventType: type,
  timestamp: new Date(at),
  amount,
  grantUid: grant,
  eventId: event,
  featureId: feature,
  dimensions,
  startingBalance: before,
  endingBalance: after,
  actor,
  terms: terms && toldTerms(terms),
  digest,
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
    const filter = new Predicate().oneOf('t.event_type', eventTypes);
    const [only, ...others] = walletUids ?? [];
    if (only !== undefined && others.length === 0) {
      const order = { column: 'seq', direction: 'desc' } as const;
      // The wallet says whose it is: held to its customer too, PostgreSQL would expect less than a page, and sort all of the largest ledger.
      return this.pageByKey(request, filter.equals('t.wallet_uid', only), order);
    }
    return this.pageByKey(
      request,
      filter.equals('t.customer_uid', customerUid).oneOf('t.wallet_uid', walletUids),
    );
  }

  /** Those of two places and all between them, in their order, told as sparely as a proof needs them: it goes through very many. */
  async between(walletUid: string, first: number, last: number): Promise<StoredEntry[]> {
    const text = `select ${told} as told from credit_ledger_entry t where ${this.own} and t.wallet_uid = $2 and t.seq between $3 and $4`;
    const [part] = await this.ask<{ told: ToldRow[] | null }>(text, [walletUid, first, last]);
    return (part?.told ?? []).map(entryOf);
  }

  /** The last place that it has; 0 where it has none. */
  async lastSeq(walletUid: string): Promise<number> {
    const text = `select t.seq::float8 as seq from credit_ledger_entry t where ${this.own} and t.wallet_uid = $2 order by t.seq desc limit 1`;
    return (await this.ask<{ seq: number }>(text, [walletUid]))[0]?.seq ?? 0;
  }
}
