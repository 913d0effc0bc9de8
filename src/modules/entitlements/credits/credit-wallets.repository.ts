import { Injectable } from '@nestjs/common';
import { mapInTurns } from '#libs/kernel/turns';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { defaultCreditThresholds } from '#modules/platform/environment-settings';
import { creditWalletMapping } from './credits.mapping';
import { CreditWallet } from './domain/credit-wallet';
import { creditThresholds, isUsed, payingWallet } from './credit-wallets.statements';

/** Where a wallet is. */
export type WalletPlace = Pick<CreditWallet, 'customerUid' | 'currencyUid' | 'resourceKey'>;

/** Whom a consumption names. */
export interface AskedWallet {
  customerId: string;
  currencyId: string;
  resourceId: string | null;
}

/** What there is of it, and the wallet that it is taken from where there is one. */
export interface NamedWallet {
  customerUid: string | null;
  isArchived: boolean;
  currencyUid: string | null;
  resourceKey: string;
  walletUid: string | null;
  /** When a subscription that gives into it changes by itself. */
  sourceDue: Date | null;
}

/** A wallet under its lock. */
export interface LockedWallet {
  row: CreditWallet;
  /** Per cent of what was given at which its environment is told of what is left, descending. Domain: credits B1 */
  thresholds: readonly number[];
}

const unchosen = [...defaultCreditThresholds].reverse();

@Injectable()
export class CreditWalletsRepository extends TenantTable<CreditWallet> {
  constructor(persistence: Persistence) {
    super(persistence, creditWalletMapping);
  }

  /** Those that there are stay as they are. */
  async ensure(wallets: readonly CreditWallet[]): Promise<void> {
    await this.insertRows(wallets, 'uq_credit_wallet_place');
  }

  /** In one order for everybody, so that two who lock several never wait for each other in a circle. */
  lock(uids: readonly string[]): Promise<LockedWallet[]> {
    return this.locked('t.uid = any($2) order by t.uid for no key update', [uids]);
  }

  /** The keys of those that there are, in the order of the places asked for. */
  async at(places: readonly WalletPlace[]): Promise<(string | undefined)[]> {
    const text = `
      select t.uid, a.place
        from unnest($2::uuid[], $3::uuid[], $4::text[]) with ordinality as a(customer_uid, currency_uid, resource_key, place)
        join credit_wallet t on ${this.own} and t.customer_uid = a.customer_uid and t.currency_uid = a.currency_uid
                            and t.resource_key = a.resource_key`;
    const found = await this.ask<{ uid: string; place: string }>(text, columnsOf(places));
    const byPlace = new Map(found.map(({ uid, place }) => [Number(place), uid]));
    return places.map((_, index) => byPlace.get(index + 1));
  }

  /** The keys of those that pay for what is used at these places, in their order; undefined where there is none yet. Domain: credits L1 */
  async paying(places: readonly WalletPlace[], now: Date): Promise<(string | undefined)[]> {
    const place = {
      customerUid: 'a.customer_uid',
      currencyUid: 'a.currency_uid',
      resourceKey: 'a.resource_key',
    };
    const text = `
      select ${payingWallet('w.uid', { ...place, now: '$5' })} as uid
        from unnest($2::uuid[], $3::uuid[], $4::text[]) with ordinality as a(customer_uid, currency_uid, resource_key, place)
       order by a.place`;
    const found = await this.ask<{ uid: string | null }>(text, [...columnsOf(places), now.getTime()]);
    return found.map(({ uid }) => uid ?? undefined);
  }

  ofCustomer(customerUid: string): Promise<CreditWallet[]> {
    return this.where('t.customer_uid = $2 order by t.uid', [customerUid]);
  }

  /** Those in which time has brought something about until then, and whether a subscription that gives into one changes otherwise. */
  async due(customerUid: string, now: Date): Promise<{ walletUids: string[]; isSourceDue: boolean }> {
    const text = `select t.uid, t.next_due <= $3 as "isDue", t.source_due <= $3 as "isSourceDue" from credit_wallet t
                   where ${this.own} and t.customer_uid = $2 and (t.next_due <= $3 or t.source_due <= $3)`;
    const rows = await this.ask<{ uid: string; isDue: boolean; isSourceDue: boolean }>(text, [
      customerUid,
      now,
    ]);
    return {
      walletUids: rows.filter(({ isDue }) => isDue).map(({ uid }) => uid),
      isSourceDue: rows.some(({ isSourceDue }) => isSourceDue),
    };
  }

  /** As `lock`, of those that are due by then and that nobody holds. */
  takeDue(uids: readonly string[], now: Date): Promise<LockedWallet[]> {
    const condition = 't.uid = any($2) and t.next_due <= $3 order by t.uid for no key update skip locked';
    return this.locked(condition, [uids, now]);
  }

  /**
   * Of each customer, currency and resource, in their order. An id of several currencies means the active one, else the one archived last
   * (credits Y5). A resource has a wallet of its own where a subscription on it gives the currency or is paid in it (credits L1). The key of a
   * resource is told by a part that stays one by its limit, and compared by a CASE: so the index takes it (ADR-0122).
   *
   * @reads customer, customer_resource of customers/customers
   * @reads custom_currency of catalog/custom-currencies
   */
  async named(asked: readonly AskedWallet[], now: Date): Promise<NamedWallet[]> {
    const text = `
      select c.uid as "customerUid", coalesce(c.archived_at is not null, false) as "isArchived", y.uid as "currencyUid",
             coalesce(r.key, '') as "resourceKey", t.uid as "walletUid", t.source_due as "sourceDue"
        from unnest($2::text[], $3::text[], $4::text[]) with ordinality as a(customer_id, currency_id, resource_id, place)
        left join customer c on c.environment_id = $1 and c.id = a.customer_id
        left join lateral (select y.uid from custom_currency y where y.environment_id = $1 and y.id = a.currency_id
                            order by y.archived_at desc nulls first, y.uid desc limit 1) y on true
        left join lateral (
          select o.key from (select o.uid::text as key from customer_resource o
                              where o.environment_id = $1 and o.customer_uid = c.uid and o.id = a.resource_id limit 1) o
            join credit_wallet w on w.environment_id = $1 and w.customer_uid = c.uid and w.currency_uid = y.uid
                                and w.resource_key = o.key
           where ${isUsed('w', '$5')}) r
          on a.resource_id is not null
        left join credit_wallet t on ${this.own} and t.customer_uid = c.uid and t.currency_uid = y.uid
                                 and t.resource_key = case when r.key is null then '' else r.key end
       order by a.place`;
    return this.ask<NamedWallet & Record<string, unknown>>(text, [
      asked.map(({ customerId }) => customerId),
      asked.map(({ currencyId }) => currencyId),
      asked.map(({ resourceId }) => resourceId),
      now.getTime(),
    ]);
  }

  async restRecharge(uid: string, until: Date | null): Promise<void> {
    const text = `update credit_wallet t set recharge_due = $3 where ${this.own} and t.uid = $2`;
    await this.ask(text, [uid, until]);
  }

  /** Of a wallet that is being recharged. @returns whether there is one */
  async wakeRecharge(grantId: string, now: Date): Promise<boolean> {
    const text = `update credit_wallet t set recharge_due = $3 from credit_grant g
                   where ${this.own} and g.environment_id = $1 and g.id = $2 and t.uid = g.wallet_uid
                     and t.recharge_seq is not null returning t.uid`;
    return (await this.ask(text, [grantId, now])).length > 0;
  }

  private async locked(condition: string, values: unknown[]): Promise<LockedWallet[]> {
    const { columnList, table } = this.rows;
    const text = `select ${columnList}, ${creditThresholds} from ${table} t where ${this.own} and ${condition}`;
    const found = await this.ask<Record<string, unknown> & { chosen: number[] | null }>(text, values);
    return mapInTurns(found, (row) => ({
      row: this.rows.read(row),
      thresholds: row.chosen ? [...row.chosen].reverse() : unchosen,
    }));
  }
}

const columnsOf = (places: readonly WalletPlace[]): string[][] => [
  places.map(({ customerUid }) => customerUid),
  places.map(({ currencyUid }) => currencyUid),
  places.map(({ resourceKey }) => resourceKey),
];
