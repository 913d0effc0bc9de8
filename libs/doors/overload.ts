import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { Environment } from '#libs/config/env';
import { Overloaded } from '#libs/kernel/errors/overloaded';
import { Database } from '#libs/persistence/database';
import { PoolWatch } from '#libs/persistence/pool-watch';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Metrics } from '#libs/telemetry/metrics';
import { LoadShedder, type Pressure } from './load-shedder';
import { LoopDelay } from './loop-delay';
import { WaitingLine } from './waiting-line';

/** For each connection of the pool, so that it is never idle while somebody comes; and in all, for the sake of the event loop. */
const perConnection = 3;
const inAll = 64;

/** The door of the house: counts who is inside, watches pool and event loop, and turns away who would only wait. ADR-0037 */
@Injectable()
export class Overload implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly loop = new LoopDelay();
  /** Of those whom nobody has let in or refused. */
  readonly line = new WaitingLine();
  private readonly shedder: LoadShedder;
  /** Let in a moment ago, without a place yet. */
  private admitted: IncomingMessage | undefined;
  /** Requests inside, by connection: when it ends, those behind the first of them are told nothing. */
  private readonly inside = new WeakMap<Socket, number>();

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    @Inject(APP_LOGGER) private readonly logger: Logger,
    { databasePoolSize }: Environment,
  ) {
    this.shedder = new LoadShedder(Math.min(perConnection * databasePoolSize, inAll), () => this.pressure);
    metrics.setInServiceGauge(() => this.shedder.inside);
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  onApplicationShutdown(): void {
    this.stop();
  }

  /** May follow a stop. */
  start(): void {
    this.loop.start(() => this.shedder.look());
  }

  /** The pool is not looked at any more, for it may be closed. */
  stop(): void {
    this.loop.stop();
  }

  /** Asked of a request as early as possible; `requireRoom` follows in the same turn for one that is let in. */
  letsIn(request: IncomingMessage): boolean {
    const wasRefusing = this.shedder.isRefusing;
    if (this.shedder.admits(this.line.length)) {
      this.admitted = request;
      return true;
    }
    this.metrics.requestShed();
    if (!wasRefusing) this.logger.warn(this.pressure, 'overloaded: some requests are refused with 503');
    return false;
  }

  /** Before anything is done for a request, also one that nobody was asked about; `answered` follows. @throws Overloaded */
  requireRoom(request: IncomingMessage): void {
    if (this.admitted !== request && !this.letsIn(request)) throw new Overloaded();
    this.admitted = undefined;
    this.shedder.enter();
    const { socket } = request;
    // Its end was told before.
    if (socket.destroyed) return this.shedder.left();
    const inside = this.inside.get(socket);
    if (inside === undefined) socket.once('close', () => this.leaveAll(socket));
    this.inside.set(socket, (inside ?? 0) + 1);
  }

  answered(socket: Socket): void {
    const inside = this.inside.get(socket) ?? 0;
    if (inside === 0) return;
    this.inside.set(socket, inside - 1);
    this.shedder.left();
  }

  private leaveAll(socket: Socket): void {
    for (let inside = this.inside.get(socket) ?? 0; inside > 0; inside--) this.shedder.left();
    this.inside.delete(socket);
  }

  private get pressure(): Pressure {
    // Asked for anew: a database that was reconnected has another pool.
    const poolWaitMs = this.loop.isWatched ? PoolWatch.of(this.database.pool).expectedWaitMs : 0;
    return { poolWaitMs, loopDelayMs: this.loop.ms, lineMs: this.line.waitMs };
  }
}
