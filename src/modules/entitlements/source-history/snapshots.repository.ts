import { Injectable } from '@nestjs/common';
import { currentEnvironmentId } from '#libs/context/request-context';
import { turnMemory } from '#libs/context/remembered';
import { Database } from '#libs/persistence/database';
import type { StoredLife, StoredSource } from './stored-source.record';

export interface Snapshot {
  subscriptions: StoredLife[];
  /** By feature uid. */
  grants: Record<string, StoredSource[]>;
}

/** A state of what the sources of a level grant. */
export interface DeclaredState {
  /** Counts them. */
  version: number;
  /** The place of the write in the order of changes. */
  place: number;
}

/** Of a customer, '' for none of its resources. */
export interface Level {
  customerUid: string;
  resourceKey: string;
}

// In the order of the keys, so that two who lock several wait for each other only.
const lockAll = `select s.customer_uid as "customerUid", s.resource_key as "resourceKey", s.subscriptions, s.grants
           from entitlement_snapshot s
           join unnest($2::uuid[], $3::text[]) as l(customer_uid, resource_key)
             on s.customer_uid = l.customer_uid and s.resource_key = l.resource_key
          where s.environment_id = $1 order by s.customer_uid, s.resource_key for no key update of s`;
const lock = `select s.subscriptions, s.grants from entitlement_snapshot s
          where s.environment_id = $1 and s.customer_uid = $2 and s.resource_key = $3 for no key update`;
// The first one of a level. Who else made it meanwhile is waited for.
const make = `insert into entitlement_snapshot as s
           (environment_id, customer_uid, resource_key, version, subscriptions, grants, updated_at)
         values ($1, $2, $3, 0, '[]', '{}', $4)
         on conflict (environment_id, customer_uid, resource_key) do update set version = s.version
         returning subscriptions, grants`;

// A later instant each time, so that readers can order what they saw. The history has the one that it happened at.
const write = `update entitlement_snapshot s
            set version = version + 1, subscriptions = $4, grants = $5,
                updated_at = greatest($6::timestamptz, updated_at + interval '1 millisecond')
           from (select set_config('source_history.now', ($6::timestamptz)::text, true)) as told
          where s.environment_id = $1 and s.customer_uid = $2 and s.resource_key = $3
        returning s.version::float8 as version, pg_current_xact_id()::text::float8 as place`;

@Injectable()
export class SnapshotsRepository {
  constructor(private readonly database: Database) {}

  /** Nobody else writes them until the end of the turn, which reads them once. */
  async hold(levels: readonly Level[]): Promise<void> {
    const { held } = this;
    if (!held || levels.length === 0) return;
    const columns = [
      levels.map(({ customerUid }) => customerUid),
      levels.map(({ resourceKey }) => resourceKey),
    ];
    const values = [currentEnvironmentId(), ...columns];
    for (const { customerUid, resourceKey, ...stored } of await this.database.query<Level & Snapshot>(
      lockAll,
      values,
    ))
      held.set(`${customerUid} ${resourceKey}`, stored);
  }

  private get held(): Map<string, Snapshot> | undefined {
    return turnMemory('snapshots');
  }

  /** Reads under lock, lets `change` write down what is true now, stores it: one writer at a time per snapshot. */
  async update(
    customerUid: string,
    resourceKey: string,
    now: Date,
    change: (s: Snapshot) => Snapshot,
  ): Promise<DeclaredState> {
    const id = [currentEnvironmentId(), customerUid, resourceKey];
    const level = `${customerUid} ${resourceKey}`;
    const { subscriptions, grants } = change(this.held?.get(level) ?? (await this.lock(id, now)));
    const texts = [JSON.stringify(subscriptions), JSON.stringify(grants)];
    const [state] = await this.database.query<DeclaredState & Record<string, unknown>>(write, [
      ...id,
      ...texts,
      now,
    ]);
    const [lives, sources] = texts.map((text): unknown => JSON.parse(text));
    this.held?.set(level, { subscriptions: lives, grants: sources } as Snapshot);
    return state as DeclaredState;
  }

  private async lock(id: readonly string[], now: Date): Promise<Snapshot> {
    const [held] = await this.database.query<Snapshot>(lock, [...id]);
    const [stored] = held ? [held] : await this.database.query<Snapshot>(make, [...id, now]);
    if (!stored) throw new Error('The snapshot was not locked');
    return stored;
  }
}
