import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import {
  CreateDataExportDestinationBody,
  CreateDataExportTokenBody,
  StartDataExportSyncBody,
  UpdateDataExportDestinationBody,
} from './data-export.inputs';
import { DataExportService } from './data-export.service';
import { ExportSyncsService } from './export-syncs.service';
import { ExportTokensService } from './export-tokens.service';

@ApiTags('Data export')
@Controller('api/v1/data-export')
export class DataExportController {
  constructor(
    private readonly destinations: DataExportService,
    private readonly syncs: ExportSyncsService,
    private readonly tokens: ExportTokensService,
  ) {}

  @Endpoint.get('models', DataExportService, 'listModels')
  listModels() {
    return this.destinations.listModels();
  }

  @Endpoint.get('destinations', DataExportService, 'getDestinations')
  getDestinations() {
    return this.destinations.getDestinations();
  }

  @Endpoint.post('destinations', DataExportService, 'create')
  create(@Body() body: CreateDataExportDestinationBody) {
    return this.destinations.create(body);
  }

  @Endpoint.patch('destinations/:destinationId', DataExportService, 'update')
  update(@PathId('destinationId') id: string, @Body() body: UpdateDataExportDestinationBody) {
    return this.destinations.update(id, body);
  }

  @Endpoint.delete('destinations/:destinationId', DataExportService, 'delete')
  delete(@PathId('destinationId') id: string) {
    return this.destinations.delete(id);
  }

  @Endpoint.post('sync', ExportSyncsService, 'start')
  sync(@Body() body: StartDataExportSyncBody) {
    return this.syncs.start(body);
  }

  @Endpoint.post('scoped-token', ExportTokensService, 'create')
  createToken(@Body() body: CreateDataExportTokenBody) {
    return this.tokens.create(body);
  }
}
