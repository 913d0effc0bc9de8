import type { Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Long enough for who has begun to send a request, and for the next one on a kept connection. */
const usualQuietMs = 500;

/** Where a server is reached from its own machine that listens on this address. */
const localOf = (address: string): string => ({ '0.0.0.0': '127.0.0.1', '::': '::1' })[address] ?? address;

/**
 * Connections of callers. At the end of the process only those are waited for whose request is whole: who sends nothing, or
 * half a request, would be waited for in vain.
 */
export class Connections {
  /** Each with the answers that it waits for. When it ends, those behind the first of them are told nothing. */
  private readonly awaited = new Map<Socket, Set<ServerResponse>>();
  private sweep?: NodeJS.Timeout;

  constructor(
    private readonly server: Server,
    private readonly quietMs = usualQuietMs,
  ) {
    server.on('connection', (socket: Socket) => {
      this.awaited.set(socket, new Set());
      socket.once('close', () => this.awaited.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      const awaited = this.awaited.get(socket);
      awaited?.add(response);
      response.once('close', () => awaited?.delete(response));
    });
  }

  /**
   * Until all are let in who have knocked. The system keeps them in a queue, of which a turn of the event loop takes one, and whom it
   * still keeps when the server closes it turns away. So one more knocks, behind all of them, and is waited for.
   */
  async letIn(withinMs: number): Promise<void> {
    const address = this.server.address();
    if (typeof address !== 'object' || !address) return;
    const last = connect(address.port, localOf(address.address));
    await new Promise<void>((resolve) => {
      const look = ({ remotePort }: Socket): void => {
        if (remotePort === last.localPort) end();
      };
      const end = (): void => {
        clearTimeout(late);
        this.server.off('connection', look);
        last.destroy();
        resolve();
      };
      const late = setTimeout(end, withinMs);
      this.server.on('connection', look);
      last.on('error', end);
    });
  }

  /** From now on connections end that serve no request; a new one has a moment to send its request. */
  letGo(): void {
    let quiet = new Set<Socket>();
    const end = (): void => {
      const idle = [...this.awaited.keys()].filter((socket) => this.wholeOn(socket) === 0);
      for (const socket of idle) if (quiet.has(socket)) socket.destroy();
      quiet = new Set(idle);
    };
    // Once what has arrived is read: a busy machine may have kept a whole request waiting.
    this.sweep ??= setInterval(() => setImmediate(end), this.quietMs).unref();
  }

  /** @returns how many requests lose their answer */
  cut(): number {
    clearInterval(this.sweep);
    const sockets = [...this.awaited.keys()];
    const lost = sockets.reduce((sum, socket) => sum + this.wholeOn(socket), 0);
    for (const socket of sockets) socket.destroy();
    return lost;
  }

  /** Requests that have come whole and have no answer. */
  private wholeOn(socket: Socket): number {
    return [...(this.awaited.get(socket) ?? [])].filter(({ req }) => req.complete).length;
  }
}
