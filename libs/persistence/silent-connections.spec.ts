import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { MuteServer } from '../../test/support/mute-server';
import { silenceWatch } from './silent-connections';

/** The pulse of this database is never felt. */
let mute: MuteServer;
let watch: (client: PoolClient) => void;

beforeEach(async () => {
  mute = await MuteServer.start();
  watch = silenceWatch(mute.url);
});
afterEach(() => mute.stop());

/** A watched connection with a statement out, and the far end of it. */
async function waiting(): Promise<{ stream: Socket; end: Socket }> {
  const stream = connect(mute.port, '127.0.0.1').resume();
  stream.on('error', () => undefined);
  const end = await mute.next();
  watch({ readyForQuery: false, connection: { stream } } as unknown as PoolClient);
  return { stream, end };
}

/** The pulse is a connection of its own; it is over when the asker hangs up. */
async function pulseOver(): Promise<void> {
  const pulse = await mute.next();
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
