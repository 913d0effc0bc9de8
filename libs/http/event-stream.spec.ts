import type { MessageSink, StreamedMessage } from '#libs/use-cases/message-stream';
import { EventStream, EventStreams } from './event-stream';

const message: StreamedMessage = { event: 'changed', body: { n: 1 }, text: '{"n":1}' };

/** Its sink is there as soon as it is read. */
function opened() {
  let sink: MessageSink | undefined;
  let isLeft = false;
  const stream = new EventStream({
    connect: (connected) => {
      sink = connected;
      return () => (isLeft = true);
    },
  });
  return {
    stream,
    sink: () => sink as MessageSink,
    isConnected: () => sink !== undefined,
    isLeft: () => isLeft,
  };
}

describe('an event stream', () => {
  it('is connected when it is read, and left when its caller is gone', async () => {
    const { stream, isConnected, isLeft } = opened();
    expect(isConnected()).toBe(false);
    stream.read();
    expect(isConnected()).toBe(true);
    stream.destroy();
    await new Promise((resolve) => stream.once('close', resolve));
    expect(isLeft()).toBe(true);
  });

  it('that nobody reads was never connected, and leaves nobody', () => {
    const { stream, isConnected, isLeft } = opened();
    stream.destroy();
    expect([isConnected(), isLeft()]).toEqual([false, false]);
  });

  it('writes messages with their places, signs of life as empty events, and an end', async () => {
    const { stream, sink } = opened();
    const told: string[] = [];
    stream.setEncoding('utf8').on('data', (text: string) => told.push(text));
    await new Promise(setImmediate);
    expect(sink().tell(message, 'a-1')).toBe(true);
    sink().beat('a-2');
    sink().end();
    await new Promise((resolve) => stream.once('end', resolve));
    expect(told.join('')).toBe('retry: 1000\n\nid: a-1\nevent: changed\ndata: {"n":1}\n\n:\nid: a-2\n\n');
  });

  it('takes a megabyte for who does not read, and then no message and no sign of life', () => {
    const { stream, sink } = opened();
    stream.read();
    const large = { ...message, text: 'x'.repeat(100_000) };
    let taken = 0;
    while (sink().tell(large, 'a-1')) taken++;
    expect(taken).toBe(11);
    expect(sink().isBusy).toBe(true);
    const { readableLength } = stream;
    sink().beat('a-2');
    expect(stream.readableLength).toBe(readableLength);
    sink().cut();
    expect([stream.destroyed, sink().tell(message, 'a-3')]).toEqual([true, true]);
  });

  it('of a server that ends is ended, also one that comes later', async () => {
    const streams = new EventStreams();
    const [before, after] = [opened().stream, opened().stream];
    streams.add(before);
    streams.endAll();
    streams.add(after);
    for (const stream of [before, after]) {
      stream.resume();
      await new Promise((resolve) => stream.once('end', resolve));
    }
  });
});
