import { Client } from 'pg';

/** A process and the number of its last sign of life. */
export type Beat = readonly [uid: string, beat: number];

/** Longer than any poll takes; shorter would make each pause of a busy machine a new connection. */
const pollLimitMs = 1000;
const connectionLimitMs = 2000;

export interface PolledChange {
  environmentId: string;
  subjects: string[] | null;
  revision: string | null;
  /** False for a process of the last release, and for tools. */
  isMember: boolean;
}

export interface Poll {
  /** As PostgreSQL writes it: `xmin:xmax:running,running`. */
  snapshot: string;
  /** Names the history that transaction ids belong to. */
  history: string;
  members: Beat[] | null;
  changes: PolledChange[] | null;
}

// What the earlier snapshot did not show is what was running then and what has begun since: never a watermark, behind which a long
// transaction would keep everything. After a failover that lost commits, ids are used twice, on another timeline.
const poll = `with new as (
           select c.environment_id, c.subjects, c.revision, c.by_member from engine_change c
            where c.xid >= pg_snapshot_xmax($1::pg_snapshot)::text::bigint
           union all
           select c.environment_id, c.subjects, c.revision, c.by_member
             from pg_snapshot_xip($1::pg_snapshot) as running(xid)
             join engine_change c on c.xid = running.xid::text::bigint)
         select pg_current_snapshot()::text as snapshot,
                concat_ws('/', (select uid from engine_cell), left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
                          (select oid from pg_database where datname = current_database())) as history,
                (select jsonb_agg(jsonb_build_array(m.uid, m.beat)) from engine_member m where m.uid <> $2) as members,
                (select jsonb_agg(jsonb_build_object('environmentId', n.environment_id, 'subjects', n.subjects,
                                                     'revision', n.revision, 'isMember', n.by_member)) from new n) as changes`;

const beat = `insert into engine_member as m (uid, beat, seen_at) values ($1, 1, now())
         on conflict (uid) do update set beat = m.beat + 1, seen_at = now()`;

// A killed process leaves its row; whoever comes back after so long begins anew.
const leave = `delete from engine_member where uid = $1 or seen_at < now() - interval '1 minute'`;

/** A connection of its own, so that no poll waits for the pool. It is made again when it is needed and not there. */
export class ChangePoll {
  private client?: Promise<Client>;

  /** @param memberUid of this process */
  constructor(
    private readonly url: () => string,
    private readonly memberUid: string,
  ) {}

  /** All that was committed since that snapshot; without one, where things stand. @throws Error while the database is away */
  async since(snapshot: string | null): Promise<Poll> {
    return (await this.run<Poll>('changes', poll, [snapshot, this.memberUid])) as Poll;
  }

  /** A sign of life. */
  async beat(): Promise<void> {
    await this.run('beat', beat, [this.memberUid]);
  }

  async leave(): Promise<void> {
    await this.run('leave', leave, [this.memberUid]);
  }

  async close(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await (await client?.catch(() => undefined))?.end().catch(() => undefined);
  }

  private async run<R>(name: string, text: string, values: unknown[]): Promise<R | undefined> {
    this.client ??= this.connect();
    const client = this.client;
    try {
      const { rows } = await (await client).query({ name, text, values });
      return rows[0] as R | undefined;
    } catch (error) {
      if (this.client === client) await this.close();
      throw error;
    }
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.url(),
      connectionTimeoutMillis: connectionLimitMs,
      query_timeout: pollLimitMs,
      keepAlive: true,
      application_name: 'changes',
      options:
        '-c lock_timeout=500 -c jit=off -c plan_cache_mode=force_generic_plan -c synchronous_commit=off',
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    return client;
  }
}
