import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import type { QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { Environment } from '#libs/config/env';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Metrics } from '#libs/telemetry/metrics';
import type { Statement } from './bound-query';
import { DatabaseUrl } from './database-url';
import { Replica } from './replica';
import { ReplicaSessions } from './replica-sessions';
import type { RowScope } from './row-scopes';

const lookEveryMs = 1000;

/** The read replica of this process, where DATABASE_REPLICA_URL names one. ADR-0128 */
@Injectable()
export class ReplicaReads implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private replica?: Replica;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly environment: Environment,
    private readonly url: DatabaseUrl,
    private readonly dataSource: DataSource,
    private readonly metrics: Metrics,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Nobody waits for it: it is used once it has been heard of. */
  start(): void {
    const { databaseReplicaUrl: url } = this.environment;
    if (this.replica || url === undefined) return;
    const { dataSource, logger, metrics } = this;
    const sessions = new ReplicaSessions(url, dataSource, () => this.url.value, logger);
    const replica = (this.replica = new Replica(sessions, metrics.replica, logger));
    metrics.replica.setLagGauge(() => replica.lagSeconds);
    void this.round(replica);
  }

  async stop(): Promise<void> {
    const { replica } = this;
    this.replica = undefined;
    clearTimeout(this.timer);
    await replica?.close();
  }

  get areOn(): boolean {
    return this.replica !== undefined;
  }

  /** @returns undefined where the primary is to be asked */
  async read<R extends QueryResultRow>(statement: Statement, scope: RowScope): Promise<R[] | undefined> {
    return this.replica?.read<R>(statement, scope);
  }

  private async round(replica: Replica): Promise<void> {
    await replica.look();
    if (this.replica === replica)
      this.timer = setTimeout(() => void this.round(replica), lookEveryMs).unref();
  }
}
