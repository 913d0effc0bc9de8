import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { newUid } from '#libs/kernel/ids';
import { UnitOfWork } from '#libs/persistence/unit-of-work';
import { DestinationTables } from './destination-tables.repository';
import { schemaOf, type ExportDestination } from './domain/export-destination';
import { typesOf, type ExportModel } from './domain/export-model';
import { DestinationFault, type ExportTarget } from './domain/export-target';
import { horizonOf, type Manifest, type WrittenModel } from './domain/manifest';
import { ExportPlaces } from './export-places.service';
import { exportedModels } from './export-models.statements';
import { ExportRows, type Snapshot } from './export-rows.reader';
import { ledgerHeads } from './credit-models.statements';
import { SnapshotFiles } from './snapshot-files.service';
import type { HeldSync } from './sync-lease.service';

/** Writes one snapshot to a destination: the whole of it, or nothing. ADR-0129 */
@Injectable()
export class SnapshotExport {
  constructor(
    private readonly rows: ExportRows,
    private readonly files: SnapshotFiles,
    private readonly tables: DestinationTables,
    private readonly places: ExportPlaces,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param transferId of the sync
   * @returns whether it was written; false: another process writes there
   * @throws DestinationFault, LostSync
   */
  async write(destination: ExportDestination, transferId: string, held: HeldSync): Promise<boolean> {
    return this.unitOfWork.readAtOnce(async () => {
      const snapshot = await this.rows.take(destination.uid);
      if (!snapshot) return false;
      const snapshotId = newUid();
      await this.at(destination, snapshotId, async (target) => {
        const models = await this.copy(destination, target, snapshot, held);
        const { environmentId, id: destinationId } = destination;
        const { takenAt, source, activityHead: activity } = snapshot;
        const manifest: Manifest = {
          ...{ format: 1, snapshotId, transferId, environmentId, destinationId, takenAt, source },
          heads: { activity, ledgers: ledgerHeads.id },
          models,
        };
        // Its write is durable and follows the snapshot, so the numbers of transactions that the snapshot knows are not given anew after a crash.
        await held.makeSure();
        await this.rows.requireHeld();
        await target.publish(manifest);
      });
      return true;
    });
  }

  private at(
    { type, environmentId, id, integrationId }: ExportDestination,
    snapshotId: string,
    work: (target: ExportTarget) => Promise<void>,
  ): Promise<void> {
    const { dir, connections } = this.places.told;
    if (type === 'FILE' && dir !== undefined && integrationId !== null)
      return this.files.write(join(dir, environmentId, integrationId), snapshotId, work);
    const url = connections?.get(integrationId ?? '');
    if (type === 'POSTGRES' && url !== undefined)
      return this.tables.write(url, schemaOf(environmentId, id), work);
    throw new DestinationFault('unavailable');
  }

  private async copy(
    { enabledModels }: ExportDestination,
    target: ExportTarget,
    { source }: Snapshot,
    held: HeldSync,
  ): Promise<Record<string, WrittenModel>> {
    const written: Record<string, WrittenModel> = {};
    for (const model of exportedModels(enabledModels)) {
      const columns = typesOf(model);
      const since = horizonOf(target.held, source, model.id, columns);
      const added = since === undefined ? undefined : await this.added(model, target, since, held);
      written[model.id] = { rows: added ?? (await this.whole(model, target, held)), columns };
    }
    return written;
  }

  /**
   * What changed since is in what was added, and nothing is missing of the rest; so as many rows are the same rows.
   * @returns undefined where rows are gone: the model must be written whole
   */
  private async added(
    model: ExportModel,
    target: ExportTarget,
    since: string,
    held: HeldSync,
  ): Promise<number | undefined> {
    const writer = await target.write(model, true);
    for await (const rows of this.rows.rows(model, since)) {
      held.requireHeld();
      await writer.add(rows);
      held.rows += rows.length;
    }
    const count = await writer.finish();
    if (count === (await this.rows.count(model))) return count;
    await writer.drop();
    return undefined;
  }

  private async whole(model: ExportModel, target: ExportTarget, held: HeldSync): Promise<number> {
    const writer = await target.write(model, false);
    for await (const rows of this.rows.rows(model)) {
      held.requireHeld();
      await writer.add(rows);
      held.rows += rows.length;
    }
    return writer.finish();
  }
}
