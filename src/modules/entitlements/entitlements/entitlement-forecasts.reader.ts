import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { StoredLife, StoredSource } from '#modules/entitlements/source-history';

/** One snapshot with the names of whose it is. */
export interface NamedSnapshot {
  customerUid: string;
  customerId: string;
  resourceKey: string;
  resourceId: string | null;
  subscriptions: StoredLife[];
  /** By feature uid. */
  grants: Record<string, StoredSource[]>;
}

/**
 * @reads customer, customer_resource of customers/customers
 * @reads entitlement_snapshot of entitlements/source-history
 */
const snapshots = `select s.customer_uid as "customerUid", c.id as "customerId", s.resource_key as "resourceKey",
                r.id as "resourceId", s.subscriptions, s.grants
           from entitlement_snapshot s
           join customer c on c.environment_id = $1 and c.uid = s.customer_uid
           left join customer_resource r on r.environment_id = $1 and r.customer_uid = s.customer_uid
                                        and r.uid::text = s.resource_key
          where s.environment_id = $1 and s.customer_uid = any($2)
          order by s.customer_uid, s.resource_key`;

/** All that is granted to many customers, in one statement. */
@Injectable()
export class EntitlementForecastsReader {
  constructor(private readonly database: Database) {}

  /** Customer by customer, its own level before its resources. */
  of(customerUids: readonly string[]): Promise<NamedSnapshot[]> {
    const values = [currentEnvironmentId(), customerUids];
    return this.database.query<NamedSnapshot>(snapshots, values);
  }
}
