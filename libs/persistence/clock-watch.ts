import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { SystemClock } from '#libs/kernel/clock';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { DatabaseFaults } from './database-faults';
import { DatabaseUrl } from './database-url';
import { briefSession, KeptSession } from './kept-session';

const mostMs = 5000;
const limitMs = 1000;

const ask = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now';

/** What the database says when it is asked for the time. */
export interface Pulse {
  isReachable: boolean;
  /** Milliseconds that this machine is ahead of the database, where they are too many. */
  aheadMs?: number;
}

/**
 * The clock of this machine beside that of the database. Windows and periods go by ours, several processes share one database:
 * two that differ would not agree on which period a report belongs to. A warning only; nothing stops for it.
 */
@Injectable()
export class ClockWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Never the injected one: tests let that travel. */
  private readonly machine = new SystemClock();
  /** Of its own: behind a pool in which everybody waits all processes would count as away at once, and nobody be left to serve. */
  private readonly session: KeptSession;
  private isStopped = false;

  constructor(
    url: DatabaseUrl,
    private readonly faults: DatabaseFaults,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {
    this.session = new KeptSession(() => briefSession(url.value, 'readiness', limitMs));
  }

  async onApplicationBootstrap(): Promise<void> {
    const { aheadMs } = await this.feel();
    if (aheadMs === undefined) return;
    this.logger.warn({ aheadMs }, `the clock of this machine is ${tellAhead(aheadMs)}; set it by NTP`);
  }

  /** After the last request: readiness is asked until then. */
  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  start(): void {
    this.isStopped = false;
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return this.session.close();
  }

  async feel(): Promise<Pulse> {
    if (this.isStopped) return { isReachable: false };
    const askedAt = this.machine.now().getTime();
    try {
      const now = await this.databaseNow();
      const answeredAt = this.machine.now().getTime();
      const aheadMs = Math.round((askedAt + answeredAt) / 2 - now);
      // The answer was given at some moment of the round trip; a slow one proves less.
      const isWrong = Math.abs(aheadMs) - (answeredAt - askedAt) / 2 > mostMs;
      return isWrong ? { isReachable: true, aheadMs } : { isReachable: true };
    } catch (error) {
      this.faults.note(error, 'readiness');
      return { isReachable: false };
    }
  }

  private async databaseNow(): Promise<number> {
    const asked = () => this.session.run<{ now: number }>('readiness', ask, []);
    // The connection may have ended while nobody asked: whether there is a database a new one tells.
    return (await asked().catch(asked))?.now ?? NaN;
  }
}

/** @returns such as `6.0 s behind the database's` */
export const tellAhead = (aheadMs: number): string =>
  `${(Math.abs(aheadMs) / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`;
