import type { ClientConfig } from 'pg';
import type { ClockSetting } from '#libs/context/environment-clock';
import { briefSession, KeptSession } from './kept-session';

/** A process and the number of its last sign of life. */
export type Beat = readonly [uid: string, beat: number];

/** Longer than any poll takes; shorter would make each pause of a busy machine a new connection. */
const limitMs = 1000;
/**
 * Seven round trips to a database that is far away. Longer would not leave who reads the tables next the time to find out that it is away.
 * Spec: operations.md, Behaviour (503 within 5 s)
 */
const connectionLimitMs = 1500;
/** More at once, as a tool may make them, cost more to tell than to read everything anew. */
const mostChanges = 5000;

/** One change of what processes hold in memory, as its transaction wrote it down. ADR-0054 */
export interface Change {
  environmentId: string;
  /** Whose state changed; none named: anybody's of the environment. Null is what they all share. */
  subjects: string[] | null;
  /** Names the write, where the writer knows what it has written. */
  revision: string | null;
  /** What of them changed, where it is not what they may do or have used. */
  topic: string | null;
}

interface PolledChange extends Change {
  /** False for a process of the last release, and for tools. */
  isMember: boolean;
}

/** Which transactions a statement has seen: those that had ended, by their ids. */
export interface Snapshot {
  /** All below had ended. */
  endedBelow: number;
  /** None from here on had begun. */
  next: number;
  running: number[];
}

export interface Poll {
  snapshot: Snapshot;
  /** Names the history that transaction ids belong to. */
  history: string;
  members: Beat[] | null;
  changes: PolledChange[] | null;
  /** Made since the version that was asked for; all of them in another history. */
  clocks: ClockSetting[] | null;
}

/** What was heard before. */
export interface Heard {
  snapshot: Snapshot | undefined;
  history: string | undefined;
  clockVersion: number;
}

export const isTooMuch = ({ changes }: Poll): boolean => (changes?.length ?? 0) > mostChanges;

// What the earlier snapshot did not show is what was running then and what has begun since: never a watermark, behind which a long
// transaction would keep everything. After a failover that lost commits, ids are used twice, on another timeline.
const poll = `with new as (
           (select c.environment_id, c.subjects, c.revision, c.topic, c.by_member from engine_change c
             where c.xid >= $1 limit ${mostChanges + 1})
           union all
           (select c.environment_id, c.subjects, c.revision, c.topic, c.by_member from engine_change c
             where c.xid = any($2::bigint[]) limit ${mostChanges + 1})),
         told as (
           select concat_ws('/', (select uid from engine_cell), left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
                            (select oid from pg_database where datname = current_database())) as history)
         select pg_current_snapshot()::text as snapshot, t.history,
                (select json_agg(json_build_object('environmentId', c.environment_id, 'version', c.version, 'aheadMs', c.ahead_ms,
                                                   'frozenAt', (extract(epoch from c.frozen_at) * 1000)::float8))
                   from environment_clock c where c.version > case when t.history = $5 then $4::bigint else 0 end) as clocks,
                (select json_agg(json_build_array(m.uid, m.beat)) from engine_member m where m.uid <> $3) as members,
                (select json_agg(json_build_object('environmentId', n.environment_id, 'subjects', n.subjects,
                                                     'revision', n.revision, 'topic', n.topic, 'isMember', n.by_member)) from new n) as changes
           from told t`;

const beat = `insert into engine_member as m (uid, beat, seen_at, clock_version) values ($1, 1, now(), $2)
         on conflict (uid) do update set beat = m.beat + 1, seen_at = now(), clock_version = $2`;

const leave = 'delete from engine_member where uid = $1';

/** As PostgreSQL writes it: `xmin:xmax:running,running`. */
function readSnapshot(text: string): Snapshot {
  const [endedBelow, next, running = ''] = text.split(':');
  return {
    endedBelow: Number(endedBelow),
    next: Number(next),
    running: running === '' ? [] : running.split(',').map(Number),
  };
}

/** As an option of a session says it. */
const spelled = (value: string): string => value.replaceAll(/[\\ ]/g, (sign) => `\\${sign}`);

/** What changed, asked on a connection of its own. */
export class ChangePoll {
  private readonly session: KeptSession;

  /**
   * @param memberUid of this process
   * @param role as which it reads the clocks of all environments, where the database divides rows by them
   */
  constructor(
    url: () => string,
    private readonly memberUid: string,
    role?: string,
  ) {
    this.session = new KeptSession(() => settingsOf(url(), role));
  }

  /** All that was committed since that snapshot; without one, where things stand. @throws Error while the database is away */
  async since({ snapshot: seen, history, clockVersion }: Heard): Promise<Poll> {
    const changed = [seen?.next ?? null, seen?.running ?? []];
    const values = [...changed, this.memberUid, clockVersion, history ?? null];
    const row = await this.session.run<Omit<Poll, 'snapshot'> & { snapshot: string }>(
      'changes',
      poll,
      values,
    );
    if (!row) throw new Error('A poll for changes has no answer');
    return { ...row, snapshot: readSnapshot(row.snapshot) };
  }

  /** A sign of life. @param clockVersion up to which this process goes by the clocks of environments */
  async beat(clockVersion: number): Promise<void> {
    await this.session.run('beat', beat, [this.memberUid, clockVersion]);
  }

  async leave(): Promise<void> {
    await this.session.run('leave', leave, [this.memberUid]);
  }

  close(): Promise<void> {
    return this.session.close();
  }
}

// A plan that was made while the table was empty must not read all of it later. What nobody waits for any more must end.
const options =
  '-c lock_timeout=500 -c synchronous_commit=off -c jit=off -c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

const settingsOf = (url: string, role: string | undefined): ClientConfig => {
  const asRole = role === undefined ? '' : ` -c role=${spelled(role)}`;
  const settings = briefSession(url, 'changes', limitMs, options + asRole);
  return { ...settings, connectionTimeoutMillis: connectionLimitMs };
};
