import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate, type InstantRange } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import { activityEntryMapping } from './activity-entry.mapping';
import type { ActivityEntry } from './domain/activity-entry';

export interface ActivityFilter {
  entityType?: string[];
  entityId?: string;
  parentId?: string;
  type?: string;
  actor?: string;
  actorType?: string[];
  requestId?: string;
  createdAt?: InstantRange;
}

@Injectable()
export class ActivityReader extends TenantTable<ActivityEntry> {
  constructor(persistence: Persistence) {
    super(persistence, activityEntryMapping);
  }

  /** @throws BadUserInput for a cursor that names nothing in this environment */
  list(request: PageRequest, filter: ActivityFilter): Promise<Page<ActivityEntry>> {
    const predicate = new Predicate()
      .oneOf('t.entity_type', filter.entityType)
      .equals('t.entity_id', filter.entityId)
      .equals('t.parent_id', filter.parentId)
      .equals('t.type', filter.type)
      .equals('t.actor', filter.actor)
      .oneOf('t.actor_type', filter.actorType)
      .equals('t.request_id', filter.requestId)
      .within('t.created_at', filter.createdAt);
    return this.pageByKey(request, predicate);
  }
}
