import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { CustomerBound } from './domain/migration-outlook';
import { hasNotEnded } from './subscription-life.statements';

/** A live subscription that pins an older version of a package. */
export interface Holder {
  /** Of the subscription. */
  key: string;
  id: string;
  customerId: string;
}

const holders = `from subscription_package p
   join subscription s on s.environment_id = $1 and s.uid = p.subscription_uid
  where p.environment_id = $1 and p.package_uid = $2 and p.version_uid = any($3) and ${hasNotEnded('s')}`;
const count = `select count(*)::int as count ${holders}`;
const next = `select p.subscription_uid as key, s.id, s.customer_id as "customerId" ${holders}
            and p.subscription_uid > $4 order by p.subscription_uid limit $5`;
// A range ends with every $3rd customer, and the last one with the last.
const bounds = `with holding as (
           select distinct s.customer_uid as uid, s.customer_id as id
             from subscription_package p
             join subscription s on s.environment_id = $1 and s.uid = p.subscription_uid
            where p.environment_id = $1 and p.version_uid = any($2) and ${hasNotEnded('s')}),
         counted as (
           select uid, id, row_number() over (order by uid) as place, count(*) over () as total from holding)
         select uid, id, place::int as place from counted
          where place % $3::int = 0 or place = total order by place`;
/** Before the uid of anything. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Who would be moved to a version: as plan, as one that the plan inherits from, as addon. Domain: catalog L6, I3 */
@Injectable()
export class SubscriptionHoldersReader {
  constructor(private readonly database: Database) {}

  /** @param versionUids older ones of the package */
  async count(packageUid: string, versionUids: readonly string[]): Promise<number> {
    const values = [currentEnvironmentId(), packageUid, versionUids];
    return (await this.database.query<{ count: number }>(count, values))[0]?.count ?? 0;
  }

  /** Ranges of so many customers who hold any of these versions, and how many customers they are in all. */
  async boundsOf(
    versionUids: readonly string[],
    size: number,
  ): Promise<{ bounds: CustomerBound[]; customers: number }> {
    const values = [currentEnvironmentId(), versionUids, size];
    const rows = await this.database.query<CustomerBound & { place: number }>(bounds, values);
    return { bounds: rows.map(({ uid, id }) => ({ uid, id })), customers: rows.at(-1)?.place ?? 0 };
  }

  /** In the order of the keys. @param versionUids older ones of the package */
  next(
    packageUid: string,
    versionUids: readonly string[],
    after: string | null,
    limit: number,
  ): Promise<Holder[]> {
    const values = [currentEnvironmentId(), packageUid, versionUids, after ?? beforeAll, limit];
    return this.database.query<Holder>(next, values);
  }
}
