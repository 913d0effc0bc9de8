import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { SystemClock } from '#libs/kernel/clock';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Database } from './database';
import { DatabaseFaults } from './database-faults';

const mostMs = 5000;

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
export class ClockWatch implements OnApplicationBootstrap {
  /** Never the injected one: tests let that travel. */
  private readonly machine = new SystemClock();

  constructor(
    private readonly database: Database,
    private readonly faults: DatabaseFaults,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { aheadMs } = await this.feel();
    if (aheadMs === undefined) return;
    this.logger.warn({ aheadMs }, `the clock of this machine is ${tellAhead(aheadMs)}; set it by NTP`);
  }

  async feel(): Promise<Pulse> {
    const askedAt = this.machine.now().getTime();
    try {
      const { rows } = await this.database.pool.query<{ now: number }>(ask);
      const answeredAt = this.machine.now().getTime();
      const aheadMs = Math.round((askedAt + answeredAt) / 2 - (rows[0]?.now ?? NaN));
      // The answer was given at some moment of the round trip; a slow one proves less.
      const isWrong = Math.abs(aheadMs) - (answeredAt - askedAt) / 2 > mostMs;
      return isWrong ? { isReachable: true, aheadMs } : { isReachable: true };
    } catch (error) {
      this.faults.note(error, 'readiness');
      return { isReachable: false };
    }
  }
}

/** @returns such as `6.0 s behind the database's` */
export const tellAhead = (aheadMs: number): string =>
  `${(Math.abs(aheadMs) / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`;
