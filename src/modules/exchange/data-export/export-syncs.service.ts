import { Injectable } from '@nestjs/common';
import { MachineClock } from '#libs/kernel/clock';
import { addDays } from '#libs/kernel/period';
import { Journal } from '#libs/messaging/journal';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import type { ExportDestination } from './domain/export-destination';
import { ExportSync } from './domain/export-sync';
import type { StartDataExportSyncBody } from './data-export.inputs';
import { StartedDataExportSyncs, type StartedDataExportSync } from './data-export.views';
import { ExportDestinationsRepository } from './export-destinations.repository';
import { ExportPlaces } from './export-places.service';
import { ExportSyncsRepository } from './export-syncs.repository';
import { SyncRunner } from './sync-runner.listener';

const keptDays = 30;

/** Bringing destinations up to date, by work in the background. Domain: access-and-events W9 */
@Injectable()
export class ExportSyncsService {
  constructor(
    private readonly destinations: ExportDestinationsRepository,
    private readonly syncs: ExportSyncsRepository,
    private readonly places: ExportPlaces,
    private readonly runner: SyncRunner,
    private readonly journal: Journal,
    private readonly clock: MachineClock,
  ) {}

  /** @throws ExportDestinationNotFound for one that is named */
  @UseCase('startDataExportSync', {
    needs: 'dataExport:write',
    answers: one(StartedDataExportSyncs),
    summary: 'Bring one destination up to date, or all.',
  })
  async start({ destinationId }: StartDataExportSyncBody): Promise<StartedDataExportSyncs> {
    const named =
      destinationId === undefined
        ? await this.destinations.everything(true)
        : [await this.destinations.lockOrThrow(destinationId)];
    const last = await this.syncs.lastOf(named.map(({ uid }) => uid));
    const results: StartedDataExportSync[] = [];
    for (const destination of named)
      results.push(await this.startOne(destination, last.get(destination.uid)));
    this.runner.wakeByCommit();
    return { results };
  }

  private async startOne(
    destination: ExportDestination,
    last: ExportSync | undefined,
  ): Promise<StartedDataExportSync> {
    const { id: destinationId, uid } = destination;
    const refused = { destinationId, triggered: false };
    const status = destination.statusAt(this.places.told);
    if (status === 'NO_CONNECTION_CHOSEN')
      return { ...refused, errorMessage: 'No connection is chosen; name one as integrationId by PATCH' };
    if (status === 'NOT_AVAILABLE')
      return {
        ...refused,
        errorMessage: 'The operator of the service does not offer this connection any more',
      };
    if (last && last.finishedAt === null)
      return { ...refused, errorMessage: 'A sync is under way', transferId: last.uid };
    const now = this.clock.now();
    await this.syncs.forgetOf(uid, addDays(now, -keptDays));
    const sync = ExportSync.begin(uid, now);
    await this.syncs.insert(sync);
    const about = { entityType: 'EXPORT_DESTINATION', entityId: destinationId } as const;
    const after = { transferId: sync.uid };
    this.journal.record({ type: 'export_destination.sync_started', ...about, before: null, after });
    return { destinationId, triggered: true, transferId: sync.uid };
  }
}
