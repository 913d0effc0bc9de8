/** Where a server stands in the log of its cluster, which a replica carries out in order. */
export interface LogPlace {
  /** Whether it carries out the log of another server, and takes no writes. */
  isReplica: boolean;
  /** Another one after each failover: behind the fork the same places hold other writes. */
  timeline: number;
  /** In bytes: all before it is durable, or carried out. */
  at: bigint;
  /** How long ago the newest transaction was committed that a replica has carried out. */
  commitAgeSeconds: number;
  /** Names the cluster, the database in it, and the role that asks. */
  identity: string;
}

const identity = `concat_ws('/', (select system_identifier from pg_control_system()),
                            (select oid from pg_database where datname = current_database()), current_user)`;

/** Behind every commit that was acknowledged before: where commits do not wait to be durable, behind all that was begun to be written. */
export const placeOfPrimary = `
  select concat_ws(' ', false, ('x' || left(pg_walfile_name(w.at), 8))::bit(32)::int, w.at, 0, ${identity}) as place
    from (select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
                                                            else pg_current_wal_flush_lsn() end as at) w`;

// The file of a replica names the timeline that it followed when it last wrote it: never one that it has yet to reach.
export const placeOfReplica = `
  select concat_ws(' ', pg_is_in_recovery(),
                   greatest((select timeline_id from pg_control_checkpoint()),
                            (select min_recovery_end_timeline from pg_control_recovery())),
                   coalesce(pg_last_wal_replay_lsn(), '0/0'),
                   coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0),
                   ${identity}) as place`;

const form = /^([tf]) (\d+) ([0-9A-F]+)\/([0-9A-F]+) (-?[\d.]+) (.+)$/;

/** @throws Error where that is no place */
export function readPlace(text: string): LogPlace {
  const [, recovers, timeline, high = '', low = '', age, named = ''] = form.exec(text) ?? [];
  if (named === '') throw new Error('A server does not tell where it stands');
  return {
    isReplica: recovers === 't',
    timeline: Number(timeline),
    at: (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`),
    commitAgeSeconds: Math.max(0, Number(age)),
    identity: named,
  };
}

/** Why nothing that this server tells says anything about the other one. */
export function strangenessOf(replica: LogPlace, primary: LogPlace): string | undefined {
  if (!replica.isReplica) return 'it is no replica: it takes writes';
  if (replica.identity !== primary.identity)
    return 'it is of another cluster or database, or is asked by another role';
  if (replica.timeline !== primary.timeline) return 'it follows another timeline';
  return undefined;
}

/** Has it carried out all that stood in the log of the primary? */
export const covers = (replica: LogPlace, primary: LogPlace): boolean =>
  strangenessOf(replica, primary) === undefined && replica.at >= primary.at;
