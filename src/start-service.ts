import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import type { Environment } from '#libs/config/env';
import { currentContext } from '#libs/context/request-context';
import { listenOn } from '#libs/http/listening';
import { createLogger, stdoutDestination } from '#libs/telemetry/logger';
import { Metrics } from '#libs/telemetry/metrics';
import { startMetricsServer } from '#libs/telemetry/metrics-server';
import { openTelemetry } from '#libs/telemetry/open-telemetry';
import { currentTrace, traceBy } from '#libs/telemetry/tracing';
import { openDataSource, poolStateOf } from '#libs/persistence/data-source';
import { requireSessions } from '#libs/persistence/session-check';
import { SystemClock } from '#libs/kernel/clock';
import { AccountsBootstrap } from '#modules/platform/accounts';
import { ormOptions } from '../ormconfig';
import { createApp } from './create-app';
import { bootstrapOnce, openDatabase } from './first-start';
import { readSecrets, type Secrets } from './kept-secrets';
import { migrate, requireSchema } from './migrate';
import { warnOfRights } from './service-rights';
import { announce } from './announce';
import { installLastResort } from './last-resort';
import { OpenParts } from './open-parts';
import { Shutdown } from './shutdown';
import { tellStartFault } from './start-faults';
import { openWindows } from './windows';

/** A start that has failed has nothing to save but a database of its own. */
const giveUpMs = 5000;

/** From settings to a listening service; SIGTERM and SIGINT lead back. Spec: operations.md */
export async function startService(environment: Environment): Promise<void> {
  const metrics: { of?: Metrics } = {};
  const output =
    environment.logFormat === 'json' ? stdoutDestination(() => metrics.of?.logLineDropped()) : undefined;
  const secrets = readSecrets(environment);
  const { peppers, sealingKeys } = secrets;
  const logger = createLogger({ ...environment, apiKeyPeppers: peppers, sealingKeys }, output, () => ({
    requestId: currentContext()?.requestId,
    ...currentTrace(),
  }));
  const parts = new OpenParts();
  const shutdown = new Shutdown(environment, logger, parts);
  shutdown.onSignals();
  installLastResort(logger, () => shutdown.end(1));
  const start = openService({ environment, secrets, logger, metrics, parts, shutdown });
  shutdown.waitsFor(start);
  try {
    await start;
  } catch (error) {
    // The process ends by a signal, and has nothing to tell.
    if (shutdown.isUnderWay) return;
    tellStartFault(error, environment);
    // Told is the cause; what breaks in closing is its consequence.
    logger.level = 'silent';
    await parts.close(giveUpMs, giveUpMs / 2);
    process.exit(1);
  }
}

interface Start {
  environment: Environment;
  secrets: Secrets;
  logger: Logger;
  metrics: { of?: Metrics };
  parts: OpenParts;
  shutdown: Shutdown;
}

async function openService({ metrics, parts, shutdown, ...given }: Start): Promise<void> {
  const { environment, secrets, logger } = given;
  const database = await openDatabase(environment, logger);
  parts.add('embedded database', database.close);
  await secrets.keep(database);
  // Before anything that is traced, so that it ends after it.
  if (environment.tracing) {
    const traces = openTelemetry(environment.tracing, logger);
    traceBy(traces.start);
    parts.add('traces', (graceMs) => traces.close(graceMs));
  }
  const options = ormOptions(database.url, environment.databasePoolSize);
  await requireSessions(options);
  if (environment.migrateOnStart) await migrate(database.url, database.ownerUrl);
  const dataSource = await openDataSource(options, logger);
  parts.add('pool of connections', () => dataSource.destroy());
  await requireSchema(dataSource);
  const windows = openWindows(environment, logger);
  parts.add('rate limits', () => windows.close());
  const clock = new SystemClock();
  const { peppers, sealingKeys } = secrets;
  const platform = {
    environment,
    peppers,
    sealingKeys,
    logger,
    databaseUrl: database.url,
    clock,
    dataSource,
    windows,
  };
  const app = await createApp(platform);
  shutdown.serves(app);
  const measured = app.get(Metrics);
  metrics.of = measured;
  measured.setPoolGauges(() => poolStateOf(dataSource));
  const { metricsPort, host } = environment;
  if (metricsPort !== undefined) {
    const server = await startMetricsServer(measured, metricsPort, host);
    parts.add('metrics', () => server.close());
  }
  const keys = await bootstrapOnce(environment, (first) => app.get(AccountsBootstrap).run(first));
  await listen(app, environment, logger);
  await warnOfRights(dataSource, logger);
  announce(environment, await app.getUrl(), keys);
}

/** The framework tells a port in use in a line of its own, besides the one that says what to do. */
async function listen(
  app: NestFastifyApplication,
  { port, host }: Environment,
  logger: Logger,
): Promise<void> {
  const { level } = logger;
  logger.level = 'silent';
  await listenOn(app, port, host);
  logger.level = level;
}
