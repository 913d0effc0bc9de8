import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { Database } from '#libs/persistence/database';
import type { StoredLife, StoredSource } from './stored-source.record';

export interface Snapshot {
  subscriptions: StoredLife[];
  /** By feature uid. */
  grants: Record<string, StoredSource[]>;
}

const lock = `insert into entitlement_snapshot as s
           (environment_id, customer_uid, resource_key, version, subscriptions, grants, updated_at)
         values ($1, $2, $3, 0, '[]', '{}', $4)
         on conflict (environment_id, customer_uid, resource_key) do update set version = s.version
         returning subscriptions, grants`;

// A later instant each time, so that readers can order what they saw. The history has the one that it happened at.
const write = `update entitlement_snapshot s
            set version = version + 1, subscriptions = $4, grants = $5,
                updated_at = greatest($6::timestamptz, updated_at + interval '1 millisecond')
           from (select set_config('source_history.now', ($6::timestamptz)::text, true)) as told
          where s.environment_id = $1 and s.customer_uid = $2 and s.resource_key = $3`;

@Injectable()
export class SnapshotsRepository {
  constructor(private readonly database: Database) {}

  /** Reads under lock, lets `change` write down what is true now, stores it: one writer at a time per snapshot. */
  async update(
    customerUid: string,
    resourceKey: string,
    now: Date,
    change: (s: Snapshot) => Snapshot,
  ): Promise<void> {
    const id = [currentEnvironmentId(), customerUid, resourceKey];
    const [stored] = await this.database.query<Snapshot>(lock, [...id, now]);
    if (!stored) throw new Error('The snapshot was not locked');
    const { subscriptions, grants } = change(stored);
    await this.database.query(write, [...id, JSON.stringify(subscriptions), JSON.stringify(grants), now]);
  }
}
