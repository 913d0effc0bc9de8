import { Injectable } from '@nestjs/common';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { creditConsumptionMapping } from './credits.mapping';
import type { CreditConsumption } from './domain/credit-consumption';

/** What names a consumption for its caller. Domain: credits N7 */
export type ConsumptionKey = Pick<CreditConsumption, 'customerUid' | 'currencyUid' | 'idempotencyKey'>;

export const consumptionId = ({ customerUid, currencyUid, idempotencyKey }: ConsumptionKey): string =>
  `${customerUid} ${currencyUid} ${idempotencyKey}`;

@Injectable()
export class CreditConsumptionsRepository extends TenantTable<CreditConsumption> {
  constructor(persistence: Persistence) {
    super(persistence, creditConsumptionMapping);
  }

  /** Those that were stored before, by `consumptionId`. Who asks holds their wallets, so none of them comes meanwhile. */
  async known(keys: readonly ConsumptionKey[]): Promise<Map<string, CreditConsumption>> {
    const condition = `(t.customer_uid, t.currency_uid, t.idempotency_key) in
      (select k.customer_uid, k.currency_uid, k.key from unnest($2::uuid[], $3::uuid[], $4::text[]) as k(customer_uid, currency_uid, key))`;
    const found = await this.where(condition, [
      keys.map(({ customerUid }) => customerUid),
      keys.map(({ currencyUid }) => currencyUid),
      keys.map(({ idempotencyKey }) => idempotencyKey),
    ]);
    return new Map(found.map((each) => [consumptionId(each), each]));
  }
}
