import { resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Environment } from '#libs/config/env';
import type { Places } from './domain/export-destination';

/** Where the operator lets this service export to. No address leaves it. Domain: access-and-events W9 */
@Injectable()
export class ExportPlaces {
  readonly told: Places;

  constructor({ dataExportDir, dataExportConnections: connections }: Environment) {
    this.told = { dir: dataExportDir === undefined ? undefined : resolve(dataExportDir), connections };
  }
}
