import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The way of one process to its database, which can be cut, held up, and led to another server. */
export class DatabaseLink {
  private readonly pairs = new Map<Socket, Socket>();
  private isCut = false;
  private isHeld = false;
  private readonly server: Server;

  private constructor(private target: URL) {
    this.server = createServer((caller) => this.open(caller));
  }

  static async to(databaseUrl: string): Promise<DatabaseLink> {
    const link = new DatabaseLink(new URL(databaseUrl));
    await new Promise<void>((resolve) => link.server.listen(0, '127.0.0.1', resolve));
    return link;
  }

  /** The same database, by this way. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  /** Ends every connection and takes no new one, until it is mended. */
  cut(): void {
    this.isCut = true;
    for (const [caller, database] of this.pairs) {
      caller.destroy();
      database.destroy();
    }
  }

  /** @param databaseUrl where it leads from now on, when that is another server */
  mend(databaseUrl = this.target.href): void {
    this.target = new URL(databaseUrl);
    this.isCut = false;
  }

  /** Nothing arrives on either side and nothing breaks, as when packets are lost; new connections wait too. */
  hold(): void {
    this.isHeld = true;
    for (const [caller, database] of this.pairs) {
      caller.unpipe(database).pause();
      database.unpipe(caller).pause();
    }
  }

  release(): void {
    this.isHeld = false;
    for (const [caller, database] of this.pairs) {
      caller.pipe(database);
      database.pipe(caller);
    }
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private open(caller: Socket): void {
    caller.on('error', () => undefined);
    if (this.isCut) {
      caller.destroy();
      return;
    }
    const database = connect(Number(this.target.port), this.target.hostname);
    this.pairs.set(caller, database);
    for (const [end, other] of [
      [caller, database],
      [database, caller],
    ] as const) {
      end.on('error', () => other.destroy());
      end.on('close', () => {
        other.destroy();
        this.pairs.delete(caller);
      });
      if (!this.isHeld) end.pipe(other);
    }
  }
}
