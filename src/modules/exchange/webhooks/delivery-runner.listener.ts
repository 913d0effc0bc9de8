import { setTimeout as pause } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { addMs } from '#libs/kernel/period';
import { MachineClock } from '#libs/kernel/clock';
import { Lookout } from '#libs/messaging/lookout';
import { DatabaseFaults } from '#libs/persistence/database-faults';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { DeliveryAttempts } from './delivery-attempts.service';
import { beforeAll, DueDeliveries, type ClaimedDelivery, type Receiver } from './due-deliveries.reader';

const lookMs = 1000;
/** An attempt takes 30 s at most, and what is before and after it little. */
const leaseMs = 60_000;
/** Of a stop, for receivers that answer. */
const patienceMs = 2000;
/** Of receivers in one part of a walk. */
const visits = 200;
/** At once in this process: a receiver that is slow or down has no more of it than its share. */
const rooms = { all: 256, each: 16, failing: 1 };

/**
 * Looks for messages that are due and brings them: new ones, those to be tried again, those that a killed process had in hand. The table of
 * deliveries is the queue, and each process walks from receiver to receiver. ADR-0123
 */
@Injectable()
export class DeliveryRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly running = new Set<Promise<void>>();
  private readonly busy = new Map<string, number>();
  private from: Receiver = beforeAll;
  private readonly lookout: Lookout;
  private giveUp = new AbortController();

  constructor(
    private readonly due: DueDeliveries,
    private readonly attempts: DeliveryAttempts,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: MachineClock,
    private readonly faults: DatabaseFaults,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {
    const failed = (error: unknown) => logger.warn({ err: error }, 'messages could not be looked for');
    this.lookout = new Lookout(() => this.look(), lookMs, failed);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** May follow a stop. */
  async start(): Promise<void> {
    if (!this.lookout.isRunning) this.giveUp = new AbortController();
    this.lookout.start();
  }

  /** Attempts that are under way are waited for, but not long: their receivers may have taken the messages, or be silent. */
  async stop(): Promise<void> {
    await this.lookout.stop();
    const ended = Promise.all(this.running);
    await Promise.race([ended, pause(patienceMs, undefined, { ref: false })]);
    this.giveUp.abort();
    await ended;
  }

  /** There will be something to bring, once the unit of work that is open is committed. */
  wakeByCommit(): void {
    this.unitOfWork.afterCommit(() => this.wake());
  }

  /** There may be something to bring. */
  wake(): void {
    this.lookout.wake();
  }

  /** A whole walk over the receivers, as long as there is room. */
  private async look(): Promise<void> {
    do await this.takePart();
    while (this.from !== beforeAll && !this.lookout.isStopping && this.room > 0);
  }

  private get room(): number {
    return rooms.all - this.running.size;
  }

  private async takePart(): Promise<void> {
    if (this.room <= 0) return;
    const now = this.clock.now();
    const claim = await this.due.claim(
      this.from,
      visits,
      (webhookUid) => this.busy.get(webhookUid) ?? 0,
      { ...rooms, all: this.room },
      { now, until: addMs(now, leaseMs) },
    );
    this.from = claim.next ?? beforeAll;
    for (const delivery of claim.deliveries) this.begin(delivery);
  }

  private begin(delivery: ClaimedDelivery): void {
    const { webhookUid } = delivery;
    this.busy.set(webhookUid, (this.busy.get(webhookUid) ?? 0) + 1);
    const run = this.attempts
      .make(delivery, this.giveUp.signal)
      // It is tried again when its lease has run out.
      .catch((error: unknown) => {
        this.faults.note(error, 'webhook delivery');
        this.logger.warn({ err: error, ...delivery }, 'an attempt at a message broke off');
      })
      .finally(() => {
        this.running.delete(run);
        this.free(webhookUid);
        this.wake();
      });
    this.running.add(run);
  }

  private free(webhookUid: string): void {
    const left = (this.busy.get(webhookUid) ?? 1) - 1;
    if (left > 0) this.busy.set(webhookUid, left);
    else this.busy.delete(webhookUid);
  }
}
