import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';

/** A live subscription that pins an older version of a package. */
export interface Holder {
  /** Of the subscription. */
  key: string;
  id: string;
  customerId: string;
}

interface Version {
  packageUid: string;
  versionNumber: number;
}

const holders = `from subscription_package p
   join package_version v on v.environment_id = p.environment_id and v.uid = p.version_uid
   join subscription s on s.environment_id = p.environment_id and s.uid = p.subscription_uid
  where p.environment_id = $1 and p.package_uid = $2 and v.version_number < $3 and s.canceled_at is null`;
const count = { name: 'subscription_holders.count', text: `select count(*)::int as count ${holders}` };
const next = {
  name: 'subscription_holders.next',
  text: `select p.subscription_uid as key, s.id, s.customer_id as "customerId" ${holders}
            and p.subscription_uid > $4 order by p.subscription_uid limit $5`,
};
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Who would be moved to a version: as plan, as one that the plan inherits from, as addon. Domain: catalog L6, I3 */
@Injectable()
export class SubscriptionHoldersReader {
  constructor(private readonly database: Database) {}

  async count({ packageUid, versionNumber }: Version): Promise<number> {
    const values = [currentEnvironmentId(), packageUid, versionNumber];
    return (await this.database.query<{ count: number }>(count, values))[0]?.count ?? 0;
  }

  /** In the order of the keys. */
  next({ packageUid, versionNumber }: Version, after: string | null, limit: number): Promise<Holder[]> {
    const values = [currentEnvironmentId(), packageUid, versionNumber, after ?? beforeAll, limit];
    return this.database.query<Holder & Record<string, unknown>>(next, values);
  }
}
