import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import type { Environment } from '#libs/config/env';
import { currentContext } from '#libs/context/request-context';
import { createLogger } from '#libs/http/logger';
import { missingMigrations, openDataSource, type DataSource } from '#libs/persistence/data-source';
import { SystemClock } from '#libs/kernel/clock';
import { IdentityBootstrap } from '#modules/identity';
import { ormOptions } from '../ormconfig';
import { createApp } from './create-app';
import { keepKeys, openDatabase, pepperOf } from './first-start';
import { migrate } from './migrate';
import { announce } from './announce';
import { OperationsController } from './operations.controller';
import { openWindows } from './windows';

/** An error whose message tells the administrator what to do. */
class Advice extends Error {
  readonly isAdvice = true;
}

/** From settings to a listening service; SIGTERM and SIGINT lead back. Spec: operations.md */
export async function startService(environment: Environment): Promise<void> {
  const logger = createLogger(environment, undefined, () => ({ requestId: currentContext()?.requestId }));
  const database = await openDatabase(environment, logger);
  if (environment.migrateOnStart) await migrate(database.url);
  const dataSource = await openDataSource(ormOptions(database.url, environment.databasePoolSize), logger);
  await requireSchema(dataSource);
  const windows = openWindows(environment, logger);
  const platform = {
    environment,
    databaseUrl: database.url,
    pepper: pepperOf(environment),
    clock: new SystemClock(),
    logger,
    dataSource,
    windows,
  };
  const app = await createApp(platform);
  const keys = await app.get(IdentityBootstrap).run(environment.bootstrap);
  if (keys) keepKeys(environment, keys);
  await app.listen(environment.port, environment.host);
  onSignals(app, environment, logger, async () => {
    await dataSource.destroy();
    await windows.close();
    await database.close();
  });
  announce(environment, await app.getUrl(), keys);
}

async function requireSchema(dataSource: DataSource): Promise<void> {
  const missing = await missingMigrations(dataSource);
  if (missing.length === 0) return;
  throw new Advice(
    `The database is older than this code (${missing.length} migrations are missing, the first is ${missing[0]}).\n` +
      'Run `npm run migration:run` and start again, or set MIGRATE_ON_START=true.',
  );
}

// A balancer needs a moment to see that this process is not ready any more.
const noticeMs = 200;

function onSignals(
  app: NestFastifyApplication,
  { shutdownGraceMs }: Environment,
  logger: Logger,
  closeRest: () => Promise<void>,
): void {
  let isStopping = false;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'draining');
    app.get(OperationsController).drain();
    const deadline = setTimeout(() => process.exit(1), shutdownGraceMs);
    deadline.unref();
    await new Promise((resolve) => setTimeout(resolve, noticeMs));
    await app.close();
    await closeRest();
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
