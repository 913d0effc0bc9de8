import { spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { databaseUrl, startEmbeddedPostgres, type EmbeddedPostgres } from '#libs/persistence/embedded';
import { execute, rowsOf } from './database';
import { newHome } from './database-server';
import { eventually } from './eventually';

const flags = [
  ...['max_connections=300', 'jit=off', 'wal_level=replica', 'max_wal_senders=4', 'wal_keep_size=1GB'],
  // A commit waits for the standby that is named, once one is.
  'synchronous_commit=on',
].flatMap((setting) => ['-c', setting]);

/** A PostgreSQL with a standby, from which is read, and by which it is replaced when it dies. */
export class ReplicatedDatabase {
  private readonly home = newHome();
  private readonly servers: EmbeddedPostgres[] = [];
  private standby?: EmbeddedPostgres;

  static async start(): Promise<ReplicatedDatabase> {
    const database = new ReplicatedDatabase();
    await database.open('postgres');
    return database;
  }

  /** Of the server that takes writes now. */
  get url(): string {
    return this.primary.url;
  }

  /** Of the server that follows it. */
  get standbyUrl(): string {
    return this.follower.url;
  }

  private get follower(): EmbeddedPostgres {
    return this.standby as EmbeddedPostgres;
  }

  private get primary(): EmbeddedPostgres {
    return this.servers.at(-1) as EmbeddedPostgres;
  }

  private get directory(): string {
    return this.directoryOf(this.servers.length);
  }

  private directoryOf(generation: number): string {
    return join(this.home, generation === 1 ? 'postgres' : `standby-${generation}`);
  }

  private async open(name: string): Promise<void> {
    this.servers.push(
      await startEmbeddedPostgres({ directory: join(this.home, name), durable: false, flags }),
    );
  }

  /**
   * Copies what serves, while it serves. With npm's PostgreSQL comes no pg_basebackup: these are its steps.
   * @param isSynchronous no commit is acknowledged before the standby has it
   */
  async addStandby(isSynchronous: boolean): Promise<void> {
    const copy = this.directoryOf(this.servers.length + 1);
    const client = new Client({ connectionString: this.url });
    await client.connect();
    await client.query(`select pg_backup_start('standby', true)`);
    // A file that vanishes meanwhile is one that the log brings back.
    spawnSync('cp', ['-a', this.directory, copy]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await client.end();
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(copy, name), { force: true });
    const conninfo = `host=127.0.0.1 port=${this.primary.port} user=postgres application_name=standby`;
    appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
    writeAs(copy, 'backup_label', rows[0]?.labelfile ?? '');
    writeAs(copy, 'standby.signal', '');
    this.standby = await startEmbeddedPostgres({ directory: copy, durable: false, flags });
    await this.caughtUp();
    if (!isSynchronous) return;
    await this.settle(this.primary, 'synchronous_standby_names', 'standby');
    await eventually(async () => expect(await this.replication('sync_state')).toBe('sync'));
  }

  /** The standby hears nothing more: what is committed from now on ends with the server that serves. */
  async severStandby(): Promise<void> {
    await this.settle(this.follower, 'primary_conninfo', '');
    await eventually(async () => expect(await this.replication('state')).toBeUndefined());
  }

  /** The standby takes in what is committed, and shows nothing of it until the answer is called. */
  async pauseReplay(): Promise<() => Promise<void>> {
    await execute(this.standbyUrl, 'select pg_wal_replay_pause()');
    return () => execute(this.standbyUrl, 'select pg_wal_replay_resume()');
  }

  /** Who reads at the standby what the log is about to take away or to lock is canceled at once. */
  async letReplayGoFirst(): Promise<void> {
    await this.settle(this.follower, 'max_standby_streaming_delay', '0');
  }

  /** As by a power cut. @returns once it is gone */
  killPrimary(): Promise<void> {
    return killed(this.primary);
  }

  killStandby(): Promise<void> {
    return killed(this.follower);
  }

  /** Under its address. */
  async restartStandby(): Promise<void> {
    await this.follower.restart();
    await this.caughtUp();
  }

  async promote(): Promise<void> {
    const standby = this.follower;
    await execute(standby.url, 'select pg_promote(true, 60)');
    this.servers.push(standby);
    this.standby = undefined;
  }

  async close(): Promise<void> {
    for (const server of [...this.servers, ...(this.standby ? [this.standby] : [])]) await server.stop(0);
    rmSync(this.home, { recursive: true });
  }

  private async caughtUp(): Promise<void> {
    await eventually(async () => expect(await this.replication('state')).toBe('streaming'));
  }

  private async replication(column: 'state' | 'sync_state'): Promise<string | undefined> {
    const rows = await rowsOf<Record<string, string>>(
      this.url,
      'select state, sync_state from pg_stat_replication',
    );
    return rows[0]?.[column];
  }

  private settle({ url }: EmbeddedPostgres, name: string, value: string): Promise<void> {
    return execute(
      databaseUrl(url, 'postgres'),
      `alter system set ${name} = '${value}'`,
      'select pg_reload_conf()',
    );
  }
}

/** @returns once it is gone */
async function killed(server: EmbeddedPostgres): Promise<void> {
  const gone = new Promise((resolve) => server.onExit(resolve));
  process.kill(server.pid, 'SIGKILL');
  await gone;
}

/** The server may be another user than we are. */
function writeAs(directory: string, name: string, text: string): void {
  const { uid, gid } = statSync(directory);
  writeFileSync(join(directory, name), text);
  chownSync(join(directory, name), uid, gid);
}
