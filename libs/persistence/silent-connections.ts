import type { Socket } from 'node:net';
import { Client, DatabaseError, type PoolClient } from 'pg';

/** How long a statement may tell nothing before the server is asked whether it lives. */
const silenceMs = 1200;
const pulseLimitMs = 1500;

/** What the driver knows of a connection and its types keep to themselves. */
interface Connection {
  /** False while a statement is out. */
  readyForQuery: boolean;
  connection: { stream: Socket };
}

/**
 * A frozen server or a cut network breaks no connection: statements would wait for ever, because it is the server that
 * keeps the limits of a session. So a statement that is silent for long makes us open another connection; where that gets
 * no answer either, and none of our connections hears anything meanwhile, the silent one is given up and its caller is told
 * that the database is away. One that waits for a lock or works long is left alone, and so is a server that is merely slow:
 * on a busy machine a new connection may take longer than our patience. Spec: operations.md, Behaviour (503 within 5 s)
 * @returns to be called with each new connection of a pool
 */
export function silenceWatch(url: string): (client: PoolClient) => void {
  let pulse: Promise<boolean> | undefined;
  const streams = new Set<Socket>();
  let bytesOfClosed = 0;
  const heard = (): number => [...streams].reduce((bytes, { bytesRead }) => bytes + bytesRead, bytesOfClosed);
  const feelPulse = async (): Promise<boolean> => {
    const before = heard();
    return (await answers(url)) || heard() > before;
  };
  const isAlive = (): Promise<boolean> => (pulse ??= feelPulse().finally(() => (pulse = undefined)));
  const judge = async (connection: Connection): Promise<void> => {
    const { stream } = connection.connection;
    // The socket counts anew from the next statement.
    if (connection.readyForQuery) return;
    if (await isAlive()) stream.setTimeout(silenceMs);
    else stream.destroy(new Error('Connection terminated: the database is silent'));
  };
  return (client) => {
    const connection = client as unknown as Connection;
    const { stream } = connection.connection;
    streams.add(stream);
    stream.once('close', () => {
      streams.delete(stream);
      bytesOfClosed += stream.bytesRead;
    });
    stream.setTimeout(silenceMs);
    stream.on('timeout', () => void judge(connection));
  };
}

/** A refusal is a sign of life as well. */
async function answers(url: string): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: pulseLimitMs,
    application_name: 'pulse',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    return error instanceof DatabaseError;
  }
}
