import { Injectable } from '@nestjs/common';
import { MachineClock } from '#libs/kernel/clock';
import { Recorder, type Changes } from '#libs/messaging/recorder';
import { one } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import {
  ExportDestination,
  requireIntegration,
  requireModels,
  requireOwnFolder,
  requireRoom,
  requireType,
} from './domain/export-destination';
import type { CreateDataExportDestinationBody, UpdateDataExportDestinationBody } from './data-export.inputs';
import { DataExportDestination, DataExportDestinations, DataExportModels } from './data-export.views';
import { ExportDestinationsRepository } from './export-destinations.repository';
import { modelGroups, modelIds } from './export-models.statements';
import { ExportPlaces } from './export-places.service';
import { ExportSyncsRepository } from './export-syncs.repository';

/** What can be exported, and where to. Domain: access-and-events W9 */
@Injectable()
export class DataExportService {
  private readonly changes: Changes<ExportDestination, DataExportDestination>;

  constructor(
    private readonly destinations: ExportDestinationsRepository,
    private readonly syncs: ExportSyncsRepository,
    private readonly places: ExportPlaces,
    private readonly clock: MachineClock,
    recorder: Recorder,
  ) {
    this.changes = recorder.changesOf(destinations, {
      entity: 'EXPORT_DESTINATION',
      noun: 'export_destination',
      view: (destination) => DataExportDestination.from(destination, destination.statusAt(places.told)),
      picture: ({ id, type, enabledModels, integrationId }) => ({ id, type, enabledModels, integrationId }),
    });
  }

  @UseCase('listDataExportModels', {
    needs: 'dataExport:read',
    answers: one(DataExportModels),
    summary: 'List what can be exported, in groups.',
  })
  async listModels(): Promise<DataExportModels> {
    return DataExportModels.from(modelGroups);
  }

  @UseCase('getDataExportDestinations', {
    needs: 'dataExport:read',
    answers: one(DataExportDestinations),
    summary: 'Get all destinations, and how it goes with their last syncs. An addition.',
  })
  async getDestinations(): Promise<DataExportDestinations> {
    return this.told();
  }

  /**
   * Of one that is there already nothing changes.
   * @throws DataExportIntegrationError, BadUserInput for an unknown model
   */
  @UseCase('createDataExportDestination', {
    needs: 'dataExport:write',
    answers: one(DataExportDestinations),
    summary: 'Make a destination to export to.',
  })
  async create({
    destinationId,
    destinationType,
    enabledModels,
  }: CreateDataExportDestinationBody): Promise<DataExportDestinations> {
    const type = requireType(destinationType, this.places.told);
    const models = requireModels(enabledModels ?? modelIds, modelIds);
    const there = await this.destinations.find(destinationId);
    if (there) {
      there.requireSame(type, enabledModels);
      return this.told();
    }
    const others = await this.destinations.everything();
    requireRoom(others);
    const made = ExportDestination.create(destinationId, type, models, this.clock.now());
    requireOwnFolder(made, others);
    await this.changes.create(made);
    return this.told();
  }

  /**
   * A sync that is under way is cancelled: what it would bring is asked for no more.
   * @throws ExportDestinationNotFound, DataExportIntegrationError, BadUserInput for an unknown model
   */
  @UseCase('updateDataExportDestination', {
    needs: 'dataExport:write',
    answers: one(DataExportDestinations),
    summary: 'Choose what is exported to a destination, and by which connection.',
  })
  async update(
    id: string,
    { enabledModels, integrationId }: UpdateDataExportDestinationBody,
  ): Promise<DataExportDestinations> {
    const destination = await this.destinations.lockOrThrow(id);
    requireIntegration(destination.type, integrationId, this.places.told);
    const models = requireModels(enabledModels, modelIds);
    const now = this.clock.now();
    await this.changes.apply(destination, 'updated', () => destination.change(models, integrationId, now));
    requireOwnFolder(destination, await this.destinations.everything());
    await this.syncs.cancelOf(destination.uid, now);
    return this.told();
  }

  /** What was written there stays. Deleting what is not there changes nothing. */
  @UseCase('deleteDataExportDestination', {
    needs: 'dataExport:write',
    answers: one(DataExportDestinations),
    summary: 'Delete a destination; what was written there stays.',
  })
  async delete(id: string): Promise<DataExportDestinations> {
    const destination = await this.destinations.find(id, true);
    if (destination) await this.changes.remove(destination);
    return this.told();
  }

  private async told(): Promise<DataExportDestinations> {
    const destinations = await this.destinations.everything();
    const last = await this.syncs.lastOf(destinations.map(({ uid }) => uid));
    return {
      destinations: destinations.map((each) =>
        DataExportDestination.from(each, each.statusAt(this.places.told), last.get(each.uid)),
      ),
    };
  }
}
