import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseFaults } from '#libs/persistence/database-faults';
import { type KeyUse, KeyUsesRepository } from './key-uses.repository';

/** What comes within is written together. */
const gatherMs = 1000;

/**
 * When keys were used, written beside the requests: none waits for it, and what a process had not written when it was killed is lost.
 * Domain: access-and-events Y8, Y10
 */
@Injectable()
export class KeyUses implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly noted = new Map<string, KeyUse>();
  private writing: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = true;

  constructor(
    private readonly uses: KeyUsesRepository,
    private readonly faults: DatabaseFaults,
  ) {}

  onApplicationBootstrap(): void {
    this.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** May follow a stop. */
  start(): void {
    this.isStopped = false;
  }

  /** What was noted is written first. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.write();
  }

  /** Of one secret the last use counts. */
  note(use: KeyUse): void {
    if (this.isStopped) return;
    this.noted.set(`${use.uid} ${use.moved?.before}`, use);
    this.goOn();
  }

  /** Writes what is noted by then. */
  write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const uses = [...this.noted.values()];
    this.noted.clear();
    if (uses.length > 0) this.writing = this.writing.then(() => this.writeAll(uses));
    return this.writing;
  }

  /** Tests, whose clock stands, write when they ask for it. */
  goOn(): void {
    this.timer ??= setTimeout(() => void this.write(), gatherMs).unref();
  }

  private async writeAll(uses: readonly KeyUse[]): Promise<void> {
    try {
      await this.uses.note([...new Map(uses.map((use) => [use.uid, use])).values()]);
      for (const use of uses) await this.uses.move(use);
    } catch (error) {
      // The next use is noted again.
      this.faults.note(error, 'noting the use of keys');
    }
  }
}
