import { Injectable } from '@nestjs/common';
import type { CurrencyCode } from '#libs/business/values/currency';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Decimal } from '#libs/kernel/decimal';
import { Database } from '#libs/persistence/database';
import type { GrantType } from '#modules/entitlements/credits';
import type { CostingGrant, DrawnCredits } from './domain/granted-revenue';
import type { ToldSpan } from './domain/told-span';

/** A grant with what its entries tell of a span. */
export interface DrawnGrant extends CostingGrant {
  uid: string;
  walletUid: string;
  id: string;
  displayName: string;
  customerId: string;
  currencyId: string;
  resourceId: string | null;
  grantType: GrantType;
  costCurrency: CurrencyCode;
  drawn: DrawnCredits;
}

/** Where the page before has ended. */
export type GrantPlace = Pick<DrawnGrant, 'walletUid' | 'uid'>;

type Reckoned = 'amount' | 'consumed' | 'cost' | 'costCurrency' | 'isPromotional' | 'drawn';

/** Credits and money as text. */
interface GrantRow extends Omit<DrawnGrant, Reckoned> {
  amount: string;
  consumed: string;
  cost: string | null;
  costCurrency: CurrencyCode | null;
  within: string;
  after: string;
}

/**
 * Grants in the order of their wallets, so that those of a page lie in few of them. What was drawn is looked for wallet by wallet, by the index
 * of instants, from the begin of the span on only, and where that is the first entry, from its end on: all before is what a grant has consumed
 * less that. What is billed here is owed from its payment on, which is when it begins; where it has not begun yet, from when it was made.
 *
 * $2 from, $3 until, $4, $5 the place before, $6 limit, $7 wallets.
 *
 * @reads credit_grant, credit_ledger_entry of entitlements/credits
 */
const granted = (isAsked: string): string => `
  with told as (
    select g.* from credit_grant g
     where g.environment_id = $1 and ${isAsked} and g.grant_type <> 'OVERDRAFT' and (g.wallet_uid, g.uid) > ($4::uuid, $5::uuid)
     order by g.wallet_uid, g.uid limit $6),
  drawn as (
    select t.grant_uid, sum(-t.amount) filter (where t.timestamp < $3) as within, sum(-t.amount) filter (where t.timestamp >= $3) as after
      from (select distinct g.wallet_uid as uid from told g where g.cost_amount > 0) w
     cross join lateral (
       select t.* from credit_ledger_entry t
        where t.environment_id = $1 and t.wallet_uid = w.uid and t.timestamp >= coalesce($2::timestamptz, $3)
          and t.event_type in ('CREDITS_CONSUMED', 'CREDITS_CONSUMPTION_TRANSFER_TARGET') offset 0) t
     where t.grant_uid in (select g.uid from told g where g.cost_amount > 0)
     group by t.grant_uid)
  select g.uid, g.wallet_uid as "walletUid", g.id, g.display_name as "displayName", g.customer_id as "customerId",
         g.currency_id as "currencyId", g.resource_id as "resourceId", g.grant_type as "grantType", g.amount::text as amount,
         g.consumed::text as consumed, g.cost_amount::text as cost, g.cost_currency as "costCurrency",
         g.is_pending or (g.collected_by is not null and g.voided_at is not null and not g.is_posted) as "isUnpaid",
         case when g.collected_by is not null and g.is_posted then g.effective_at else g.created_at end as since,
         g.expire_at as "expireAt", g.voided_at as "voidedAt", coalesce(d.within, 0)::text as within, coalesce(d.after, 0)::text as after
    from told g left join drawn d on d.grant_uid = g.uid
   order by g.wallet_uid, g.uid`;

const ofEnvironment = granted('true');
const ofWallets = granted('g.wallet_uid = any($7::uuid[])');

const first: GrantPlace = {
  walletUid: '00000000-0000-0000-0000-000000000000',
  uid: '00000000-0000-0000-0000-000000000000',
};

/** What grants were given for and what of them was used when, of some wallets or of a whole environment. Domain: credits V2, V3 */
@Injectable()
export class GrantedRevenueReader {
  constructor(private readonly database: Database) {}

  /** @param walletUids undefined: those of the environment */
  async after(
    { place = first, limit }: { place?: GrantPlace; limit: number },
    { from, until }: ToldSpan,
    walletUids?: readonly string[],
  ): Promise<DrawnGrant[]> {
    const values = [currentEnvironmentId(), from, until, place.walletUid, place.uid, limit];
    const rows = await (walletUids
      ? this.database.query<GrantRow & Record<string, unknown>>(ofWallets, [...values, walletUids])
      : this.database.query<GrantRow & Record<string, unknown>>(ofEnvironment, values));
    return rows.map(grantOf);
  }
}

const grantOf = ({ amount, consumed, cost, costCurrency, within, after, ...row }: GrantRow): DrawnGrant => ({
  ...row,
  ...{ amount: new Decimal(amount), consumed: new Decimal(consumed) },
  ...{ cost: cost === null ? null : new Decimal(cost), costCurrency: costCurrency ?? 'usd' },
  isPromotional: row.grantType === 'PROMOTIONAL',
  drawn: { within: new Decimal(within), after: new Decimal(after) },
});
