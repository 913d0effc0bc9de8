import { Readable } from 'node:stream';
import type { MessageSink, MessageSource, StreamedMessage } from '#libs/use-cases/message-stream';

/** What may wait for a caller who does not read. */
const mostWaitingBytes = 1024 * 1024;
const busyBytes = 64 * 1024;
const reconnectMs = 1000;

export const eventStreamType = 'text/event-stream; charset=utf-8';

/** No proxy may keep or gather what is told. */
export const eventStreamHeaders = { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' };

/** How a message is written. */
export type EventWriting = (message: StreamedMessage, place: string) => string;

const asTold: EventWriting = ({ event, text }, place) => `id: ${place}\nevent: ${event}\ndata: ${text}\n\n`;

/** Server-sent events: an answer that ends when the caller goes, or the process. */
export class EventStream extends Readable implements MessageSink {
  private leave?: () => void;

  constructor(
    private readonly source: MessageSource,
    private readonly write: EventWriting = asTold,
    private readonly last = '',
  ) {
    super({ highWaterMark: 0 });
  }

  tell(message: StreamedMessage, place: string): boolean {
    if (this.destroyed) return true;
    if (this.readableLength > mostWaitingBytes) return false;
    this.push(this.write(message, place));
    return true;
  }

  beat(place: string): void {
    // Who does not read needs no sign of life, and must not make the process hold more of them.
    if (!this.destroyed && this.readableLength < mostWaitingBytes) this.push(`:\nid: ${place}\n\n`);
  }

  get isBusy(): boolean {
    return !this.destroyed && this.readableLength > busyBytes;
  }

  cut(): void {
    this.destroy();
  }

  end(): void {
    if (this.destroyed || this.readableEnded) return;
    if (this.last) this.push(this.last);
    this.push(null);
  }

  /** Asked for when the answer is on its way. */
  override _read(): void {
    if (this.leave) return;
    this.leave = () => undefined;
    this.push(`retry: ${reconnectMs}\n\n`);
    this.leave = this.source.connect(this);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.leave?.();
    done(error);
  }
}

/** Those of one server, which ends them when it ends. */
export class EventStreams {
  private readonly open = new Set<EventStream>();
  private isEnding = false;

  /** Until it is over. */
  add(stream: EventStream): void {
    this.open.add(stream);
    stream.once('close', () => this.open.delete(stream));
    if (this.isEnding) stream.end();
  }

  endAll(): void {
    this.isEnding = true;
    for (const stream of this.open) stream.end();
  }
}
