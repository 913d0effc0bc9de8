import { Args, Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { ReadField, WriteField } from '#libs/graphql/fields';
import {
  CreateDataExportDestinationBody,
  CreateDataExportTokenBody,
  StartDataExportSyncBody,
  UpdateDataExportDestinationBody,
} from './data-export.inputs';
import { DataExportService } from './data-export.service';
import { DataExportDestination } from './data-export.views';
import { ExportSyncsService } from './export-syncs.service';
import { ExportTokensService } from './export-tokens.service';

@Resolver(() => DataExportDestination)
export class DataExportResolver {
  constructor(
    private readonly destinations: DataExportService,
    private readonly syncs: ExportSyncsService,
    private readonly tokens: ExportTokensService,
  ) {}

  @ReadField(DataExportService, 'listModels')
  listModels() {
    return this.destinations.listModels();
  }

  @ReadField(DataExportService, 'getDestinations')
  getDestinations() {
    return this.destinations.getDestinations();
  }

  @WriteField(DataExportService, 'create')
  createDataExportDestination(@Args('input') input: CreateDataExportDestinationBody) {
    return this.destinations.create(input);
  }

  @WriteField(DataExportService, 'update')
  updateDataExportDestination(
    @IdArg('destinationId') id: string,
    @Args('input') input: UpdateDataExportDestinationBody,
  ) {
    return this.destinations.update(id, input);
  }

  @WriteField(DataExportService, 'delete')
  deleteDataExportDestination(@IdArg('destinationId') id: string) {
    return this.destinations.delete(id);
  }

  @WriteField(ExportSyncsService, 'start')
  startDataExportSync(@Args('input', { nullable: true, defaultValue: {} }) input: StartDataExportSyncBody) {
    return this.syncs.start(input);
  }

  @WriteField(ExportTokensService, 'create')
  createDataExportToken(@Args('input') input: CreateDataExportTokenBody) {
    return this.tokens.create(input);
  }
}
