import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from './embedded-cluster';
import { Lease } from './embedded-lease';
import { isServerOf } from './embedded-pid-file';
import { bringUp, stopServer, type RunningServer } from './embedded-postmaster';

export interface EmbeddedPostgres {
  /** Of the database `entitlements`; the same for the life of this object, restarts included. */
  readonly url: string;
  readonly port: number;
  /** The postmaster's; another one after a restart. */
  readonly pid: number;
  /** True when the server ran already: left by a killed process, or in use by another one. */
  readonly adopted: boolean;
  /** The server is gone without having been stopped here. The listener may call `restart`. */
  onExit(listener: (message: string) => void): void;
  /** Brings the server back on the same port; nothing to do while it runs. Calls at once share one attempt. */
  restart(): Promise<void>;
  /**
   * Stops the server unless another process uses it: then that one stops it.
   * @param graceMs then by force, so that the next start recovers
   */
  stop(graceMs?: number): Promise<void>;
}

export const databaseName = 'entitlements';
const retryMs = 50;
/** How long a server that is ready may refuse us before that is a fault. */
const joinLimitMs = 15_000;
const usualGraceMs = 6_000;
const releaseLimitMs = 500;

export class SharedServer implements EmbeddedPostgres {
  private server?: RunningServer;
  private lease?: Lease;
  private starting?: Promise<void>;
  private stopping?: Promise<void>;
  private readonly listeners: ((message: string) => void)[] = [];

  constructor(private readonly cluster: Cluster) {}

  get port(): number {
    return this.running.port;
  }

  get pid(): number {
    return this.running.pid;
  }

  get adopted(): boolean {
    return this.running.adopted;
  }

  get url(): string {
    return urlOf(this.port, databaseName);
  }

  private get running(): RunningServer {
    if (!this.server) throw new Error('the embedded database has not been started');
    return this.server;
  }

  onExit(listener: (message: string) => void): void {
    this.listeners.push(listener);
  }

  restart(): Promise<void> {
    if (this.stopping) return Promise.reject(new Error('the embedded database has been stopped'));
    return (this.starting ??= this.join().finally(() => (this.starting = undefined)));
  }

  private async join(): Promise<void> {
    if (this.server && !isServerOf(this.server.pid, this.cluster.directory)) this.lease = undefined;
    const deadline = performance.now() + joinLimitMs;
    while (!this.lease) {
      const found = await bringUp(this.cluster, this.server?.port);
      if (this.server && found.port !== this.server.port) throw movedTo(found.port);
      // A server that another process stops right now refuses us and is gone a moment later.
      await this.takeLease(found).catch((error: unknown) => {
        if (performance.now() > deadline) throw error;
        return pause(retryMs);
      });
    }
  }

  private async takeLease(server: RunningServer): Promise<void> {
    const lease = await Lease.take(urlOf(server.port, 'postgres'));
    const isOurs = lease.clusterId === clusterIdOf(this.cluster.directory);
    if (this.lease || !isOurs) await lease.release();
    if (!isOurs) throw strangerOn(server.port, this.cluster.directory);
    if (this.lease) return;
    this.server = server;
    this.lease = lease;
    void lease.ended.then(() => this.leaseLost(lease, server));
  }

  /** A session may be cut while the server lives (pg_terminate_backend, crash of another backend). */
  private async leaseLost(lease: Lease, server: RunningServer): Promise<void> {
    if (this.lease !== lease) return;
    this.lease = undefined;
    while (!this.stopping && !this.lease && isServerOf(server.pid, this.cluster.directory)) {
      await this.takeLease(server).catch(() => pause(retryMs, undefined, { ref: false }));
    }
    if (this.stopping || this.lease) return;
    for (const listener of this.listeners) listener(`the embedded PostgreSQL (pid ${server.pid}) is gone`);
  }

  stop(graceMs = usualGraceMs): Promise<void> {
    return (this.stopping ??= this.leave(performance.now() + graceMs));
  }

  private async leave(until: number): Promise<void> {
    const left = (): number => Math.max(0, until - performance.now());
    await inTime(
      this.starting?.catch(() => undefined),
      left(),
    );
    const { lease, server } = this;
    if (!server) return;
    // A server that answers no questions is stopped by the process that started it.
    const alone = await inTime(
      lease?.isAlone().catch(() => undefined),
      left() / 2,
    );
    if (alone ?? !server.adopted) await stopServer(server.pid, this.cluster.directory, left());
    await inTime(lease?.release(), releaseLimitMs);
  }
}

/** undefined when it takes longer. */
const inTime = <T>(work: Promise<T> | undefined, limitMs: number): Promise<T | undefined> =>
  Promise.race([work, pause(limitMs, undefined, { ref: false })]);

const urlOf = (port: number, database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;

const movedTo = (port: number): Error =>
  new Error(`another process has brought the embedded database back on port ${port}: restart this process`);

const strangerOn = (port: number, directory: string): Error =>
  new Error(`port ${port}, named in ${directory}/postmaster.pid, serves another database: remove that file`);

/** The first field of pg_control on every supported version; little-endian on every supported machine. */
const clusterIdOf = (directory: string): string =>
  readFileSync(join(directory, 'global/pg_control')).readBigUInt64LE(0).toString();
