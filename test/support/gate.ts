import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** Where a transaction is stopped: as it writes a row, with more to come, or at its end, as it commits. */
export interface Place {
  table: string;
  on: 'insert' | 'update';
  at: 'write' | 'commit';
}

/** Two numbers: the service has advisory locks of its own, by one. */
const key = '7001, 1';
const patienceMs = 180_000;

// A sequence counts what is undone too. The service's own limit would end the wait for the lock.
const definition = `
  create schema gate;
  create sequence gate.passed;
  create table gate.place (name text primary key, passing bigint);
  create function gate.stand() returns trigger language plpgsql security definer as $$ declare allowed bigint; begin
    select passing into allowed from gate.place where name = tg_argv[0];
    if allowed is not null and nextval('gate.passed') > allowed then
      perform set_config('lock_timeout', '0', true);
      perform pg_advisory_xact_lock_shared(${key});
    end if;
    return null;
  end $$`;

const nameOf = ({ table, on, at }: Place): string => `gate_${table}_${on}_${at}`;

function trigger(place: Place): string {
  const [kind, when] =
    place.at === 'commit' ? ['constraint trigger', 'deferrable initially deferred'] : ['trigger', ''];
  return `create ${kind} ${nameOf(place)} after ${place.on} on ${place.table} ${when}
            for each row execute function gate.stand('${nameOf(place)}')`;
}

/**
 * Stops the service in the middle of its work, in the database, so that a kill meets it there however fast or slow the machine
 * is. Who is killed before a gate `at: 'write'` has done nothing. `at: 'commit'` all is done and nobody was told: the database
 * does not ask who is still there.
 */
export class Gate {
  private isShut = false;

  private constructor(private readonly client: Client) {}

  /** Open, on a database of the test's own. */
  static async in(databaseUrl: string, places: readonly Place[]): Promise<Gate> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(definition);
    for (const place of places) await client.query(trigger(place));
    return new Gate(client);
  }

  /**
   * Lets so many rows pass at this place, and stops whoever writes the next ones. Whoever stands before the gate as it was
   * shut until now goes on: nobody else can slip through between the two.
   */
  async shut(place: Place, passing: number): Promise<void> {
    if (!this.isShut) await this.client.query(`select pg_advisory_lock(${key})`);
    await this.allow(place, passing);
    if (this.isShut) {
      await this.client.query(`select pg_advisory_unlock(${key})`);
      await this.client.query(`select pg_advisory_lock(${key})`);
    }
    this.isShut = true;
  }

  /** Until somebody stands before it. */
  async met(): Promise<void> {
    // Other scenarios have gates on the same server at the same time: pg_locks tells those of all databases.
    const standing = `select from pg_locks where locktype = 'advisory' and (classid, objid) = (${key}) and not granted
                         and database = (select oid from pg_database where datname = current_database())`;
    const deadline = performance.now() + patienceMs;
    while ((await this.client.query(standing)).rowCount === 0) {
      if (performance.now() > deadline) throw new Error('Nobody came to the gate');
      await pause(10);
    }
  }

  /** Lets go on whoever stands before it, and all who come. */
  async open(): Promise<void> {
    if (!this.isShut) return;
    this.isShut = false;
    await this.client.query('delete from gate.place');
    await this.client.query(`select pg_advisory_unlock(${key})`);
  }

  async close(): Promise<void> {
    await this.open();
    await this.client.end();
  }

  private async allow(place: Place, passing: number): Promise<void> {
    await this.client.query('delete from gate.place');
    await this.client.query(`select setval('gate.passed', 1, false)`);
    await this.client.query('insert into gate.place values ($1, $2)', [nameOf(place), passing]);
  }
}
