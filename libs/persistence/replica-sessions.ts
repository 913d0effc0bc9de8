import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Pool, type ClientBase, type PoolClient, type PoolConfig, type QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { BoundQuery, type Statement } from './bound-query';
import { newSessions } from './data-source';
import { briefSession, KeptSession } from './kept-session';
import { placeOfPrimary, placeOfReplica, readPlace, type LogPlace } from './log-place';
import type { RowScope } from './row-scopes';
import { environmentSetting } from './spanning-role';
import { noteParent } from './traced-statements';

/** What a replica answers, and where it stood when it began to. */
export interface ReplicaAnswer<R> {
  rows: R[];
  place: LogPlace;
}

/** The two servers, as who chooses between them asks them. */
export interface BothServers {
  /** Where the primary stands. @throws Error while it is away */
  primary(): Promise<LogPlace>;
  /** Where the replica stands. @throws Error while it is away */
  replica(): Promise<LogPlace>;
  /** Whether who comes now would wait for a connection to the replica behind as many as there are. */
  readonly isFull: boolean;
  /** @throws what the replica says of the statement, or Error while it is away */
  run<R extends QueryResultRow>(statement: Statement, scope: RowScope): Promise<ReplicaAnswer<R>>;
  close(): Promise<void>;
}

const limitMs = 1000;
/** Half of what the primary takes: who is told here that it took too long asks there. */
const statementMs = 5000;
const closingMs = 1000;

const atReplica = 'at_replica';
const preparation = `prepare ${atReplica}(text) as select r.place, set_config('${environmentSetting}', $1, true) from (${placeOfReplica}) r`;

/** A replica beside the primary of a data source: connections as many and as patient as there, which write nothing. ADR-0128 */
export class ReplicaSessions implements BothServers {
  private readonly pool: Pool;
  private readonly most: number;
  private readonly asksPrimary: KeptSession;
  private readonly asksReplica: KeptSession;

  constructor(url: string, dataSource: DataSource, primaryUrl: () => string, logger: Logger) {
    const { extra, poolSize = 10 } = dataSource.options as { extra?: PoolConfig; poolSize?: number };
    const broke = (error: Error) =>
      logger.debug({ reason: error.message }, 'a connection to the read replica broke');
    const receive = newSessions(url, broke);
    this.most = poolSize;
    // Waited for by the pool, though its types do not say so.
    const onConnect = async (client: ClientBase): Promise<void> => {
      receive(client as PoolClient);
      await client.query(preparation);
    };
    // Later settings count. A snapshot is taken for each statement (READ COMMITTED): after the one that tells where the server stands.
    const options = `${extra?.options ?? ''} -c statement_timeout=${statementMs} -c default_transaction_read_only=on`;
    const settings = { ...extra, connectionString: url, max: poolSize, options, onConnect };
    this.pool = new Pool(settings);
    this.pool.on('error', broke);
    this.asksPrimary = new KeptSession(() => askingAt(primaryUrl()));
    this.asksReplica = new KeptSession(() => askingAt(url));
  }

  primary(): Promise<LogPlace> {
    return askedOf(this.asksPrimary, placeOfPrimary);
  }

  replica(): Promise<LogPlace> {
    return askedOf(this.asksReplica, placeOfReplica);
  }

  get isFull(): boolean {
    return this.pool.waitingCount >= this.most;
  }

  async run<R extends QueryResultRow>(statement: Statement, scope: RowScope): Promise<ReplicaAnswer<R>> {
    const query = new BoundQuery(statement, { name: atReplica, values: [scope] });
    noteParent(query);
    const { rows } = await query.run<R>(this.pool);
    return { rows, place: readPlace(query.toldBefore[0] ?? '') };
  }

  /** A replica that does not answer is not waited for. */
  async close(): Promise<void> {
    const closed = Promise.all([this.pool.end(), this.asksPrimary.close(), this.asksReplica.close()]);
    await Promise.race([closed, pause(closingMs, undefined, { ref: false })]);
  }
}

const askingAt = (url: string) => briefSession(url, 'replica', limitMs, '-c jit=off');

async function askedOf(session: KeptSession, question: string): Promise<LogPlace> {
  return readPlace((await session.run<{ place: string }>('place', question, []))?.place ?? '');
}
