import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { EnvironmentError, loadEnvironment, type Environment } from '#libs/config/env';
import { newContext, runInContext, systemPrincipal, type Principal } from '#libs/context/request-context';
import { SystemClock } from '#libs/kernel/clock';
import { newUid } from '#libs/kernel/ids';
import { ExtensionRegistry } from '#libs/messaging/extension-registry';
import { DatabaseUrl } from '#libs/persistence/database-url';
import { openDataSource } from '#libs/persistence/data-source';
import { requireSessions } from '#libs/persistence/session-check';
import { FixedWindowStorage } from '#libs/security/fixed-window.storage';
import { createLogger } from '#libs/telemetry/logger';
import { toolOptions } from '../../ormconfig';
import { assembleApp } from '../../src/create-app';
import { openDatabase } from '../../src/first-start';
import { readSecrets } from '../../src/kept-secrets';
import { requireSchema } from '../../src/migrate';
import { OpenParts } from '../../src/open-parts';
import { startFault } from '../../src/start-faults';
import { Advice, type Terminal } from '../terminal';

const closeMs = 10_000;

/** The service's own use cases on its database, in this process, whether a service runs on it or not. */
export class Installation {
  constructor(
    private readonly app: INestApplicationContext,
    private readonly parts: Pick<OpenParts, 'close'>,
    private readonly terminal: Pick<Terminal, 'tell'>,
  ) {}

  /** How far long work is, beside what it answers. */
  tell(text: string): void {
    this.terminal.tell(text);
  }

  /** Of the role that was named for the command. */
  get databaseUrl(): string {
    return this.app.get(DatabaseUrl).value;
  }

  get<S>(service: Type<S>): S {
    return this.app.get(service);
  }

  /**
   * As the system, which may everything; the activity log tells it as `admin`.
   * @param environmentId of the work, where it is about one
   */
  act<T>(work: () => Promise<T>, environmentId?: string): Promise<T> {
    return this.actAs(systemPrincipal('admin', environmentId), work);
  }

  /** The same about an account. */
  actFor<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    return this.actAs(systemPrincipal('admin', undefined, accountId), work);
  }

  private actAs<T>(principal: Principal, work: () => Promise<T>): Promise<T> {
    return runInContext({ ...newContext(newUid(), 'WORKER'), principal }, work);
  }

  async close(): Promise<void> {
    await this.parts.close(closeMs, closeMs / 2);
  }
}

/** @throws Advice when the variables are wrong or the database is away, not there yet, or older than this code */
export async function openInstallation(
  variables: Readonly<Record<string, string | undefined>>,
  terminal: Pick<Terminal, 'tell'>,
): Promise<Installation> {
  const environment = settingsIn(variables);
  const parts = new OpenParts();
  try {
    return new Installation(await openParts(environment, parts, terminal), parts, terminal);
  } catch (error) {
    await parts.close(closeMs, closeMs / 2);
    throw new Advice(startFault(error, environment));
  }
}

/** Nothing is made here that the first start of the service makes: who mistypes a folder would be given an empty database in it. */
function settingsIn(variables: Readonly<Record<string, string | undefined>>): Environment {
  const environment = readSettings(variables);
  const { dataDir, isEmbedded, apiKeyPeppers } = environment;
  if (isEmbedded && !existsSync(join(dataDir, 'postgres'))) {
    throw new Advice(
      `There is no database in ${dataDir} (DATA_DIR): run npm start once, or set DATA_DIR or DATABASE_URL to those of the service`,
    );
  }
  if (apiKeyPeppers === undefined && !existsSync(join(dataDir, 'pepper'))) {
    throw new Advice(
      `There is no pepper in ${dataDir} (DATA_DIR): set API_KEY_PEPPER to that of the service`,
    );
  }
  return environment;
}

function readSettings(variables: Readonly<Record<string, string | undefined>>): Environment {
  try {
    return loadEnvironment(variables, false);
  } catch (error) {
    throw error instanceof EnvironmentError ? new Advice(error.message) : error;
  }
}

async function openParts(
  environment: Environment,
  parts: OpenParts,
  terminal: Pick<Terminal, 'tell'>,
): Promise<INestApplicationContext> {
  const secrets = readSecrets(environment);
  const { peppers, sealingKeys } = secrets;
  const scrubbed = { apiKeyPeppers: peppers, sealingKeys };
  const settings = { ...environment, logLevel: 'warn', logFormat: 'json', ...scrubbed } as const;
  // What the command answers stands alone on the standard output.
  const logger = createLogger(settings, { write: (line) => terminal.tell(line) });
  const database = await openDatabase(environment, logger);
  parts.add('embedded database', database.close);
  await secrets.keep(database);
  const options = toolOptions(database.url);
  await requireSessions(options);
  const dataSource = await openDataSource(options, logger);
  parts.add('pool of connections', () => dataSource.destroy());
  await requireSchema(dataSource);
  const platform = {
    environment,
    databaseUrl: database.url,
    peppers,
    sealingKeys,
    clock: new SystemClock(),
    logger,
    dataSource,
  };
  const app = await assembleApp({ ...platform, windows: new FixedWindowStorage() });
  // The one part that is wanted: whoever vetoes or follows a change does so here as in the service.
  app.get(ExtensionRegistry).onModuleInit();
  return app;
}
