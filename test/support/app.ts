import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { JWTPayload } from 'jose';
import type { Logger } from 'pino';
import { type Environment, loadEnvironment } from '#libs/config/env';
import { currentContext } from '#libs/context/request-context';
import { createLogger } from '#libs/http/logger';
import { PeriodicWork } from '#libs/messaging/periodic-work';
import { type DataSource, openDataSource } from '#libs/persistence/data-source';
import { FixedWindowStorage } from '#libs/security/fixed-window.storage';
import { IdentityBootstrap } from '#modules/identity';
import { ormOptions } from '../../ormconfig';
import { createApp } from '../../src/create-app';
import { ApiClient, type Inject } from './client';
import { TestClock } from './clock';
import { createTestDatabase } from './database';
import { Environments, type TestEnvironment } from './environments';
import { userTokens } from './user-tokens';

export interface TestAppOptions {
  /** Off by default; a number multiplies the table of limits. */
  rateLimits?: boolean | number;
  /** Listens on a free port, for tests that need sockets. */
  listen?: boolean;
  /** Further variables of the environment, as an operator would set them. */
  variables?: Record<string, string>;
  /** Off by default: the clock of a test stands still, so what comes up by the clock comes when the test asks for it. */
  periodicWork?: boolean;
  /** Shorter waits for locks and statements than ormconfig.ts sets, in milliseconds. */
  patience?: { lockMs: number; statementMs: number };
}

/** The real application on a database of its own. */
export interface TestApp {
  nest: NestFastifyApplication;
  clock: TestClock;
  databaseUrl: string;
  dataSource: DataSource;
  /** All that was logged, one JSON text per line. */
  logLines: string[];
  /** Where it listens, when it was told to. */
  url: string;
  /** Two environments of one account. */
  a: TestEnvironment;
  b: TestEnvironment;
  /** An environment of another account. */
  stranger: TestEnvironment;
  /** Owner of the account of `a` and `b`. */
  ownerSubject: string;
  /** A client without credential. */
  anonymous: ApiClient;
  environments: Environments;
  /** A further environment of the first account, for tests that count rows. */
  newEnvironment(): Promise<TestEnvironment>;
  signUserToken(subject: string, claims?: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

// No sample words in it, or the environment refuses it; the same in every run, so that logs can be searched for it.
export const testPepper = 'qT7vK2mXw9LzR4bNd8Hs';
export const ownerSubject = 'owner|first-account';

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const clock = new TestClock();
  const tokens = await userTokens(clock);
  const database = await createTestDatabase();
  const environment = environmentOf(database.url, tokens.variables, options);
  const logLines: string[] = [];
  const logger = keepingLogger(environment, logLines);
  const dataSource = await openDataSource(connectionOf(database.url, environment, options), logger);
  const nest = await createApp({
    environment,
    databaseUrl: database.url,
    pepper: testPepper,
    clock,
    logger,
    dataSource,
    // Windows of rate limits end as the test travels.
    windows: new FixedWindowStorage(() => clock.now().getTime()),
  });
  if (!options.periodicWork) {
    for (const task of nest.get(PeriodicWork).all) task.perform = () => Promise.resolve('done');
  }
  if (options.listen) await nest.listen(0, '127.0.0.1');
  const anonymous = new ApiClient(injectInto(nest));
  const environments = new Environments(nest.get(IdentityBootstrap), dataSource, anonymous);
  const a = await environments.first(environment.bootstrap);
  return {
    ...{ nest, clock, databaseUrl: database.url, dataSource, logLines, a, ownerSubject, anonymous },
    environments,
    url: options.listen ? await nest.getUrl() : '',
    b: await environments.add(a.accountId),
    stranger: await environments.add(await environments.addAccount()),
    newEnvironment: () => environments.add(a.accountId),
    signUserToken: tokens.sign,
    close: async () => {
      await nest.close();
      await dataSource.destroy();
      await database.drop();
    },
  };
}

function connectionOf(
  url: string,
  { databasePoolSize }: Environment,
  { patience }: TestAppOptions,
): ReturnType<typeof ormOptions> {
  const orm = ormOptions(url, databasePoolSize);
  if (!patience) return orm;
  const { options, ...extra } = orm.extra as { options: string };
  const shorter = `-c lock_timeout=${patience.lockMs} -c statement_timeout=${patience.statementMs}`;
  return { ...orm, extra: { ...extra, options: `${options} ${shorter}` } };
}

function environmentOf(
  databaseUrl: string,
  jwt: Record<string, string>,
  { rateLimits = false, variables }: TestAppOptions,
): Environment {
  return loadEnvironment(
    {
      DATABASE_URL: databaseUrl,
      API_KEY_PEPPER: testPepper,
      BOOTSTRAP_OWNER_SUBJECT: ownerSubject,
      RATE_LIMIT_ENABLED: String(rateLimits !== false),
      RATE_LIMIT_SCALE: typeof rateLimits === 'number' ? String(rateLimits) : '1',
      LOG_LEVEL: 'debug',
      LOG_FORMAT: 'json',
      GRAPHIQL_ENABLED: 'false',
      ...jwt,
      ...variables,
    },
    false,
  );
}

const keepingLogger = (environment: Environment, lines: string[]): Logger =>
  createLogger(environment, { write: (line) => void lines.push(line) }, () => ({
    requestId: currentContext()?.requestId,
  }));

const injectInto =
  (nest: NestFastifyApplication): Inject =>
  (request) =>
    nest.inject(request as never);
