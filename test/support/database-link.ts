import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** What becomes of the connection that a commit comes by: it is cut before the database hears of it, or once the database has answered. */
export type Cut = 'unheard' | 'unanswered';

/** As the unit of work sends it. */
const commit = 'as version; commit\0';

/** The way of one process to its database, which can be cut, held up, slowed down, and led to another server. */
export class DatabaseLink {
  private readonly ways = new Set<Way>();
  private isCut = false;
  private isHeld = false;
  private delayMs = 0;
  private readonly server: Server;
  /** How often something was sent to the database after an answer of it. */
  roundTrips = 0;
  /** Asked of each commit that comes by; undefined lets it pass. */
  atCommit: () => Cut | undefined = () => undefined;

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
    for (const way of this.ways) way.cut();
  }

  /** @param databaseUrl where it leads from now on, when that is another server */
  mend(databaseUrl = this.target.href): void {
    this.target = new URL(databaseUrl);
    this.isCut = false;
  }

  /** Nothing arrives on either side and nothing breaks, as when packets are lost; new connections wait too. */
  hold(): void {
    this.isHeld = true;
    for (const way of this.ways) way.hold();
  }

  release(): void {
    this.isHeld = false;
    for (const way of this.ways) way.flow();
  }

  /** Each round trip takes so much longer from now on, as where the database is far away. */
  delay(ms: number): void {
    this.delayMs = ms;
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
    const way = new Way(caller, database, {
      delayMs: () => this.delayMs,
      atCommit: () => this.atCommit(),
      onRoundTrip: () => this.roundTrips++,
    });
    this.ways.add(way);
    for (const end of [caller, database]) {
      end.on('error', () => way.cut());
      end.on('close', () => {
        way.cut();
        this.ways.delete(way);
      });
    }
    if (!this.isHeld) way.flow();
  }
}

interface Passage {
  delayMs(): number;
  atCommit(): Cut | undefined;
  onRoundTrip(): void;
}

/** Of one connection. */
class Way {
  private cutAtAnswer = false;
  private isAnswered = true;
  /** When what came back last is handed on: what comes later is no sooner there. */
  private lastDueAt = 0;
  private readonly forth = new Transform({ transform: (chunk: Buffer, _, done) => this.send(chunk, done) });
  private readonly back = new Transform({ transform: (chunk: Buffer, _, done) => this.answer(chunk, done) });

  constructor(
    private readonly caller: Socket,
    private readonly database: Socket,
    private readonly passage: Passage,
  ) {
    this.forth.pipe(database);
    this.back.pipe(caller);
  }

  flow(): void {
    this.caller.pipe(this.forth);
    this.database.pipe(this.back);
  }

  hold(): void {
    this.caller.unpipe(this.forth).pause();
    this.database.unpipe(this.back).pause();
  }

  cut(): void {
    this.caller.destroy();
    this.database.destroy();
  }

  private send(chunk: Buffer, done: (error: null, chunk?: Buffer) => void): void {
    if (this.isAnswered) this.passage.onRoundTrip();
    this.isAnswered = false;
    const cut = chunk.includes(commit) ? this.passage.atCommit() : undefined;
    if (cut === 'unheard') return this.cut();
    this.cutAtAnswer ||= cut === 'unanswered';
    done(null, chunk);
  }

  private answer(chunk: Buffer, done: (error: null, chunk?: Buffer) => void): void {
    if (this.cutAtAnswer) return this.cut();
    this.isAnswered = true;
    const now = performance.now();
    this.lastDueAt = Math.max(this.lastDueAt, now + this.passage.delayMs());
    if (this.lastDueAt <= now) return done(null, chunk);
    setTimeout(() => this.back.push(chunk), this.lastDueAt - now);
    done(null);
  }
}
