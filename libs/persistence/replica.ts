import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { QueryResultRow } from 'pg';
import type { ReplicaMetrics, ReplicaOutcome } from '#libs/telemetry/replica-metrics';
import type { Statement } from './bound-query';
import { Gathering } from './gathering';
import { covers, strangenessOf, type LogPlace } from './log-place';
import { faultNameOf, isDatabaseAway, isRetryable } from './pg-errors';
import type { BothServers } from './replica-sessions';
import type { RowScope } from './row-scopes';

/** How long a read waits for the replica to carry out what was committed before it. */
const patienceMs = 50;
const pauseMs = 2;
/** After a fault it is left alone at least so long. */
const restMs = 2000;

const readOnly = '25006';

/** One question for all that wait, which begins after the last of them came. */
const sharedQuestion = (ask: () => Promise<LogPlace>) =>
  new Gathering<undefined, LogPlace>(async (_, askers) => {
    const place = await ask();
    return askers.map(() => place);
  });

/**
 * Whether a statement is answered by the replica: only where that has carried out all that was committed before the statement came, and says
 * so on the connection that answers. Everything else is left to the primary, and no fault of the replica is a fault of who asks. ADR-0128
 */
export class Replica {
  private readonly primary: Gathering<undefined, LogPlace>;
  private readonly standing: Gathering<undefined, LogPlace>;
  /** Where it stood when it was last heard of: only what it says with an answer decides. */
  private heard?: LogPlace;
  /** Who waited last waited in vain: nobody else does until it has caught up, but for one in each look. */
  private isLate = false;
  /** Undefined until it is known. */
  private isUsed?: boolean;
  private restsUntil = -Infinity;
  private lag = NaN;
  private isClosed = false;

  constructor(
    private readonly servers: BothServers,
    private readonly metrics: ReplicaMetrics,
    private readonly logger: Logger,
  ) {
    this.primary = sharedQuestion(() => servers.primary());
    this.standing = sharedQuestion(() => servers.replica());
  }

  /** How far it was behind a moment ago; NaN while it is not used. */
  get lagSeconds(): number {
    return this.lag;
  }

  /** @returns undefined where the primary is to be asked */
  async read<R extends QueryResultRow>(statement: Statement, scope: RowScope): Promise<R[] | undefined> {
    const answer = await this.attempt<R>(statement, scope);
    this.metrics.asked(typeof answer === 'string' ? answer : 'replica');
    return typeof answer === 'string' ? undefined : answer;
  }

  private async attempt<R extends QueryResultRow>(
    statement: Statement,
    scope: RowScope,
  ): Promise<R[] | Exclude<ReplicaOutcome, 'replica'>> {
    if (!this.isUsed) return 'away';
    if (this.servers.isFull) return 'busy';
    const primary = await this.primary.ask('all', undefined).catch(() => undefined);
    // Who asks it next is told why.
    if (!primary) return 'failed';
    try {
      if (!(await this.catchesUp(primary))) return this.judged(primary);
      const { rows, place } = await this.servers.run<R>(statement, scope);
      this.heard = place;
      return covers(place, primary) ? rows : this.judged(primary);
    } catch (error) {
      return this.blamed(error);
    }
  }

  /** Where it stands is asked only where it is not known to be far enough. */
  private async catchesUp(primary: LogPlace): Promise<boolean> {
    if (this.heard && covers(this.heard, primary)) return this.isThere();
    const until = performance.now() + patienceMs;
    for (;;) {
      this.heard = await this.standing.ask('all', undefined);
      if (covers(this.heard, primary)) return this.isThere();
      if (strangenessOf(this.heard, primary) !== undefined) return false;
      if (this.isLate || performance.now() >= until) {
        this.isLate = true;
        return false;
      }
      await pause(pauseMs);
    }
  }

  private isThere(): true {
    this.isLate = false;
    return true;
  }

  private judged(primary: LogPlace): 'behind' | 'away' {
    const strangeness = this.heard && strangenessOf(this.heard, primary);
    if (strangeness === undefined) return 'behind';
    this.leave(strangeness);
    return 'away';
  }

  private blamed(error: unknown): 'conflict' | 'away' | 'failed' {
    if (isRetryable(error)) return 'conflict';
    const { code, reason } = faultNameOf(error);
    // A statement that writes is none of its faults.
    if (!isDatabaseAway(error) || code === readOnly) return 'failed';
    this.leave(reason);
    return 'away';
  }

  /** To be called now and then: by it the replica comes into use, and again after a fault. */
  async look(): Promise<void> {
    let primary: LogPlace;
    try {
      primary = await this.primary.ask('all', undefined);
    } catch (error) {
      // While it is away nothing is known of the other one.
      if (!isDatabaseAway(error)) this.leave(`DATABASE_URL: ${faultNameOf(error).reason}`);
      return;
    }
    if (this.isClosed) return;
    try {
      this.heard = await this.standing.ask('all', undefined);
      this.isLate = false;
      const isThere = await this.catchesUp(primary);
      const strangeness = strangenessOf(this.heard, primary);
      if (strangeness !== undefined) this.leave(strangeness);
      else if (performance.now() >= this.restsUntil) this.take(isThere ? 0 : this.heard.commitAgeSeconds);
    } catch (error) {
      this.leave(faultNameOf(error).reason);
    }
  }

  private take(lagSeconds: number): void {
    if (!this.isUsed) this.logger.info('lists and reports are read from the read replica');
    this.isUsed = true;
    this.lag = lagSeconds;
  }

  private leave(reason: string): void {
    if (this.isClosed) return;
    this.restsUntil = performance.now() + restMs;
    if (this.isUsed !== false)
      this.logger.warn(
        { reason },
        'the read replica is not used: lists and reports are read from DATABASE_URL',
      );
    this.isUsed = false;
    this.lag = NaN;
  }

  close(): Promise<void> {
    this.isClosed = true;
    return this.servers.close();
  }
}
