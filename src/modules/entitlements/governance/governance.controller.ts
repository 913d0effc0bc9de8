import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { AssignmentsService } from './assignments.service';
import { EntitiesService } from './entities.service';
import { GovernanceTreeService } from './governance-tree.service';
import { GovernedChecksService } from './governed-checks.service';
import {
  ArchiveEntitiesBody,
  CheckGovernedEntitlementQuery,
  CustomerGovernanceQuery,
  ListAssignmentsQuery,
  ListEntitiesQuery,
  UpsertAssignmentsBody,
  UpsertEntitiesBody,
} from './governance.inputs';

@ApiTags('Governance (beta)')
@Controller('api/v1-beta/customers/:id')
export class GovernanceController {
  constructor(
    private readonly entities: EntitiesService,
    private readonly assignments: AssignmentsService,
    private readonly tree: GovernanceTreeService,
    private readonly checks: GovernedChecksService,
  ) {}

  @Endpoint.get('entities', EntitiesService, 'list')
  listEntities(@PathId('id') id: string, @Query() query: ListEntitiesQuery) {
    return this.entities.list(id, query);
  }

  @Endpoint.put('entities', EntitiesService, 'upsert')
  upsertEntities(@PathId('id') id: string, @Body() body: UpsertEntitiesBody) {
    return this.entities.upsert(id, body);
  }

  @Endpoint.post('entities/archive', EntitiesService, 'archive')
  archiveEntities(@PathId('id') id: string, @Body() body: ArchiveEntitiesBody) {
    return this.entities.archive(id, body);
  }

  @Endpoint.post('entities/unarchive', EntitiesService, 'unarchive')
  unarchiveEntities(@PathId('id') id: string, @Body() body: ArchiveEntitiesBody) {
    return this.entities.unarchive(id, body);
  }

  @Endpoint.get('entities/:entityId', EntitiesService, 'get')
  getEntity(@PathId('id') id: string, @PathId('entityId') entityId: string) {
    return this.entities.get(id, entityId);
  }

  @Endpoint.get('assignments', AssignmentsService, 'list')
  listAssignments(@PathId('id') id: string, @Query() query: ListAssignmentsQuery) {
    return this.assignments.list(id, query);
  }

  @Endpoint.put('assignments', AssignmentsService, 'upsert')
  upsertAssignments(@PathId('id') id: string, @Body() body: UpsertAssignmentsBody) {
    return this.assignments.upsert(id, body);
  }

  @Endpoint.get('governance', GovernanceTreeService, 'list')
  listGovernance(@PathId('id') id: string, @Query() query: CustomerGovernanceQuery) {
    return this.tree.list(id, query);
  }

  @Endpoint.get('entitlements/check', GovernedChecksService, 'check')
  check(@PathId('id') id: string, @Query() query: CheckGovernedEntitlementQuery) {
    return this.checks.check(id, query);
  }
}
