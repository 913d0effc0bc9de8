import { Injectable } from '@nestjs/common';
import { newUid } from '#libs/kernel/ids';
import { Database } from '#libs/persistence/database';
import { isNotHeld } from '#libs/persistence/environment-moves';

/** A message that this process is to bring to its receiver. */
export interface ClaimedDelivery {
  environmentId: string;
  uid: string;
  webhookUid: string;
  eventUid: string;
  /** Under which it is in our hands. */
  lease: string;
}

/** A receiver, as the walk comes by. */
export interface Receiver {
  environmentId: string;
  webhookUid: string;
}

/** Where a walk begins. */
export const beforeAll: Receiver = {
  environmentId: '00000000-0000-0000-0000-000000000000',
  webhookUid: '00000000-0000-0000-0000-000000000000',
};

export interface Claim {
  deliveries: ClaimedDelivery[];
  /** Where the next walk goes on; undefined: this one came to the end. */
  next: Receiver | undefined;
}

/** At once in one process. */
export interface Rooms {
  /** For all receivers together. */
  all: number;
  each: number;
  /** For one that the last attempt did not reach. */
  failing: number;
}

type Row<T> = T & Record<string, unknown>;

const pending = (after: string): string => `
  select d.environment_id, d.webhook_uid from webhook_delivery d
   where d.state = 'PENDING' and (d.environment_id, d.webhook_uid) > ${after}
   order by d.environment_id, d.webhook_uid limit 1`;

// From receiver to receiver along the index of what is pending, whatever waits for each.
const walk = `
  with recursive receiver as (
    (${pending('($1::uuid, $2::uuid)')})
    union all
    select n.environment_id, n.webhook_uid
      from receiver r cross join lateral (${pending('(r.environment_id, r.webhook_uid)')}) n)
  select r.environment_id as "environmentId", r.webhook_uid as "webhookUid" from receiver r limit $3`;

// Of each receiver no more than it has room for here. What another process just claims is passed over.
const claim = `
  with due as (
    select d.environment_id, d.uid
      from unnest($1::uuid[], $2::uuid[], $3::int[]) as r(environment_id, webhook_uid, busy)
      join webhook w on w.environment_id = r.environment_id and w.uid = r.webhook_uid and w.status = 'ACTIVE'
      left join webhook_health h on h.environment_id = w.environment_id and h.uid = w.uid
     cross join lateral (
       select t.environment_id, t.uid from webhook_delivery t
        where t.environment_id = r.environment_id and t.webhook_uid = r.webhook_uid and t.state = 'PENDING' and t.due_at <= $4
        order by t.due_at, t.uid
        limit greatest(0, case when h.failing_since is null then $5::int else $6::int end - r.busy)
        for no key update skip locked) d
     where ${isNotHeld('r.environment_id')}
     limit $7)
  update webhook_delivery t set lease = $8, due_at = $9 from due d
   where t.environment_id = d.environment_id and t.uid = d.uid
  returning t.environment_id as "environmentId", t.uid, t.webhook_uid as "webhookUid", t.event_uid as "eventUid"`;

const forget = `
  delete from webhook_delivery d using (
    select o.environment_id, o.uid from webhook_delivery o where o.created_at < $1 order by o.created_at limit $2) old
   where d.environment_id = old.environment_id and d.uid = old.uid returning d.uid`;

const forgetOrphans = `
  delete from webhook_delivery d using (
    select o.environment_id, o.uid from unnest($1::uuid[], $2::uuid[]) as r(environment_id, webhook_uid)
      join webhook_delivery o on o.environment_id = r.environment_id and o.webhook_uid = r.webhook_uid and o.state = 'PENDING'
     where not exists (select from webhook w where w.environment_id = r.environment_id and w.uid = r.webhook_uid)
     limit $3) gone
   where d.environment_id = gone.environment_id and d.uid = gone.uid returning d.uid`;

const waiting = `
  select greatest(0, extract(epoch from $1::timestamptz - min(d.due_at)))::float8 as late
    from unnest($2::uuid[], $3::uuid[]) as r(environment_id, webhook_uid)
    join webhook w on w.environment_id = r.environment_id and w.uid = r.webhook_uid and w.status = 'ACTIVE'
    left join webhook_health h on h.environment_id = w.environment_id and h.uid = w.uid
   cross join lateral (select t.due_at from webhook_delivery t
                        where t.environment_id = r.environment_id and t.webhook_uid = r.webhook_uid and t.state = 'PENDING'
                        order by t.due_at limit 1) d
   where h.failing_since is null`;

/** The table of deliveries as the queue of all environments: who brings messages works for every tenant. ADR-0123 */
@Injectable()
export class DueDeliveries {
  constructor(private readonly database: Database) {}

  /**
   * A part of a walk over all receivers that something is pending for, so that none waits for another.
   * @param busy how many messages each receiver is being brought here
   * @param until then they are ours; who dies leaves them to others
   */
  async claim(
    after: Receiver,
    visits: number,
    busy: (webhookUid: string) => number,
    rooms: Rooms,
    { now, until }: { now: Date; until: Date },
  ): Promise<Claim> {
    const receivers = await this.receivers(after, visits);
    const next = receivers.length < visits ? undefined : receivers.at(-1);
    if (receivers.length === 0) return { deliveries: [], next };
    const lease = newUid();
    const taken = receivers.map(({ webhookUid }) => busy(webhookUid));
    const values = [...columnsOf(receivers), taken, now, rooms.each, rooms.failing, rooms.all, lease, until];
    const rows = await this.database.queryEverywhere<Row<Omit<ClaimedDelivery, 'lease'>>>(claim, values);
    return { deliveries: rows.map((row) => ({ ...row, lease })), next };
  }

  receivers(after: Receiver, limit: number): Promise<Receiver[]> {
    return this.database.queryEverywhere<Row<Receiver>>(walk, [after.environmentId, after.webhookUid, limit]);
  }

  /** How long ago the first message should have been tried, among receivers that can be reached. */
  async lateSeconds(receivers: readonly Receiver[], now: Date): Promise<number> {
    const [row] = await this.database.queryEverywhere<{ late: number | null }>(waiting, [
      now,
      ...columnsOf(receivers),
    ]);
    return row?.late ?? 0;
  }

  /** @returns how many, at most the limit */
  async forgetOlderThan(instant: Date, limit: number): Promise<number> {
    return (await this.database.queryEverywhere(forget, [instant, limit])).length;
  }

  /** What still waits for webhooks that were deleted. @returns how many, at most the limit */
  async forgetOrphansOf(receivers: readonly Receiver[], limit: number): Promise<number> {
    return (await this.database.queryEverywhere(forgetOrphans, [...columnsOf(receivers), limit])).length;
  }
}

const columnsOf = (receivers: readonly Receiver[]): [environmentIds: string[], webhookUids: string[]] => [
  receivers.map(({ environmentId }) => environmentId),
  receivers.map(({ webhookUid }) => webhookUid),
];
