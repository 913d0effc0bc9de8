import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Long enough for who has begun to send a request, and for the next one on a kept connection. */
const quietMs = 500;

/**
 * Connections of callers. At the end of the process only those are waited for whose request is whole: who sends nothing, or
 * half a request, would be waited for in vain.
 */
export class Connections {
  private readonly sockets = new Set<Socket>();
  private readonly served = new Map<ServerResponse, IncomingMessage>();
  private sweep?: NodeJS.Timeout;

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.once('close', () => this.sockets.delete(socket));
    });
    server.on('request', (request, response) => {
      this.served.set(response, request);
      response.once('close', () => this.served.delete(response));
    });
  }

  /** From now on connections end that serve no request; a new one has a moment to send its request. */
  letGo(): void {
    let quiet = new Set<Socket>();
    const end = (): void => {
      const busy = this.inService();
      for (const socket of quiet) if (!busy.has(socket)) socket.destroy();
      quiet = new Set([...this.sockets].filter((socket) => !busy.has(socket)));
    };
    // Once what has arrived is read: a busy machine may have kept a whole request waiting.
    this.sweep ??= setInterval(() => setImmediate(end), quietMs).unref();
  }

  /** @returns how many requests lose their answer */
  cut(): number {
    clearInterval(this.sweep);
    const { size } = this.inService();
    for (const socket of this.sockets) socket.destroy();
    return size;
  }

  private inService(): Set<Socket> {
    const whole = [...this.served].filter(([, request]) => request.complete);
    return new Set(whole.map(([, request]) => request.socket));
  }
}
