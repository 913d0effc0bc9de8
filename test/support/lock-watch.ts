import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** Between two looks. A wait is seen with its age, so the longest is known but for this. */
const lookEachMs = 20;

/** How a migration's sessions are called: give it to them as PGAPPNAME. */
export const migrationSessions = 'migration-under-watch';

export interface LockWait {
  ms: number;
  /** `AccessExclusiveLock on relation usage_counter`, and the statement that waited. */
  what: string;
}

interface SessionRow {
  pid: number;
  migrates: boolean;
  /** Null of a session that waits for no lock. */
  locktype: string | null;
  since: string;
  ms: number;
  what: string;
  blockers: number[];
}

// pg_blocking_pids also names who stands before in the queue: a migration that waits itself holds up all behind it.
const sessions = `
  select a.pid, a.application_name = '${migrationSessions}' as migrates, l.locktype, l.waitstart::text as since,
         extract(epoch from clock_timestamp() - l.waitstart)::float8 * 1000 as ms,
         concat_ws(' ', l.mode, 'on', l.locktype, l.relation::regclass, 'for', left(a.query, 120)) as what,
         case when l.pid is null then '{}' else pg_blocking_pids(l.pid) end as blockers
    from pg_stat_activity a left join pg_locks l on l.pid = a.pid and not l.granted and l.waitstart is not null
   where a.datname = current_database() and (l.pid is not null or a.application_name = '${migrationSessions}')`;

/**
 * Looks at who waits for a lock in a database, and tells apart what a migration costs from what requests cost each other: reports on
 * one counter stand in line for its row on any day. A wait is the migration's when it waits for a lock itself, when it or one who waits for it
 * is in the way, however many lie between, or when a whole table is waited for: the modes in which requests lock tables never
 * exclude each other.
 */
export class LockWatch {
  private readonly seen = { migration: new Map<string, LockWait>(), requests: new Map<string, LockWait>() };
  private isOver = false;
  private watching: Promise<void> = Promise.resolve();
  looks = 0;

  private constructor(private readonly client: Client) {}

  static async on(databaseUrl: string): Promise<LockWatch> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const watch = new LockWatch(client);
    watch.watching = watch.lookOn();
    // Told by close(), which comes later.
    watch.watching.catch(() => undefined);
    return watch;
  }

  /** The longest first. */
  waitsOf(cause: 'migration' | 'requests'): LockWait[] {
    return [...this.seen[cause].values()].sort((a, b) => b.ms - a.ms);
  }

  /** Once; a second call does nothing. */
  async close(): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    await this.watching;
    await this.client.end();
  }

  private async lookOn(): Promise<void> {
    while (!this.isOver) {
      this.note((await this.client.query<SessionRow>(sessions)).rows);
      this.looks++;
      await pause(lookEachMs);
    }
  }

  private note(rows: readonly SessionRow[]): void {
    const behindMigration = new Set(rows.filter(({ migrates }) => migrates).map(({ pid }) => pid));
    for (let before = -1; before < behindMigration.size;) {
      before = behindMigration.size;
      for (const { pid, locktype, blockers } of rows) {
        if (locktype === 'relation' || blockers.some((each) => behindMigration.has(each))) {
          behindMigration.add(pid);
        }
      }
    }
    for (const { pid, migrates, locktype, since, ms, what } of rows) {
      if (locktype === null) continue;
      // What is built concurrently waits for the end of transactions, and nobody waits for it: who does has a row of his own.
      if (migrates && locktype === 'virtualxid') continue;
      const waits = this.seen[behindMigration.has(pid) ? 'migration' : 'requests'];
      waits.set(`${pid} ${since}`, { ms, what });
    }
  }
}
