import { Injectable } from '@nestjs/common';
import { saidBy } from '#libs/persistence/pg-errors';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { creditConsumptionMapping, keyConstraint } from './credits.mapping';
import type { CreditConsumption } from './domain/credit-consumption';

/** What names a consumption for its caller. Domain: credits N7 */
export type ConsumptionKey = Pick<CreditConsumption, 'customerUid' | 'currencyUid' | 'idempotencyKey'>;

export const consumptionId = ({ customerUid, currencyUid, idempotencyKey }: ConsumptionKey): string =>
  `${customerUid} ${currencyUid} ${idempotencyKey}`;

/** Somebody has stored a consumption under the same key since it was looked for. */
export const isKeyTaken = (error: unknown): boolean => saidBy(error).constraint === keyConstraint;

@Injectable()
export class CreditConsumptionsRepository extends TenantTable<CreditConsumption> {
  constructor(persistence: Persistence) {
    super(persistence, creditConsumptionMapping);
  }

  /**
   * Those that were stored before, by `consumptionId`. Who asks holds their wallets, so none of them comes meanwhile. Each is looked for by
   * itself: joined as a whole, all that a customer has ever consumed would be read to find a few.
   */
  async known(keys: readonly ConsumptionKey[]): Promise<Map<string, CreditConsumption>> {
    const text = `
      select ${this.rows.columnList} from unnest($2::uuid[], $3::uuid[], $4::text[]) as k(customer_uid, currency_uid, key)
       cross join lateral (
         select * from credit_consumption t
          where ${this.own} and t.customer_uid = k.customer_uid and t.currency_uid = k.currency_uid and t.idempotency_key = k.key
          limit 1) t`;
    const found = await this.ask<Record<string, unknown>>(text, [
      keys.map(({ customerUid }) => customerUid),
      keys.map(({ currencyUid }) => currencyUid),
      keys.map(({ idempotencyKey }) => idempotencyKey),
    ]);
    return new Map(found.map((row) => this.rows.read(row)).map((each) => [consumptionId(each), each]));
  }
}
