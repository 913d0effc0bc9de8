import { Injectable } from '@nestjs/common';
import { Persistence, TenantRepository } from '#libs/persistence/tenant.repository';
import type { ExportDestination } from './domain/export-destination';
import { exportDestinationMapping } from './export-destination.mapping';

@Injectable()
export class ExportDestinationsRepository extends TenantRepository<ExportDestination> {
  constructor(persistence: Persistence) {
    super(persistence, exportDestinationMapping, 'ExportDestinationNotFound');
  }
}
