import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { MachineClock } from '#libs/kernel/clock';
import { WorkShift, type TakenWork } from '#libs/messaging/work-shift';
import { DatabaseFaults } from '#libs/persistence/database-faults';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { DueSyncs } from './due-syncs.reader';
import { SyncWork } from './sync-work.service';

const lookMs = 2000;
/** At once in one process: each holds a connection as long as it reads. */
const capacity = 2;

/** Looks for syncs that are due and carries them out: new ones, those to be tried again, those that a killed process had in hand. */
@Injectable()
export class SyncRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly shift: WorkShift;

  constructor(
    private readonly due: DueSyncs,
    private readonly work: SyncWork,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: MachineClock,
    private readonly faults: DatabaseFaults,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {
    const failed = (error: unknown) => logger.warn({ err: error }, 'syncs could not be looked for');
    this.shift = new WorkShift(() => this.takeOne(), capacity, lookMs, failed);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** May follow a stop. */
  async start(): Promise<void> {
    this.shift.start();
  }

  /** What is being written is given up; whoever takes it up next begins it anew. */
  stop(): Promise<void> {
    return this.shift.stop(() => this.work.letGo());
  }

  /** There will be something to do, once the unit of work that is open is committed. */
  wakeByCommit(): void {
    this.unitOfWork.afterCommit(() => this.shift.wake());
  }

  private async takeOne(): Promise<TakenWork | undefined> {
    const sync = await this.due.claim(this.clock.now());
    if (!sync) return undefined;
    return () =>
      this.work
        .perform(sync)
        // It is taken up again when its lease has run out.
        .catch((error: unknown) => {
          this.faults.note(error, 'data export');
          this.logger.warn({ err: error, transferId: sync.uid }, 'a sync broke off');
        });
  }
}
