import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import type { Logger } from 'pino';
import type { ActivityEntityName } from '#libs/business/values/activity-entity';
import { ChangeFeed } from '#libs/changes/change-feed';
import { FreshAnswers } from '#libs/changes/fresh-answers';
import { isEventType } from '#libs/business/values/event-types';
import { Environment } from '#libs/config/env';
import { UseCases } from '#libs/use-cases/use-case';
import { UseCaseRunner } from '#libs/use-cases/use-case.runner';
import { ErrorAnswers } from '#libs/doors/error-answers';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Metrics } from '#libs/telemetry/metrics';
import { EnvironmentClock } from '#libs/context/environment-clock';
import { Clock, MachineClock } from '#libs/kernel/clock';
import { AwaitedDeliveries } from '#libs/messaging/awaited-deliveries';
import { DueOrder } from '#libs/messaging/due-order';
import { DueTurns } from '#libs/messaging/due-turns';
import { DueWalks } from '#libs/messaging/due-work';
import { EventTypes } from '#libs/messaging/event';
import { EventAudience } from '#libs/messaging/event-audience';
import { EventDelivery } from '#libs/messaging/event-delivery';
import { ExtensionRegistry } from '#libs/messaging/extension-registry';
import { Extensions } from '#libs/messaging/extensions';
import { HeldJobs } from '#libs/messaging/held-jobs';
import { Jobs } from '#libs/messaging/jobs';
import { Journal } from '#libs/messaging/journal';
import { Outbox } from '#libs/messaging/outbox';
import { RecordedEvents } from '#libs/messaging/recorded-events';
import { Recorder } from '#libs/messaging/recorder';
import { Worker } from '#libs/messaging/worker';
import { ClockWatch } from '#libs/persistence/clock-watch';
import { DataSource } from '#libs/persistence/data-source';
import { Database } from '#libs/persistence/database';
import { EnvironmentMoves } from '#libs/persistence/environment-moves';
import { DatabaseFaults } from '#libs/persistence/database-faults';
import { DatabaseUrl } from '#libs/persistence/database-url';
import { IdempotentAnswers } from '#libs/use-cases/idempotent-answers';
import { LastCommit } from '#libs/use-cases/last-commit';
import { ReplicaReads } from '#libs/persistence/replica-reads';
import { MappedPersistence } from '#libs/persistence/mapped-persistence';
import { Persistence } from '#libs/persistence/tenant.repository';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { CredentialSeal } from '#libs/credentials/credential-seal';
import { KeyPepper } from '#libs/credentials/key-pepper';
import { TaskKinds } from '#libs/tasks/task-kinds';
import { TaskLeases } from '#libs/tasks/task-leases';
import { TaskResults } from '#libs/tasks/task-results';
import { TaskRunner } from '#libs/tasks/task-runner';
import { TaskWork } from '#libs/tasks/task-work';
import { Tasks } from '#libs/tasks/tasks';
import { OperationBuckets, OperationGate } from '#libs/doors/operation-gate';
import { Speakers } from '#libs/doors/speakers';
import { RateLimits, RateLimitSettings } from '#libs/security/rate-limits';
import { SecurityLog } from '#libs/security/security-log';
import { WindowStorage } from '#libs/security/window-storage';
import { areToldByInput, bucketOf, costOf, operationLimits, publicBucketOf } from './limits';

/** As libs know no business, the compiler learns here what the activity log may name; the registry of events at its provider below. */
declare module '#libs/messaging/journal' {
  interface ActivityEntities extends Record<ActivityEntityName, true> {}
}

/** What a process is made of besides the code: given by main.ts, and by tests with a clock and a database of their own. */
export interface Platform {
  environment: Environment;
  databaseUrl: string;
  /** The first makes digests of keys, all find them. */
  peppers: readonly string[];
  /** The first seals credentials, all open them. */
  sealingKeys: readonly string[];
  /** Of the machine. */
  clock: MachineClock;
  logger: Logger;
  dataSource: DataSource;
  windows: WindowStorage;
  /** Providers beside the modules, which extend these: of tests. */
  extensions?: Provider[];
}

const value = (provide: unknown, useValue: unknown): Provider => ({ provide: provide as never, useValue });

const shared: Provider[] = [
  AwaitedDeliveries,
  ChangeFeed,
  ClockWatch,
  Database,
  DatabaseFaults,
  DueOrder,
  DueTurns,
  DueWalks,
  EnvironmentMoves,
  ErrorAnswers,
  EventAudience,
  EventDelivery,
  ExtensionRegistry,
  Extensions,
  FreshAnswers,
  HeldJobs,
  IdempotentAnswers,
  LastCommit,
  Jobs,
  Journal,
  Metrics,
  OperationGate,
  Outbox,
  RateLimits,
  RecordedEvents,
  Recorder,
  ReplicaReads,
  SecurityLog,
  Speakers,
  TaskKinds,
  TaskLeases,
  TaskResults,
  TaskRunner,
  TaskWork,
  Tasks,
  UnitOfWork,
  { provide: UseCases, useClass: UseCaseRunner },
  { provide: Persistence, useClass: MappedPersistence },
];

const tokens = [
  Clock,
  CredentialSeal,
  DataSource,
  DatabaseUrl,
  Environment,
  EnvironmentClock,
  KeyPepper,
  MachineClock,
  OperationBuckets,
  WindowStorage,
  APP_LOGGER,
];

@Global()
@Module({})
export class PlatformModule {
  static of({
    environment,
    databaseUrl,
    peppers,
    sealingKeys,
    clock,
    logger,
    dataSource,
    windows,
  }: Platform): DynamicModule {
    const { rateLimitEnabled: enabled, rateLimitScale: scale } = environment;
    return {
      module: PlatformModule,
      // The guard counts by operation (limits.ts); this entry only names the length of a window.
      imports: [DiscoveryModule, ThrottlerModule.forRoot([{ name: 'operation', ttl: 60_000, limit: 1 }])],
      providers: [
        ...shared,
        Worker,
        value(Environment, environment),
        value(DatabaseUrl, { value: databaseUrl }),
        value(KeyPepper, new KeyPepper(peppers)),
        value(CredentialSeal, new CredentialSeal(sealingKeys)),
        value(MachineClock, clock),
        value(EnvironmentClock, new EnvironmentClock(clock)),
        { provide: Clock, useExisting: EnvironmentClock },
        value(APP_LOGGER, logger),
        value(DataSource, dataSource),
        value(WindowStorage, windows),
        value(EventTypes, { includes: isEventType }),
        value(OperationBuckets, { bucketOf, publicBucketOf, costOf, areToldByInput }),
        value(RateLimitSettings, { enabled, scale, limits: operationLimits }),
      ],
      exports: [...shared, ...tokens, ThrottlerModule],
    };
  }
}
