import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Client, type Pool, type PoolClient } from 'pg';
import { runMigrations as runJobMigrations } from 'graphile-worker';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { silenceWatch } from './silent-connections';
import { traceStatements } from './traced-statements';
import { findSpanningRole, noteSpanningRole, prepareScopes, scopedOptions } from './row-scopes';

/**
 * A pool of connections. One that breaks, or that is silent because the database is away, is replaced at the next query
 * and never ends the process.
 */
export async function openDataSource(
  options: DataSourceOptions & { url?: string },
  logger: Logger,
): Promise<DataSource> {
  const broke = (error: Error) => logger.warn({ reason: error.message }, 'a database connection broke');
  const receive = newSessions(options.url ?? '', broke);
  const spanningRole = await findSpanningRole(options);
  const isDivided = spanningRole !== undefined;
  // The pool's own hook, because the first connection is made before anybody can listen for it.
  const onConnect = async (client: PoolClient): Promise<void> => {
    receive(client);
    if (isDivided) await prepareScopes(client);
  };
  const opened = isDivided ? scopedOptions(options) : options;
  const extra = { ...(opened.extra as object), onConnect };
  const dataSource = await new DataSource({ ...opened, extra }).initialize();
  if (isDivided) noteSpanningRole(dataSource, spanningRole);
  listenTo(poolOf(dataSource), broke);
  pools.set(dataSource, broke);
  return dataSource;
}

type Broke = (error: Error) => void;

/** What each new connection of a pool at that address is given. */
export function newSessions(url: string, broke: Broke): (client: PoolClient) => void {
  const watch = silenceWatch(url);
  return (client) => {
    client.on('error', broke);
    watch(client);
    traceStatements(client);
  };
}

const pools = new WeakMap<DataSource, Broke>();

/** TypeORM tells its pool to nobody. @throws Error once it was closed: what still asks comes too late */
export function poolOf(dataSource: DataSource): Pool {
  const { master } = dataSource.driver as unknown as { master: Pool | undefined };
  if (!master) throw new Error('The pool of connections is closed');
  return master;
}

function listenTo(pool: Pool, broke: Broke): void {
  pool.removeAllListeners('error');
  pool.on('error', broke);
  // The job library warns of a pool without this listener; what it would listen for is heard in onConnect.
  pool.on('connect', () => undefined);
}

/** Every connection ends, once those in use were given back; `reopenPool` makes a new pool at the same address. */
export const closePool = (dataSource: DataSource): Promise<void> => dataSource.driver.disconnect();

/** Of a data source that `openDataSource` opened. */
export async function reopenPool(dataSource: DataSource): Promise<void> {
  await dataSource.driver.connect();
  listenTo(poolOf(dataSource), pools.get(dataSource) as Broke);
}

const connectionLimitMs = 5000;

export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

export function poolStateOf(dataSource: DataSource): PoolState {
  const { totalCount: total, idleCount: idle, waitingCount: waiting } = poolOf(dataSource);
  return { total, idle, waiting };
}

/**
 * Brings a database to the schema of this code: ours by TypeORM, then the job library's own. One process at a time: the
 * others wait and then find nothing to do.
 * @param lastly what follows, before the others have their turn
 */
export async function runMigrations(
  options: DataSourceOptions & { url?: string },
  lastly: (session: Client) => Promise<void> = async () => undefined,
): Promise<void> {
  await inTurn(options, async (turn) => {
    await withDataSource(options, (dataSource) => dataSource.runMigrations());
    await runJobMigrations({ connectionString: options.url });
    await lastly(turn);
  });
}

/** Takes back the one that was done last. @returns its name; undefined where none was done */
export async function revertLastMigration(
  options: DataSourceOptions & { url?: string },
): Promise<string | undefined> {
  let last: string | undefined;
  await inTurn(options, () =>
    withDataSource(options, async (dataSource) => {
      const missing = new Set(await missingMigrations(dataSource));
      last = dataSource.migrations.findLast(({ name = '' }) => !missing.has(name))?.name;
      if (last !== undefined) await dataSource.undoLastMigration();
    }),
  );
  return last;
}

/** While nobody else changes the schema. */
async function inTurn({ url }: { url?: string }, work: (session: Client) => Promise<void>): Promise<void> {
  const turn = new Client({ connectionString: url, connectionTimeoutMillis: connectionLimitMs });
  // A connection that breaks fails what waits for it; without a listener it would end the process besides.
  turn.on('error', () => undefined);
  await turn.connect();
  try {
    await takeTurn(turn);
    await work(turn);
  } finally {
    await turn.end();
  }
}

const turnPauseMs = 100;

/**
 * Of those that change the schema, until the session ends. Who waited in a statement would hold up an index that is built concurrently: that one
 * waits for all statements.
 */
export async function takeTurn(turn: Client): Promise<void> {
  const take = `select pg_try_advisory_lock(hashtextextended('migrations', 0)) as is_taken`;
  while (!(await turn.query<{ is_taken: boolean }>(take)).rows[0]?.is_taken) await setTimeout(turnPauseMs);
}

export async function withDataSource<T>(
  options: DataSourceOptions,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await new DataSource(options).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** Names of the migrations that this database lacks. */
export async function missingMigrations(dataSource: DataSource): Promise<string[]> {
  const [known] = await dataSource.query<{ name: string | null }[]>(
    `select to_regclass('migration')::text as name`,
  );
  const run = known?.name ? await dataSource.query<{ name: string }[]>('select name from migration') : [];
  const done = new Set(run.map(({ name }) => name));
  return dataSource.migrations.flatMap(({ name }) => (name !== undefined && !done.has(name) ? [name] : []));
}

export { DataSource };
