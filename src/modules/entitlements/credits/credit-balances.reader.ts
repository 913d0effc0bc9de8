import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Decimal } from '#libs/kernel/decimal';
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
export interface ReadBalance {
  customerUid: string | null;
  isArchived: boolean;
  hasResource: boolean;
  currency: ToldCurrency | null;
  /** Null where nothing was ever in it. */
  wallet: ReadWallet | null;
}

/** A wallet as it stands in the tables. */
export interface ReadWallet {
  granted: Decimal;
  used: Decimal;
  movedAt: Date;
  nextDue: Date | null;
  sourceDue: Date | null;
  periodEnd: Date | null;
  /** Does what is owed not keep its holder from using more? */
  isSoft: boolean;
}

interface BalanceRow extends WalletRow {
  customer_uid: string | null;
  is_archived: boolean;
  has_resource: boolean;
  currency: ToldCurrency | null;
}

interface WalletRow {
  granted: string | null;
  used: string;
  moved_at: Date;
  next_due: Date | null;
  source_due: Date | null;
  period_end: Date | null;
  is_soft: boolean;
}

const standing = `w.granted, w.used, w.moved_at, w.next_due, w.source_due, w.period_end,
       exists (select from credit_recurrence e where e.environment_id = $1 and e.wallet_uid = w.uid and e.has_soft_limit
                  and (e.until is null or e.until > $2)) as is_soft`;

const facts = `c.uid as customer_uid, coalesce(c.archived_at is not null, false) as is_archived, r.uid is not null as has_resource,
       case when y.uid is not null then jsonb_build_object('id', y.id, 'displayName', y.display_name, 'description', y.description,
            'metadata', y.metadata, 'units', y.units) end as currency,
       ${standing}`;

/** @reads customer, customer_resource of customers/customers */
const customer = `left join customer c on c.environment_id = $1 and c.id = a.customer_id
   left join customer_resource r on r.environment_id = $1 and r.customer_uid = c.uid and r.id = a.resource_id`;

/** @reads custom_currency of catalog/custom-currencies */
const one = `select ${facts} from unnest($4::text[], $5::text[], $6::text[]) with ordinality as a(customer_id, currency_id, resource_id, place)
   ${customer}
   left join lateral (select y.* from custom_currency y where y.environment_id = $1 and y.id = a.currency_id
                       order by y.archived_at desc nulls first, y.uid desc limit 1) y on true
   left join lateral ${payingWallet('w.*', { customerUid: 'c.uid', currencyUid: 'y.uid', resourceKey: 'r.uid::text', now: '$3' })} w on true
  order by a.place`;

/** @reads custom_currency of catalog/custom-currencies */
const all = `select distinct on (y.uid) ${facts} from (select $4::text as customer_id, $5::text as resource_id) a
   ${customer}
   join credit_wallet w on w.environment_id = $1 and w.customer_uid = c.uid
                       and (w.resource_key = '' or (w.resource_key = r.uid::text and ${isUsed('w', '$3')}))
   join custom_currency y on y.environment_id = $1 and y.uid = w.currency_uid
  order by y.uid, w.resource_key desc`;

/** By the keys of what was used, in the order of the questions. Domain: credits L1 */
const paying = `select ${standing}
   from unnest($4::uuid[], $5::uuid[], $6::text[]) with ordinality as a(customer_uid, currency_uid, resource_key, place)
   left join lateral ${payingWallet('w.*', { customerUid: 'a.customer_uid', currencyUid: 'a.currency_uid', resourceKey: 'a.resource_key', now: '$3' })} w on true
  order by a.place`;

/** What a check of a balance asks, in one round trip. */
@Injectable()
export class CreditBalancesReader {
  constructor(private readonly database: Database) {}

  /** In the order of the questions. */
  async of(questions: readonly BalanceQuestion[], now: Date): Promise<ReadBalance[]> {
    const values = [
      questions.map(({ customerId }) => customerId),
      questions.map(({ currencyId }) => currencyId),
      questions.map(({ resourceId }) => resourceId),
    ];
    return this.ask(one, values, now);
  }

  /** In the order of the places; null where there is none yet. */
  async paying(places: readonly WalletPlace[], now: Date): Promise<(ReadWallet | null)[]> {
    const rows = await this.database.query<WalletRow & Record<string, unknown>>(paying, [
      ...headOf(now),
      places.map(({ customerUid }) => customerUid),
      places.map(({ currencyUid }) => currencyUid),
      places.map(({ resourceKey }) => resourceKey),
    ]);
    return rows.map(walletOf);
  }

  /** Each currency once. */
  ofCustomer(
    { customerId, resourceId }: Omit<BalanceQuestion, 'currencyId'>,
    now: Date,
  ): Promise<ReadBalance[]> {
    return this.ask(all, [customerId, resourceId], now);
  }

  private async ask(text: string, values: unknown[], now: Date): Promise<ReadBalance[]> {
    const all = [...headOf(now), ...values];
    return (await this.database.query<BalanceRow & Record<string, unknown>>(text, all)).map(balanceOf);
  }
}

const headOf = (now: Date) => [currentEnvironmentId(), now, now.getTime()];

const balanceOf = (row: BalanceRow): ReadBalance => ({
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
        ...{ granted: new Decimal(row.granted), used: new Decimal(row.used) },
        ...{ movedAt: row.moved_at, nextDue: row.next_due, sourceDue: row.source_due },
        ...{ periodEnd: row.period_end, isSoft: row.is_soft },
      };
