import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import type { Environment } from '#libs/config/env';
import { currentContext } from '#libs/context/request-context';
import { createLogger, stdoutDestination } from '#libs/http/logger';
import { Metrics } from '#libs/http/metrics';
import { startMetricsServer, type MetricsServer } from '#libs/http/metrics-server';
import {
  missingMigrations,
  openDataSource,
  poolStateOf,
  type DataSource,
} from '#libs/persistence/data-source';
import { SystemClock } from '#libs/kernel/clock';
import { IdentityBootstrap } from '#modules/identity';
import { ormOptions } from '../ormconfig';
import { createApp } from './create-app';
import { bootstrapOnce, openDatabase, pepperOf } from './first-start';
import { migrate } from './migrate';
import { announce } from './announce';
import { OperationsController } from './operations.controller';
import { openWindows } from './windows';

/** An error whose message tells the administrator what to do. */
class Advice extends Error {
  readonly isAdvice = true;
}

/** What was opened, to be closed in the other order, after a failed start too. */
class Closers {
  private readonly closers: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.closers.unshift(close);
  }

  async close(): Promise<void> {
    for (const close of this.closers) await close();
  }
}

/** From settings to a listening service; SIGTERM and SIGINT lead back. Spec: operations.md */
export async function startService(environment: Environment): Promise<void> {
  const opened = new Closers();
  try {
    await openService(environment, opened);
  } catch (error) {
    await opened.close().catch(() => undefined);
    throw error;
  }
}

async function openService(environment: Environment, opened: Closers): Promise<void> {
  const metrics: { of?: Metrics } = {};
  const output =
    environment.logFormat === 'json' ? stdoutDestination(() => metrics.of?.logLineDropped()) : undefined;
  const pepper = pepperOf(environment);
  const logger = createLogger({ ...environment, apiKeyPepper: pepper }, output, () => ({
    requestId: currentContext()?.requestId,
  }));
  const database = await openDatabase(environment, logger);
  opened.add(database.close);
  if (environment.migrateOnStart) await migrate(database.url);
  const dataSource = await openDataSource(ormOptions(database.url, environment.databasePoolSize), logger);
  opened.add(() => dataSource.destroy());
  await requireSchema(dataSource);
  const windows = openWindows(environment, logger);
  opened.add(() => windows.close());
  const clock = new SystemClock();
  const platform = { environment, databaseUrl: database.url, pepper, clock, logger, dataSource, windows };
  const app = await createApp(platform);
  opened.add(() => app.close());
  const measured = app.get(Metrics);
  metrics.of = measured;
  measured.setPoolGauges(() => poolStateOf(dataSource));
  const metricsServer = await openMetrics(measured, environment);
  opened.add(async () => metricsServer?.close());
  const keys = await bootstrapOnce(environment, (first) => app.get(IdentityBootstrap).run(first));
  await app.listen(environment.port, environment.host);
  onSignals(environment, logger, app, opened);
  announce(environment, await app.getUrl(), keys);
}

const openMetrics = async (
  metrics: Metrics,
  { metricsPort, host }: Environment,
): Promise<MetricsServer | undefined> =>
  metricsPort === undefined ? undefined : startMetricsServer(metrics, metricsPort, host);

async function requireSchema(dataSource: DataSource): Promise<void> {
  const missing = await missingMigrations(dataSource);
  if (missing.length === 0) return;
  throw new Advice(
    `The database is older than this code (${missing.length} migrations are missing, the first is ${missing[0]}).\n` +
      'Run `npm run migration:run` and start again, or set MIGRATE_ON_START=true.',
  );
}

// A balancer needs a moment to see that this process is not ready any more; nobody balances a developer's.
const noticeMs = ({ isProduction }: Environment): number => (isProduction ? 2000 : 200);

function onSignals(
  environment: Environment,
  logger: Logger,
  app: NestFastifyApplication,
  opened: Closers,
): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'draining');
    app.get(OperationsController).drain();
    const deadline = setTimeout(() => process.exit(1), environment.shutdownGraceMs);
    deadline.unref();
    await new Promise((resolve) => setTimeout(resolve, noticeMs(environment)));
    await opened.close();
    logger.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        logger.error({ err: error }, 'shutdown failed');
        process.exit(1);
      });
    });
  }
}
