import { Injectable } from '@nestjs/common';
import { currentContext } from '#libs/context/request-context';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { autoRechargeMapping } from './auto-recharge.mapping';
import type { AutoRecharge } from './domain/auto-recharge';

@Injectable()
export class AutoRechargesRepository extends TenantTable<AutoRecharge> {
  constructor(persistence: Persistence) {
    super(persistence, autoRechargeMapping);
  }

  async at(customerUid: string, currencyUid: string): Promise<AutoRecharge | undefined> {
    return (await this.where('t.customer_uid = $2 and t.currency_uid = $3', [customerUid, currencyUid]))[0];
  }

  /**
   * Stored where there is none at its place, so that there is something to lock until the end of the unit of work.
   * @returns the one that there is, and whether it is new
   * @throws as a caller's `If-Match` says
   */
  async ensureLocked(made: AutoRecharge): Promise<{ recharge: AutoRecharge; isNew: boolean }> {
    const isNew = (await this.insertRows([made], 'uq_auto_recharge_place')) > 0;
    const condition = 't.customer_uid = $2 and t.currency_uid = $3 for no key update';
    const [recharge] = await this.where(condition, [made.customerUid, made.currencyUid]);
    if (!recharge) throw new Error('The recharge was not locked');
    currentContext()?.precondition?.meet(recharge);
    return { recharge, isNew };
  }

  /** Locked, unless somebody else has it. */
  async takeOf(walletUid: string): Promise<AutoRecharge | undefined> {
    return (await this.where('t.wallet_uid = $2 for no key update skip locked', [walletUid]))[0];
  }

  /** Has the customer one whose threshold moves with the price? */
  async isAnyInMoney(customerUid: string): Promise<boolean> {
    const text = `select from auto_recharge t where ${this.own} and ${isInMoney} limit 1`;
    return (await this.ask(text, [customerUid])).length > 0;
  }

  /** Those, locked. */
  lockInMoney(customerUid: string): Promise<AutoRecharge[]> {
    return this.where(`${isInMoney} order by t.uid for no key update`, [customerUid]);
  }
}

const isInMoney = `t.customer_uid = $2 and t.is_enabled and t.threshold_type = 'DOLLAR_AMOUNT'`;
