import { onSession } from './one-session';
import { faultNameOf } from './pg-errors';

/** What a database of the operator's said: its SQLSTATE or the code of the socket. Never its words, which may hold its address. */
export class ForeignFault extends Error {
  constructor(readonly said: string) {
    super(`The database refused: ${said}`);
  }
}

/** Statements at a database that is not ours, one after the other. */
export interface ForeignSession {
  /** @throws ForeignFault */
  query<R extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>;
}

const connectMs = 10_000;
/** Of one statement; who asks is cut off a little later where nothing is answered at all. */
const statementMs = 120_000;
const lockMs = 30_000;

const settings = `-c statement_timeout=${statementMs} -c lock_timeout=${lockMs} -c timezone=UTC`;

/**
 * A piece of work on a connection of its own to a database of the operator's.
 * @throws ForeignFault, or what the work throws
 */
export async function onForeignDatabase<T>(
  url: string,
  work: (session: ForeignSession) => Promise<T>,
): Promise<T> {
  let isWorking = false;
  const config = {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: statementMs + connectMs,
    keepAlive: true,
    options: settings,
    application_name: 'data-export',
  };
  try {
    return await onSession(config, (client) => {
      isWorking = true;
      return work({
        query: async <R extends Record<string, unknown>>(text: string, values: unknown[] = []) => {
          try {
            return (await client.query<R>(text, values)).rows;
          } catch (error) {
            throw new ForeignFault(faultNameOf(error).code);
          }
        },
      });
    });
  } catch (error) {
    if (isWorking) throw error;
    throw new ForeignFault(faultNameOf(error).code);
  }
}
