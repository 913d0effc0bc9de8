import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { DatabaseFaults } from '#libs/persistence/database-faults';
import { Credentials, type StandingKey } from '#libs/security/authentication';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Metrics } from '#libs/telemetry/metrics';
import { ChangeLogRepository } from './change-log.repository';
import type { Listener } from './listeners.record';
import { OpenStreams } from './open-streams.service';

const roundMs = 100;
const keysMs = 1000;
/** Environments are wanted for an hour from each time they are said to be. */
const wantMs = 60_000;
/** So many parts of the streams have their signs of life one after the other, not all at once. Domain: entitlements-usage C3 */
const heartbeatParts = 150;
const heartbeatMs = 15_000 / heartbeatParts;

/** The secret by which it was opened must open the key still, and what proved the customer of a publishable key must prove it. */
function mayListen(key: StandingKey | undefined, { customer, secretNo }: Listener): boolean {
  if (!key || secretNo < key.oldestSecret) return false;
  return customer ? (key.customerTokens?.stillProves(customer) ?? false) : key.may('entitlements:read');
}

/** Reads the log for the streams of this process, ten times a second while there are any. */
@Injectable()
export class StreamRounds implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Of each start another one; undefined while it is stopped. */
  private life?: symbol;
  private timer?: NodeJS.Timeout;
  private roundAt = performance.now();
  private keysAt = -Infinity;
  private wantedAt = -Infinity;
  private heart?: NodeJS.Timeout;
  private beats = 0;

  constructor(
    private readonly streams: OpenStreams,
    private readonly log: ChangeLogRepository,
    private readonly credentials: Credentials,
    private readonly faults: DatabaseFaults,
    @Inject(APP_LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    const age = () => (this.streams.all.size > 0 ? (performance.now() - this.roundAt) / 1000 : 0);
    metrics.setStreamAgeGauge(age);
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  beforeApplicationShutdown(): void {
    this.stop();
  }

  /** May follow a stop. */
  start(): void {
    if (this.life) return;
    this.life = Symbol('life');
    // Beside the rounds, which the database may hold up.
    this.heart = setInterval(() => this.beat(), heartbeatMs).unref();
    this.next(this.life);
  }

  /** Streams end: who listens goes on elsewhere from where it was. */
  stop(): void {
    this.life = undefined;
    clearTimeout(this.timer);
    clearInterval(this.heart);
    this.streams.endAll();
  }

  private next(life: symbol): void {
    if (this.life !== life) return;
    this.timer = setTimeout(() => void this.round().finally(() => this.next(life)), roundMs).unref();
  }

  private async round(): Promise<void> {
    const { positions } = this.streams;
    if (positions.size === 0) {
      this.roundAt = performance.now();
      return;
    }
    try {
      await this.log.number();
      await this.streams.tellAll(await this.log.since(positions));
      this.roundAt = performance.now();
      await this.endOfKeys();
      await this.keepWanted([...positions.keys()]);
    } catch (error) {
      this.faults.note(error, 'telling changes');
      this.logger.debug({ err: error }, 'a round of the change stream failed');
    }
  }

  private beat(): void {
    const part = this.beats++ % heartbeatParts;
    for (const listener of this.streams.all) {
      if (listener.part % heartbeatParts === part) this.streams.beat(listener);
    }
  }

  /** A stream ends with its key, or with what the key may. */
  private async endOfKeys(): Promise<void> {
    const now = performance.now();
    if (now - this.keysAt < keysMs) return;
    this.keysAt = now;
    // Who comes while they are asked about has just shown a good key, which is asked about the next time.
    const listeners = [...this.streams.all];
    const good = await this.credentials.byKeyUids([...new Set(listeners.map(({ keyUid }) => keyUid))]);
    for (const listener of listeners) {
      if (!mayListen(good.get(listener.keyUid), listener)) this.streams.end(listener);
    }
  }

  private async keepWanted(environmentIds: readonly string[]): Promise<void> {
    const now = performance.now();
    if (now - this.wantedAt < wantMs) return;
    this.wantedAt = now;
    await this.log.want(environmentIds);
    this.streams.forgetIdle();
  }
}
