import { setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import type { Environment } from '#libs/config/env';
import { Overload } from '#libs/doors/overload';
import { Connections } from './connections';
import type { OpenParts } from './open-parts';
import { OperationsController } from './operations.controller';

/** A balancer needs a moment to see that this process is not ready any more; nobody balances a developer's. */
const noticeMs = ({ isProduction }: Environment): number => (isProduction ? 2000 : 200);

/** Of the grace, at most: what a database of our own may need for its end. */
const databaseMs = 3000;
/** Beyond the grace the process ends, whatever hangs. */
const toleranceMs = 1500;

/** From a signal, or a fault that nothing has caught, to the end of the process. Spec: operations.md, Behaviour */
export class Shutdown {
  private isEnding = false;
  private starting: Promise<unknown> = Promise.resolve();
  private app?: NestFastifyApplication;

  constructor(
    private readonly environment: Environment,
    private readonly logger: Logger,
    private readonly parts: OpenParts,
  ) {}

  get isUnderWay(): boolean {
    return this.isEnding;
  }

  onSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.end(0, signal));
  }

  /** What is being opened is waited for: what it has opened is to be closed. */
  waitsFor(start: Promise<unknown>): void {
    this.starting = start.catch(() => undefined);
  }

  /** Requests are served from now on; those that are whole will be finished. */
  serves(app: NestFastifyApplication): void {
    this.app = app;
    // Should the application hang, the pool is closed below it.
    this.parts.add('watch of the pool', async () => app.get(Overload).stop());
    const connections = new Connections(app.getHttpServer());
    this.parts.add('requests and background work', (graceMs) => this.closeApp(app, connections, graceMs));
  }

  /** Once; a second signal changes nothing. @param code of the process, unless its end fails too */
  end(code: 0 | 1, signal?: NodeJS.Signals): void {
    if (this.isEnding) return;
    this.isEnding = true;
    const { shutdownGraceMs: graceMs } = this.environment;
    setTimeout(() => process.exit(1), graceMs + toleranceMs).unref();
    this.logger.info({ signal }, 'draining');
    this.drain(performance.now() + graceMs)
      .then((wrong) => process.exit(wrong.size > 0 ? 1 : code))
      .catch((error: unknown) => {
        this.logger.error({ err: error }, 'shutdown failed');
        process.exit(1);
      });
  }

  private async drain(end: number): Promise<Map<string, unknown>> {
    const left = (): number => Math.max(0, end - performance.now());
    this.parts.interrupt();
    await Promise.race([this.starting, pause(left() / 2)]);
    this.app?.get(OperationsController).drain();
    if (this.app) await pause(Math.min(noticeMs(this.environment), left() / 3));
    const wrong = await this.parts.close(left(), Math.min(databaseMs, left() / 3));
    for (const [part, error] of wrong) this.logger.error({ err: error, part }, 'not closed in time');
    this.logger.info('stopped');
    return wrong;
  }

  private async closeApp(
    app: NestFastifyApplication,
    connections: Connections,
    graceMs: number,
  ): Promise<void> {
    await connections.letIn(graceMs / 3);
    connections.letGo();
    const cut = setTimeout(() => {
      const requests = connections.cut();
      if (requests > 0)
        this.logger.warn({ requests }, 'requests lost their answers: the time to stop is over');
    }, graceMs);
    try {
      // Requests first: some wait for background work, which ends with the application.
      await app.getHttpAdapter().getInstance().close();
    } finally {
      await app.close().finally(() => clearTimeout(cut));
    }
  }
}
