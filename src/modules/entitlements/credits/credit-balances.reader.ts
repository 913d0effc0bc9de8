import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Decimal } from '#libs/kernel/decimal';
import { earliestOf } from '#libs/kernel/period';
import { Database } from '#libs/persistence/database';
import type { WalletPlace } from './credit-wallets.repository';
import { isUsed, payingWallet } from './credit-wallets.statements';

export interface BalanceQuestion {
  customerId: string;
  currencyId: string;
  resourceId: string | null;
}

/** A currency as checks tell it. */
export interface ToldCurrency {
  id: string;
  displayName: string;
  description: string | null;
  metadata: Record<string, string>;
  units: { singular: string; plural: string } | null;
}

/** What is known of whom and what is asked about. */
export interface BalanceFacts {
  customerUid: string | null;
  isArchived: boolean;
  hasResource: boolean;
  /** Null where there is none, or where it was not asked about. */
  currency: ToldCurrency | null;
}

/** The wallet of an answer, and until when it is that one. */
export interface PayingWallet extends Pick<Valid, 'until'> {
  /** Null where nothing was ever in it. */
  wallet: ReadWallet | null;
}

export interface ReadBalance extends BalanceFacts, PayingWallet, Pick<Valid, 'dueAt'> {}

/** A wallet as it stands in the tables. */
export interface ReadWallet {
  uid: string;
  granted: Decimal;
  used: Decimal;
  movedAt: Date;
  nextDue: Date | null;
  sourceDue: Date | null;
  periodEnd: Date | null;
  /** Does what is owed not keep its holder from using more? */
  isSoft: boolean;
}

/** As long as time does not choose another wallet, or end a soft limit, an answer is the same but for what is in the wallets. */
export interface Valid {
  from: Date;
  /** Exclusive; null: for ever. */
  until: Date | null;
  /**
   * When time next changes a subscription that may give into a wallet, whether it does so by now or not; null: never. It is carried out before
   * anything is answered of that instant.
   */
  dueAt: Date | null;
}

/** What was asked of one customer. */
export interface ReadBalances extends Valid {
  customerId: string | null;
  customerUid: string | null;
  balances: ReadBalance[];
  /** Is there whom and what was asked about? Nobody notes when what is not there is made. */
  isWhole: boolean;
  /** Place of what was read in the order of changes. */
  version: number;
}

interface BalanceRow extends WalletRow {
  customer_id: string | null;
  customer_uid: string | null;
  is_archived: boolean;
  has_resource: boolean;
  currency: ToldCurrency | null;
  soft_until: Date | null;
  /** Milliseconds. */
  used_until: number | null;
  due_at: number | null;
  version: number;
}

interface WalletRow {
  wallet_uid: string;
  granted: string | null;
  used: string;
  moved_at: Date;
  next_due: Date | null;
  source_due: Date | null;
  period_end: Date | null;
  is_soft: boolean;
}

const currency = `case when y.uid is not null then jsonb_build_object('id', y.id, 'displayName', y.display_name,
            'description', y.description, 'metadata', y.metadata, 'units', y.units) end`;

interface AskedPlace {
  currency?: string;
  /** Text; null where no resource is named. */
  resourceKey: string;
}

/** @reads entitlement_snapshot of entitlements/source-history */
const factsOf = (place: AskedPlace, { currency, hasResource }: { currency: string; hasResource: string }) => `
       c.id as customer_id, c.uid as customer_uid, c.archived_at is not null as is_archived,
       ${hasResource} as has_resource, ${currency} as currency,
       w.uid as wallet_uid, w.granted, w.used, w.moved_at, w.next_due, w.source_due, w.period_end, s.is_soft, s.soft_until,
       (select min(b.at)::float8 from credit_wallet o
          cross join lateral jsonb_each(o.sources) l
          cross join lateral (values ((l.value->>'from')::bigint), ((l.value->>'until')::bigint)) b(at)
         where o.environment_id = $1 and o.customer_uid = c.uid ${place.currency ? `and o.currency_uid = ${place.currency}` : ''}
           and o.resource_key = ${place.resourceKey} and b.at > $3) as used_until,
       (select min((l.life->>'due')::float8) from entitlement_snapshot n cross join lateral jsonb_array_elements(n.subscriptions) l(life)
         where n.environment_id = $1 and n.customer_uid = c.uid and n.resource_key in ('', ${place.resourceKey})) as due_at,
       pg_snapshot_xmax(pg_current_snapshot())::text::float8 - 1 as version`;

const soft = `left join lateral (
     select count(*) > 0 as is_soft, min(e.until) as soft_until from credit_recurrence e
      where e.environment_id = $1 and e.wallet_uid = w.uid and e.has_soft_limit and (e.until is null or e.until > $2)) s on true`;

/** @reads customer, customer_resource of customers/customers */
const customer = `left join customer c on c.environment_id = $1 and c.id = a.customer_id
   left join customer_resource r on r.environment_id = $1 and r.customer_uid = c.uid and r.id = a.resource_id`;

const named = { currency, hasResource: 'r.uid is not null' };

/** @reads custom_currency of catalog/custom-currencies */
const one = `select ${factsOf({ currency: 'y.uid', resourceKey: 'r.uid::text' }, named)}
   from unnest($4::text[], $5::text[], $6::text[]) with ordinality as a(customer_id, currency_id, resource_id, place)
   ${customer}
   left join lateral (select y.* from custom_currency y where y.environment_id = $1 and y.id = a.currency_id
                       order by y.archived_at desc nulls first, y.uid desc limit 1) y on true
   left join lateral ${payingWallet('w.*', { customerUid: 'c.uid', currencyUid: 'y.uid', resourceKey: 'r.uid::text', now: '$3' })} w on true
   ${soft}
  order by a.place`;

/** A row at least. @reads custom_currency of catalog/custom-currencies */
const all = `select distinct on (y.uid) ${factsOf({ resourceKey: 'r.uid::text' }, named)}
   from (select $4::text as customer_id, $5::text as resource_id) a
   ${customer}
   left join credit_wallet w on w.environment_id = $1 and w.customer_uid = c.uid
                       and (w.resource_key = '' or (w.resource_key = r.uid::text and ${isUsed('w', '$3')}))
   left join custom_currency y on y.environment_id = $1 and y.uid = w.currency_uid
   ${soft}
  order by y.uid, w.resource_key desc`;

const unnamed = { currency: 'null::jsonb', hasResource: "a.resource_key <> ''" };

/**
 * By the keys of what was used, in the order of the questions. Domain: credits L1
 * @reads customer of customers/customers
 */
const paying = `select ${factsOf({ currency: 'a.currency_uid', resourceKey: 'a.resource_key' }, unnamed)}
   from unnest($4::uuid[], $5::uuid[], $6::text[]) with ordinality as a(customer_uid, currency_uid, resource_key, place)
   left join customer c on c.environment_id = $1 and c.uid = a.customer_uid
   left join lateral ${payingWallet('w.*', { customerUid: 'a.customer_uid', currencyUid: 'a.currency_uid', resourceKey: 'a.resource_key', now: '$3' })} w on true
   ${soft}
  order by a.place`;

/** What a check of a balance asks, in one round trip. */
@Injectable()
export class CreditBalancesReader {
  constructor(private readonly database: Database) {}

  /** In the order of the questions. */
  async of(questions: readonly BalanceQuestion[], now: Date): Promise<ReadBalances[]> {
    const rows = await this.ask(one, now, [
      questions.map(({ customerId }) => customerId),
      questions.map(({ currencyId }) => currencyId),
      questions.map(({ resourceId }) => resourceId),
    ]);
    return rows.map((row, place) => {
      const { resourceId } = questions[place] as BalanceQuestion;
      return balancesOf([row], row.currency !== null && (resourceId === null || row.has_resource), now);
    });
  }

  /** The wallets that pay for usage at these places, in their order. */
  async paying(places: readonly WalletPlace[], now: Date): Promise<ReadBalances[]> {
    const rows = await this.ask(paying, now, [
      places.map(({ customerUid }) => customerUid),
      places.map(({ currencyUid }) => currencyUid),
      places.map(({ resourceKey }) => resourceKey),
    ]);
    return rows.map((row) => balancesOf([row], true, now));
  }

  /** Each currency once. */
  async ofCustomer(
    { customerId, resourceId }: Omit<BalanceQuestion, 'currencyId'>,
    now: Date,
  ): Promise<ReadBalances> {
    const rows = await this.ask(all, now, [customerId, resourceId]);
    const read = balancesOf(rows, resourceId === null || rows.every((row) => row.has_resource), now);
    return { ...read, balances: read.balances.filter(({ wallet }) => wallet) };
  }

  private ask(text: string, now: Date, values: unknown[]): Promise<BalanceRow[]> {
    const head = [currentEnvironmentId(), now, now.getTime()];
    return this.database.query<BalanceRow & Record<string, unknown>>(text, [...head, ...values]);
  }
}

/** @param isThere what was asked about besides the customer */
function balancesOf(rows: readonly BalanceRow[], isThere: boolean, now: Date): ReadBalances {
  const [first] = rows as [BalanceRow];
  const until = earliestOf(rows.flatMap(({ soft_until, used_until }) => [soft_until, dateOf(used_until)]));
  const dueAt = dateOf(first.due_at);
  return {
    ...{ customerId: first.customer_id, customerUid: first.customer_uid },
    balances: rows.map((row) => ({ ...balanceOf(row), until, dueAt })),
    isWhole: first.customer_uid !== null && isThere,
    version: first.version,
    ...{ from: now, until, dueAt },
  };
}

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

const balanceOf = (row: BalanceRow): Omit<ReadBalance, 'until' | 'dueAt'> => ({
  customerUid: row.customer_uid,
  isArchived: row.is_archived,
  hasResource: row.has_resource,
  currency: row.currency,
  wallet: walletOf(row),
});

const walletOf = (row: WalletRow): ReadWallet | null =>
  row.granted === null
    ? null
    : {
        uid: row.wallet_uid,
        ...{ granted: new Decimal(row.granted), used: new Decimal(row.used) },
        ...{ movedAt: row.moved_at, nextDue: row.next_due, sourceDue: row.source_due },
        ...{ periodEnd: row.period_end, isSoft: row.is_soft },
      };
