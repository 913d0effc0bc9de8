import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Long enough for who has begun to send a request, and for the next one on a kept connection. */
const usualQuietMs = 500;

/**
 * Connections of callers. At the end of the process only those are waited for whose request is whole: who sends nothing, or
 * half a request, would be waited for in vain.
 */
export class Connections {
  /** Each with the answers that it waits for. When it ends, those behind the first of them are told nothing. */
  private readonly awaited = new Map<Socket, Set<ServerResponse>>();
  private sweep?: NodeJS.Timeout;

  constructor(
    server: Server,
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
