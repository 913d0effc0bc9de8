import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { MachineClock } from '#libs/kernel/clock';
import type { ClaimedSync } from './due-syncs.reader';
import { ExportSyncsRepository } from './export-syncs.repository';

const renewalMs = 1000;

/** That a sync is in other hands by now, or was cancelled. */
export class LostSync extends Error {}

/** A sync in the hands of this process: renewed as long as the work goes on, outside the transaction that reads. */
export class HeldSync {
  rows = 0;
  private isLost = false;
  private readonly timer: NodeJS.Timeout;
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(private readonly renewal: (rows: number) => Promise<boolean>) {
    // A database that is away says nothing about the lease: it is renewed when it is back, or lost by then.
    this.timer = setInterval(() => void this.renew().catch(() => undefined), renewalMs);
    this.timer.unref();
  }

  /** @throws LostSync */
  requireHeld(): void {
    if (this.isLost) throw new LostSync('The sync is not ours any more');
  }

  /** Asks anew, by a write of its own. @throws LostSync */
  async makeSure(): Promise<void> {
    await this.outside(() => this.renew());
    this.requireHeld();
  }

  /** The process is ending. */
  letGo(): void {
    this.isLost = true;
  }

  end(): void {
    clearInterval(this.timer);
  }

  private async renew(): Promise<void> {
    if (!(await this.renewal(this.rows))) this.isLost = true;
  }
}

@Injectable()
export class SyncLeases {
  constructor(
    private readonly syncs: ExportSyncsRepository,
    private readonly clock: MachineClock,
  ) {}

  hold({ uid, lease }: ClaimedSync): HeldSync {
    return new HeldSync((rows) => this.syncs.renew(uid, lease, rows, this.clock.now()));
  }
}
