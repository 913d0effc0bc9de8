import type { Provider, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { ChangeFeed } from '#libs/changes/change-feed';
import { type Environment, loadEnvironment } from '#libs/config/env';
import { currentContext } from '#libs/context/request-context';
import { Overload } from '#libs/doors/overload';
import { listenOn } from '#libs/http/listening';
import { Worker } from '#libs/messaging/worker';
import { ClockWatch } from '#libs/persistence/clock-watch';
import { ReplicaReads } from '#libs/persistence/replica-reads';
import { closePool, type DataSource, openDataSource, reopenPool } from '#libs/persistence/data-source';
import { FixedWindowStorage } from '#libs/security/fixed-window.storage';
import { SecurityLog } from '#libs/security/security-log';
import { TaskRunner } from '#libs/tasks/task-runner';
import { createLogger } from '#libs/telemetry/logger';
import { StreamRounds } from '#modules/entitlements/change-stream';
import { SyncRunner } from '#modules/exchange/data-export';
import { DeliveryRunner } from '#modules/exchange/webhooks';
import { KeyUses } from '#modules/platform/api-keys';
import { RevocationListener } from '#modules/platform/identity';
import { ormOptions } from '../../ormconfig';
import { createApp } from '../../src/create-app';
import { TestClock } from './clock';
import { createTestDatabase, type TestDatabase } from './database';
import { refuseLostScopes } from './lost-scopes';
import { testPepper, testSealingKey } from './secrets';
import { userTokens, type UserTokens } from './user-tokens';

export const ownerSubject = 'owner|first-account';

export interface TestAppOptions {
  /** For files that extend the application: classes with `@Vetoes`, `@Follows`, `@LongTask` and their like, and what stands around all doors. */
  providers?: Provider[];
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

const ownConnections = 4;

interface LivingPart {
  start(): void | Promise<void>;
  stop(): void | Promise<void>;
}

/** Those parts of the application that live on without a request; in the order of their start. */
const livingParts: readonly Type<LivingPart>[] = [
  RevocationListener,
  KeyUses,
  ChangeFeed,
  ClockWatch,
  ReplicaReads,
  Worker,
  TaskRunner,
  Overload,
  StreamRounds,
  DeliveryRunner,
  SyncRunner,
];

// A worker is at work before whoever builds it has it in hand, and what it makes at its start would be in each state that a test keeps.
let beginsIdle = false;
const keepUp: Worker['keepUp'] = Reflect.get(Worker.prototype, 'keepUp');
Worker.prototype.keepUp = function (run) {
  return beginsIdle ? Promise.resolve() : keepUp.call(this, run);
};

refuseLostScopes();

interface Parts {
  nest: NestFastifyApplication;
  environment: Environment;
  clock: TestClock;
  tokens: UserTokens;
  logLines: string[];
  /** Of who owns the tables: what a test reads and does behind the back of the service, in whatever environment. */
  dataSource: DataSource;
  /** By which the service works. */
  serviceSource: DataSource;
  database: TestDatabase;
}

/** The application on a database that may be made anew under its feet while it rests. */
export class RunningApp {
  private constructor(private readonly parts: Parts) {}

  /** @param beside whose database it has too, as a second process would: that one drops it */
  static async build(
    options: TestAppOptions,
    beside?: Pick<Parts, 'database' | 'clock'>,
  ): Promise<RunningApp> {
    const clock = beside?.clock ?? new TestClock();
    const tokens = await userTokens(clock);
    const database = beside?.database ?? (await createTestDatabase());
    const environment = environmentOf(database.serviceUrl, tokens.variables, options);
    const logLines: string[] = [];
    const logger = keepingLogger(environment, logLines);
    const serviceSource = await openDataSource(
      connectionOf(database.serviceUrl, environment, options),
      logger,
    );
    const dataSource = await openDataSource(ormOptions(database.url, ownConnections), logger);
    beginsIdle = !options.periodicWork;
    const nest = await createApp({
      environment,
      databaseUrl: database.serviceUrl,
      peppers: environment.apiKeyPeppers ?? [testPepper],
      sealingKeys: environment.sealingKeys ?? [],
      clock,
      logger,
      dataSource: serviceSource,
      // Windows of rate limits end as the test travels.
      windows: new FixedWindowStorage(() => clock.now().getTime()),
      extensions: options.providers,
    });
    const worker = nest.get(Worker);
    worker.keepUp = options.periodicWork ? (run) => keepUp.call(worker, run) : () => Promise.resolve();
    if (!options.periodicWork) worker.goOn = () => Promise.resolve();
    if (!options.periodicWork) nest.get(KeyUses).goOn = () => undefined;
    if (options.listen) await listenOn(nest, 0, '127.0.0.1');
    return new RunningApp({
      nest,
      environment,
      clock,
      tokens,
      logLines,
      dataSource,
      serviceSource,
      database,
    });
  }

  get told(): Readonly<Parts> {
    return this.parts;
  }

  /** Nothing of it is at work any more, and nothing is connected. */
  async rest(): Promise<void> {
    for (const part of [...livingParts].reverse()) await this.parts.nest.get(part).stop();
    this.parts.nest.get(SecurityLog).flush();
    await closePool(this.parts.serviceSource);
    await closePool(this.parts.dataSource);
  }

  async wake(): Promise<void> {
    await reopenPool(this.parts.serviceSource);
    await reopenPool(this.parts.dataSource);
    for (const part of livingParts) await this.parts.nest.get(part).start();
  }

  /** As new: with no row but those of `like`. For an application at rest. */
  renew(like?: TestDatabase): Promise<void> {
    return this.parts.database.renew(like);
  }

  /** What is stored by now, and the time it is. */
  async keep(): Promise<{ restore(): Promise<void>; drop(): Promise<void> }> {
    const { clock, database } = this.parts;
    const instant = clock.now();
    await this.rest();
    const copy = await database.copy();
    await this.wake();
    const restore = async (): Promise<void> => {
      await this.rest();
      await this.renew(copy);
      clock.travelTo(instant);
      await this.wake();
    };
    return { restore, drop: () => copy.drop() };
  }

  /** But for its database. */
  async leave(): Promise<void> {
    await this.parts.nest.close();
    await this.parts.serviceSource.destroy();
    await this.parts.dataSource.destroy();
  }

  /** For good. */
  async close(): Promise<void> {
    await this.leave();
    await this.parts.database.drop();
  }
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
      SEALING_KEYS: testSealingKey,
      BOOTSTRAP_OWNER_SUBJECT: ownerSubject,
      RATE_LIMIT_ENABLED: String(rateLimits !== false),
      RATE_LIMIT_SCALE: typeof rateLimits === 'number' ? String(rateLimits) : '1',
      LOG_LEVEL: 'debug',
      LOG_FORMAT: 'json',
      // Files that the build makes: the tests of the console ask for it.
      CONSOLE_ENABLED: 'false',
      GRAPHIQL_ENABLED: 'false',
      DATA_EXPORT_CONNECTIONS: '{"nowhere": "postgres://127.0.0.1:1/nothing"}',
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
