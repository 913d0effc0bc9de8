import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A frozen server, as its clients see it: it takes connections and tells nothing. */
export class MuteServer {
  /** The far ends of all connections that were made. */
  readonly ends: Socket[] = [];

  private constructor(private readonly server: Server) {
    server.on('connection', (end: Socket) => this.ends.push(end));
  }

  static async start(): Promise<MuteServer> {
    const mute = new MuteServer(createServer().listen(0, '127.0.0.1'));
    await once(mute.server, 'listening');
    return mute;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** As of a database. */
  get url(): string {
    return `postgres://u@127.0.0.1:${this.port}/d`;
  }

  /** The far end of the next connection. */
  async next(): Promise<Socket> {
    const [end] = (await once(this.server, 'connection')) as [Socket];
    return end;
  }

  stop(): void {
    for (const end of this.ends.splice(0)) end.destroy();
    this.server.close();
  }
}
