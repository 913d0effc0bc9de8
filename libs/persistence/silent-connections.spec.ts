import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { silenceWatch } from './silent-connections';

/** Takes connections and tells nothing, so the pulse of a database is never felt. */
let mute: Server;
const ends: Socket[] = [];
let watch: (client: PoolClient) => void;

beforeEach(async () => {
  mute = createServer((end) => ends.push(end)).listen(0, '127.0.0.1');
  await once(mute, 'listening');
  watch = silenceWatch(`postgres://u@127.0.0.1:${portOf(mute)}/d`);
});
afterEach(() => {
  for (const end of ends.splice(0)) end.destroy();
  mute.close();
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** A watched connection with a statement out, and the far end of it. */
async function waiting(): Promise<{ stream: Socket; end: Socket }> {
  const stream = connect(portOf(mute), '127.0.0.1').resume();
  stream.on('error', () => undefined);
  const [end] = (await once(mute, 'connection')) as [Socket];
  watch({ readyForQuery: false, connection: { stream } } as unknown as PoolClient);
  return { stream, end };
}

/** The pulse is a connection of its own; it is over when the asker hangs up. */
async function pulseOver(): Promise<void> {
  const [pulse] = (await once(mute, 'connection')) as [Socket];
  await once(pulse.resume(), 'close');
}

describe('a statement that is silent for long', () => {
  it('is given up when nothing is heard of the database at all', async () => {
    const { stream } = await waiting();
    await expect(once(stream, 'close')).rejects.toThrow('the database is silent');
  });

  it('is left alone when another connection hears something: the server is slow, not away', async () => {
    const silent = await waiting();
    const heard = await waiting();
    const talk = setInterval(() => heard.end.write('.'), 100);
    await pulseOver();
    // It would be given up a moment after the pulse was given up.
    await pause(200);
    clearInterval(talk);
    expect(silent.stream.destroyed).toBe(false);
    silent.stream.destroy();
    heard.stream.destroy();
  });
});
