import { Socket } from 'node:net';
import { Client } from 'pg';

/** Any two numbers, the same in every release: processes of two releases may share one server. */
const lockKey = '1701667684, 1';

/**
 * Every process that uses the embedded server keeps one session with a shared advisory lock for as long as it does.
 * The lock ends with the process, however it ends: no file to go stale, no pid to be mistaken for another.
 * Choice: whoever finds itself alone when it stops takes the server down, be it the one that started it or not.
 */
export class Lease {
  private constructor(
    private readonly session: Client,
    private readonly socket: Socket,
    /** The cluster's system identifier. */
    readonly clusterId: string,
    /** Resolves when the session ends, for whatever reason. */
    readonly ended: Promise<void>,
  ) {}

  static async take(url: string): Promise<Lease> {
    const socket = new Socket();
    const session = new Client({
      connectionString: url,
      stream: () => socket,
      ssl: false,
      application_name: 'embedded-lease',
      connectionTimeoutMillis: 5_000,
      query_timeout: 2_500,
    });
    // Without a listener a broken connection would end the process; `end` tells of it.
    session.on('error', () => undefined);
    try {
      await session.connect();
      await session.query(`select pg_advisory_lock_shared(${lockKey})`);
      const { rows } = await session.query<{ id: string }>(
        'select system_identifier::text as id from pg_control_system()',
      );
      const ended = new Promise<void>((resolve) => session.once('end', () => resolve()));
      // A lease alone is no reason for a process to stay.
      socket.unref();
      return new Lease(session, socket, rows[0]?.id ?? '', ended);
    } catch (error) {
      await session.end().catch(() => undefined);
      throw error;
    }
  }

  /** Of several that ask at once, the last one is told that it is alone. */
  async isAlone(): Promise<boolean> {
    this.socket.ref();
    await this.session.query(`select pg_advisory_unlock_shared(${lockKey})`);
    const { rows } = await this.session.query<{ alone: boolean }>(
      `select pg_try_advisory_lock(${lockKey}) as alone`,
    );
    return rows[0]?.alone === true;
  }

  async release(): Promise<void> {
    await this.session.end().catch(() => undefined);
  }
}
