import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { runAsSystem } from '#libs/context/request-context';
import { MachineClock } from '#libs/kernel/clock';
import { addMs } from '#libs/kernel/period';
import { isCutOff, isHeldBack } from '#libs/persistence/unit-of-work';
import { APP_LOGGER } from '#libs/telemetry/logger.token';
import { Metrics } from '#libs/telemetry/metrics';
import { explained, DestinationFault } from './domain/export-target';
import { afterFailure, isTakenTooOften, type SyncFailure } from './domain/export-sync';
import type { ClaimedSync } from './due-syncs.reader';
import { ExportDestinationsRepository } from './export-destinations.repository';
import { ExportSyncsRepository } from './export-syncs.repository';
import { SnapshotExport } from './snapshot-export.service';
import { LostSync, SyncLeases, type HeldSync } from './sync-lease.service';

const actor = 'data-export';
/** Until it is tried again whether another process has let go. */
const busyMs = 1000;

const fault: SyncFailure = {
  blamed: 'SERVICE',
  message: 'The service could not carry it out; its log tells its operator why',
};

/** One attempt at a sync, from its claim to what became of it. Domain: access-and-events W9 */
@Injectable()
export class SyncWork {
  private readonly inHand = new Set<HeldSync>();

  constructor(
    private readonly destinations: ExportDestinationsRepository,
    private readonly syncs: ExportSyncsRepository,
    private readonly leases: SyncLeases,
    private readonly snapshots: SnapshotExport,
    private readonly clock: MachineClock,
    private readonly metrics: Metrics,
    @Inject(APP_LOGGER) private readonly logger: Logger,
  ) {}

  /** In the environment of the sync. */
  perform(claimed: ClaimedSync): Promise<void> {
    return runAsSystem(actor, claimed.environmentId, async () => {
      const held = this.leases.hold(claimed);
      this.inHand.add(held);
      try {
        await this.attempt(claimed, held);
      } finally {
        held.end();
        this.inHand.delete(held);
      }
    });
  }

  /** What this process works on is for anybody, as soon as it notices. */
  letGo(): void {
    for (const held of this.inHand) held.letGo();
  }

  private async attempt(claimed: ClaimedSync, held: HeldSync): Promise<void> {
    const { uid, destinationUid, lease, takings } = claimed;
    try {
      if (isTakenTooOften(takings)) return await this.end(claimed, held, { failure: fault, isFinal: true });
      const destination = (await this.destinations.findByUids([destinationUid])).get(destinationUid);
      if (!destination) return;
      if (await this.snapshots.write(destination, uid, held)) await this.end(claimed, held, {});
      // Another process is at it still, and lets go of it when it notices that it is not its own any more.
      else await this.end(claimed, held, { isBusy: true });
    } catch (error) {
      if (error instanceof LostSync) return this.syncs.giveBack(uid, lease);
      if (error instanceof DestinationFault) {
        this.logger.warn(
          { transferId: uid, destinationUid, fault: error.said },
          'a destination could not be written to',
        );
        return this.end(claimed, held, { failure: { blamed: 'DESTINATION', message: explained(error) } });
      }
      if (isCutOff(error)) return this.syncs.giveBack(uid, lease);
      // Its lease runs out, here and there.
      if (isHeldBack(error)) return;
      this.logger.error({ err: error, transferId: uid }, 'a sync broke off');
      await this.end(claimed, held, { failure: fault });
    }
  }

  private async end(
    { uid, lease, attempts }: ClaimedSync,
    { rows }: HeldSync,
    { failure, isFinal, isBusy }: { failure?: SyncFailure; isFinal?: true; isBusy?: true },
  ): Promise<void> {
    const now = this.clock.now();
    const succeeded = { state: 'SUCCEEDED' as const, dueAt: null };
    const busy = { state: 'PENDING' as const, dueAt: addMs(now, busyMs) };
    const failed = isFinal ? { state: 'FAILED' as const, dueAt: null } : afterFailure(attempts + 1, now);
    const next = failure ? failed : isBusy ? busy : succeeded;
    const finishedAt = next.dueAt === null ? now : null;
    await this.syncs.settle(uid, lease, { ...next, finishedAt, failure: failure ?? null, rows }, now);
    if (!isBusy) this.metrics.dataExport.ended(next.state, rows);
  }
}
