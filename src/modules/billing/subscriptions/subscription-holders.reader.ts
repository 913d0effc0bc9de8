import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { CustomerBound } from './domain/migration-outlook';

/** A live subscription that pins an older version of a package. */
export interface Holder {
  /** Of the subscription. */
  key: string;
  id: string;
  customerId: string;
}

export interface Version {
  packageUid: string;
  versionNumber: number;
}

const holders = `from subscription_package p
   join package_version v on v.environment_id = p.environment_id and v.uid = p.version_uid
   join subscription s on s.environment_id = p.environment_id and s.uid = p.subscription_uid
  where p.environment_id = $1 and p.package_uid = $2 and v.version_number < $3 and s.canceled_at is null`;
const count = `select count(*)::int as count ${holders}`;
const next = `select p.subscription_uid as key, s.id, s.customer_id as "customerId" ${holders}
            and p.subscription_uid > $4 order by p.subscription_uid limit $5`;
// A range ends with every $4th customer, and the last one with the last.
const bounds = `with holding as (
           select distinct s.customer_uid
             from unnest($2::uuid[], $3::int[]) as target(package_uid, version_number)
             join subscription_package p on p.environment_id = $1 and p.package_uid = target.package_uid
             join package_version v on v.environment_id = p.environment_id and v.uid = p.version_uid
                                   and v.version_number < target.version_number
             join subscription s on s.environment_id = p.environment_id and s.uid = p.subscription_uid
                                and s.canceled_at is null),
         counted as (
           select customer_uid, row_number() over (order by customer_uid) as place, count(*) over () as total from holding)
         select c.uid, c.id, n.place::int as place
           from counted n join customer c on c.environment_id = $1 and c.uid = n.customer_uid
          where n.place % $4::int = 0 or n.place = n.total order by n.place`;
/** Before the uid of anything. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Who would be moved to a version: as plan, as one that the plan inherits from, as addon. Domain: catalog L6, I3 */
@Injectable()
export class SubscriptionHoldersReader {
  constructor(private readonly database: Database) {}

  async count({ packageUid, versionNumber }: Version): Promise<number> {
    const values = [currentEnvironmentId(), packageUid, versionNumber];
    return (await this.database.query<{ count: number }>(count, values))[0]?.count ?? 0;
  }

  /** Ranges of so many customers who hold an older version of any of these, and how many customers they are in all. */
  async boundsOf(
    targets: readonly Version[],
    size: number,
  ): Promise<{ bounds: CustomerBound[]; customers: number }> {
    const columns = [
      targets.map(({ packageUid }) => packageUid),
      targets.map(({ versionNumber }) => versionNumber),
    ];
    const values = [currentEnvironmentId(), ...columns, size];
    const rows = await this.database.query<CustomerBound & { place: number }>(bounds, values);
    return { bounds: rows.map(({ uid, id }) => ({ uid, id })), customers: rows.at(-1)?.place ?? 0 };
  }

  /** In the order of the keys. */
  next({ packageUid, versionNumber }: Version, after: string | null, limit: number): Promise<Holder[]> {
    const values = [currentEnvironmentId(), packageUid, versionNumber, after ?? beforeAll, limit];
    return this.database.query<Holder>(next, values);
  }
}
