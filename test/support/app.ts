import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { JWTPayload } from 'jose';
import type { DataSource } from '#libs/persistence/data-source';
import { AccountsBootstrap } from '#modules/platform/accounts';
import { ApiClient } from './client';
import type { TestClock } from './clock';
import { Environments, type TestEnvironment } from './environments';
import { giveBackApp, lendApp } from './lent-app';
import { Loan } from './loan';
import { ownerSubject, RunningApp, type TestAppOptions } from './running-app';

export { ownerSubject } from './running-app';

/** The real application on a database of its own. */
export interface TestApp {
  nest: NestFastifyApplication;
  clock: TestClock;
  databaseUrl: string;
  /** Of who owns the tables, and sees the rows of all environments. */
  dataSource: DataSource;
  /** By which the service works. */
  serviceSource: DataSource;
  serviceUrl: string;
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
  /** What is stored by now, and the time it is. @returns brings both back, however often; other processes are closed */
  keepState(): Promise<() => Promise<void>>;
  close(): Promise<void>;
  /** Another process of the application, on the same database and by the same clock. Closed before this one. */
  startBeside(options?: TestAppOptions): Promise<OtherProcess>;
}

export interface OtherProcess {
  nest: NestFastifyApplication;
  /** Into the first environment. */
  api: ApiClient;
  close(): Promise<void>;
}

/**
 * Without options the application of this worker is lent, on a fresh database: 0.1 s. With options one is built, which takes
 * a second. Either is closed by who asked for it.
 */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const isLent = Object.keys(options).length === 0;
  const app = isLent ? await lendApp() : await RunningApp.build(options);
  const { nest, clock, dataSource, serviceSource, database, environment, logLines, tokens } = app.told;
  const loan = new Loan(nest);
  const anonymous = new ApiClient(loan.inject);
  const environments = new Environments(nest.get(AccountsBootstrap), dataSource, anonymous);
  const a = await environments.first(environment.bootstrap);
  const keeping: (() => Promise<void>)[] = [];
  const besides = new Set<OtherProcess>();
  const closeBesides = async (): Promise<void> => {
    for (const beside of besides) await beside.close();
  };
  return {
    ...{ nest, clock, logLines, a, ownerSubject, anonymous, dataSource, serviceSource },
    ...{ databaseUrl: database.url, serviceUrl: database.serviceUrl },
    environments,
    url: options.listen ? await nest.getUrl() : '',
    b: await environments.add(a.accountId),
    stranger: await environments.add(await environments.addAccount()),
    newEnvironment: () => environments.add(a.accountId),
    signUserToken: tokens.sign,
    keepState: async () => {
      const state = await app.keep();
      keeping.push(state.drop);
      return async () => {
        await closeBesides();
        await state.restore();
      };
    },
    startBeside: async (other = {}) => {
      const running = await RunningApp.build(other, { database, clock });
      const its = new Loan(running.told.nest);
      const beside: OtherProcess = {
        nest: running.told.nest,
        api: new ApiClient(its.inject, { key: a.serverKey }),
        close: async () => {
          if (!besides.delete(beside)) return;
          await its.end();
          await running.leave();
        },
      };
      besides.add(beside);
      return beside;
    },
    close: async () => {
      await closeBesides();
      await loan.end();
      await (isLent ? giveBackApp() : app.close());
      for (const drop of keeping) await drop();
    },
  };
}
