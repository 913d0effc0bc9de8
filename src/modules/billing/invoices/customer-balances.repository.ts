import { Injectable } from '@nestjs/common';
import type { CurrencyCode } from '#libs/business/values/currency';
import { Decimal } from '#libs/kernel/decimal';
import { newUid } from '#libs/kernel/ids';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { CustomerBalance } from './domain/customer-balance';
import { customerBalanceMapping } from './invoice.mapping';

/** Whose balance, in which currency. */
interface Account {
  customerUid: string;
  currency: CurrencyCode;
}

/** What customers have been given back. Held before the series of numbers, of several in the order of their keys. Domain: customers-subscriptions R4 */
@Injectable()
export class CustomerBalances extends TenantTable<CustomerBalance> {
  constructor(persistence: Persistence) {
    super(persistence, customerBalanceMapping);
  }

  /** Zero where there never was one. */
  async of({ customerUid, currency }: Account): Promise<Decimal> {
    const [balance] = await this.where('t.customer_uid = $2 and t.currency = $3', [customerUid, currency]);
    return new Decimal(balance?.amount ?? 0);
  }

  /** Of these customers, held until the end of the unit of work. */
  async hold(customerUids: readonly string[]): Promise<(account: Account) => Decimal> {
    const condition = 't.customer_uid = any($2) order by t.uid for no key update';
    const held = await this.where(condition, [[...new Set(customerUids)]]);
    const amounts = new Map(held.map((each) => [keyOf(each), new Decimal(each.amount)]));
    return (account) => amounts.get(keyOf(account)) ?? new Decimal(0);
  }

  /** @param amount below zero where it is used */
  async add({ customerUid, currency }: Account, amount: Decimal, now: Date): Promise<void> {
    const account = [customerUid, currency, amount.toString(), now];
    if (amount.isNegative()) await this.ask(use, account);
    else await this.ask(give, [...account, newUid()]);
  }
}

const give = `insert into customer_balance as b (environment_id, uid, customer_uid, currency, amount, created_at, updated_at)
              values ($1, $6, $2, $3, $4, $5, $5)
              on conflict (environment_id, customer_uid, currency)
                do update set amount = b.amount + excluded.amount, updated_at = excluded.updated_at`;
// By itself: what is inserted is held against the check before it is known to be there already.
const use = `update customer_balance b set amount = b.amount + $4, updated_at = $5
              where b.environment_id = $1 and b.customer_uid = $2 and b.currency = $3`;

const keyOf = ({ customerUid, currency }: Account): string => `${customerUid} ${currency}`;
