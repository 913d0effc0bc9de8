import { createServer, connect, type AddressInfo } from 'node:net';

export interface DroppingProxy {
  /** The same database, through the proxy. */
  url: string;
  close(): void;
}

/** The startup message has no type, only its length and the version of the protocol. */
const headBytes = 8;

/** Stands before a PostgreSQL and drops the settings that a client asks of its session, as a transaction pooler is told to do. */
export async function openDroppingProxy(databaseUrl: string): Promise<DroppingProxy> {
  const target = new URL(databaseUrl);
  const server = createServer((caller) => {
    const database = connect(Number(target.port), target.hostname);
    caller.once('data', (startup) => {
      database.write(withoutOptions(startup));
      caller.pipe(database);
    });
    database.pipe(caller);
    for (const [end, other] of [
      [caller, database],
      [database, caller],
    ] as const) {
      end.on('error', () => other.destroy());
      end.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, close: () => server.close() };
}

/** Its parameters are names and values, each ended by a zero, and a further zero. */
function withoutOptions(startup: Buffer): Buffer {
  const words = startup.subarray(headBytes).toString('utf8').split('\0');
  const kept: string[] = [];
  for (let at = 0; words[at]; at += 2) {
    if (words[at] !== 'options') kept.push(`${words[at]}\0${words[at + 1]}\0`);
  }
  const parameters = Buffer.from(`${kept.join('')}\0`);
  const head = Buffer.from(startup.subarray(0, headBytes));
  head.writeInt32BE(headBytes + parameters.length);
  return Buffer.concat([head, parameters]);
}
