import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { creditWalletMapping } from './credits.mapping';
import { CreditWallet } from './domain/credit-wallet';

interface PlaceRow {
  customer_uid: string | null;
  is_archived: boolean;
  currency_uid: string | null;
  wallet_uid: string | null;
}

/** Whom a consumption names, and the wallet that it is taken from where there is one. */
export interface NamedWallet {
  customerUid: string | null;
  isArchived: boolean;
  currencyUid: string | null;
  walletUid: string | null;
}

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
  lock(uids: readonly string[]): Promise<CreditWallet[]> {
    return this.where('t.uid = any($2) order by t.uid for no key update', [uids]);
  }

  async find(
    customerUid: string,
    currencyUid: string,
    resourceKey: string,
  ): Promise<CreditWallet | undefined> {
    const condition = 't.customer_uid = $2 and t.currency_uid = $3 and t.resource_key = $4';
    return (await this.where(condition, [customerUid, currencyUid, resourceKey]))[0];
  }

  ofCustomer(customerUid: string): Promise<CreditWallet[]> {
    return this.where('t.customer_uid = $2 order by t.uid', [customerUid]);
  }

  /** Of those that wait for what time brings about until then. */
  async due(customerUid: string, now: Date): Promise<string[]> {
    const text = `select t.uid from credit_wallet t where ${this.own} and t.customer_uid = $2 and t.next_due <= $3`;
    return (await this.ask<{ uid: string }>(text, [customerUid, now])).map(({ uid }) => uid);
  }

  /** As `lock`, of those that are due by then and that nobody holds. */
  takeDue(uids: readonly string[], now: Date): Promise<CreditWallet[]> {
    const condition = 't.uid = any($2) and t.next_due <= $3 order by t.uid for no key update skip locked';
    return this.where(condition, [uids, now]);
  }

  /**
   * Of each customer and currency, in their order. An id of several currencies means the active one, else the one archived last
   * (credits Y5).
   *
   * @reads customer of customers/customers, custom_currency of catalog/custom-currencies
   */
  async named(customerIds: readonly string[], currencyIds: readonly string[]): Promise<NamedWallet[]> {
    const text = `
      select c.uid as customer_uid, c.archived_at is not null as is_archived, y.uid as currency_uid, t.uid as wallet_uid
        from unnest($2::text[], $3::text[]) with ordinality as a(customer_id, currency_id, place)
        left join customer c on c.environment_id = $1 and c.id = a.customer_id
        left join lateral (select y.uid from custom_currency y where y.environment_id = $1 and y.id = a.currency_id
                            order by y.archived_at desc nulls first, y.uid desc limit 1) y on true
        left join credit_wallet t on ${this.own} and t.customer_uid = c.uid and t.currency_uid = y.uid and t.resource_key = ''
       order by a.place`;
    const rows = await this.ask<PlaceRow>(text, [customerIds, currencyIds]);
    return rows.map((row) => ({
      customerUid: row.customer_uid,
      isArchived: row.is_archived,
      currencyUid: row.currency_uid,
      walletUid: row.wallet_uid,
    }));
  }
}
