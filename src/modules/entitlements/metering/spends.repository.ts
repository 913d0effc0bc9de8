import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import { spendId, type Spend, type SpendKey } from './domain/spend';

interface SpendRow {
  customer_uid: string;
  resource_key: string;
  place: number;
  source_key: string;
  period_start: Date | null;
  used: Record<string, number>;
  told_start: Date | null;
  is_reached: boolean;
}

const columns = `s.customer_uid, s.resource_key, s.place, s.source_key, s.period_start, s.used, s.told_start, s.is_reached`;

const keys = `unnest($2::uuid[], $3::text[], $4::int[]) as k(customer_uid, resource_key, place)`;
const sameSpend = `s.environment_id = $1 and s.customer_uid = k.customer_uid and s.resource_key = k.resource_key and s.place = k.place`;

// In one order for everybody, so that two groups never wait for each other in a circle.
const lock = `select ${columns} from usage_spend s join ${keys} on ${sameSpend}
          order by s.customer_uid, s.resource_key, s.place for no key update of s`;

const write = `update usage_spend s set period_start = k.period_start, used = k.used, told_start = k.told_start, is_reached = k.is_reached
           from unnest($2::uuid[], $3::text[], $4::int[], $5::timestamptz[], $6::jsonb[], $7::timestamptz[], $8::boolean[])
                  as k(customer_uid, resource_key, place, period_start, used, told_start, is_reached)
          where ${sameSpend}`;

// Sources of a level are declared one at a time, so the next place is free.
const make = `insert into usage_spend as s (environment_id, customer_uid, resource_key, place, source_key, used, is_reached)
         select $1, $2, $3, coalesce(max(t.place), 0) + 1, $4, '{}', false from usage_spend t
          where t.environment_id = $1 and t.customer_uid = $2 and t.resource_key = $3
         returning ${columns}`;

const find = `select ${columns} from usage_spend s
          where s.environment_id = $1 and s.customer_uid = $2 and s.resource_key = $3 and s.source_key = $4 for no key update`;

const remove = `delete from usage_spend s
          where s.environment_id = $1 and s.customer_uid = $2 and s.resource_key = $3 and s.source_key = $4`;

/** Whose budget it is. */
export interface SpendOwner extends Omit<SpendKey, 'place'> {
  sourceKey: string;
}

/** What was used of the budgets of a level, beside its counters. */
@Injectable()
export class SpendsRepository {
  constructor(private readonly database: Database) {}

  /** Those that there are, before their counters: whoever counts for one of them waits. */
  async lock(asked: readonly SpendKey[]): Promise<Spend[]> {
    const byId = [...new Map(asked.map((key) => [spendId(key), key])).values()];
    const rows = await this.database.query<SpendRow>(lock, [currentEnvironmentId(), ...columnsOf(byId)]);
    return rows.map(spendOf);
  }

  /** Of a source, made where it has none; locked. */
  async hold({ customerUid, resourceKey, sourceKey }: SpendOwner): Promise<Spend> {
    const values = [currentEnvironmentId(), customerUid, resourceKey, sourceKey];
    const [found] = await this.database.query<SpendRow>(find, values);
    const [row] = found ? [found] : await this.database.query<SpendRow>(make, values);
    return spendOf(row as SpendRow);
  }

  async write(spends: readonly Spend[]): Promise<void> {
    await this.database.query(write, [
      currentEnvironmentId(),
      ...columnsOf(spends.map(({ key }) => key)),
      spends.map(({ start }) => instantOf(start)),
      spends.map(({ used }) => JSON.stringify(used)),
      spends.map(({ told }) => instantOf(told)),
      spends.map(({ isReached }) => isReached),
    ]);
  }

  async remove({ customerUid, resourceKey, sourceKey }: SpendOwner): Promise<void> {
    await this.database.query(remove, [currentEnvironmentId(), customerUid, resourceKey, sourceKey]);
  }
}

const instantOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

const columnsOf = (asked: readonly SpendKey[]): unknown[] => [
  asked.map(({ customerUid }) => customerUid),
  asked.map(({ resourceKey }) => resourceKey),
  asked.map(({ place }) => place),
];

const spendOf = (row: SpendRow): Spend => ({
  key: { customerUid: row.customer_uid, resourceKey: row.resource_key, place: row.place },
  sourceKey: row.source_key,
  start: row.period_start?.getTime() ?? null,
  used: row.used,
  told: row.told_start?.getTime() ?? null,
  isReached: row.is_reached,
});
