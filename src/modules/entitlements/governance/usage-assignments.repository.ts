import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '#libs/kernel/page';
import { Predicate } from '#libs/persistence/predicate';
import { Persistence, TenantTable } from '#libs/persistence/tenant.repository';
import type { UsageAssignment } from './domain/usage-assignment';
import { usageAssignmentMapping } from './governance.mapping';

export interface AssignmentFilter {
  entityId: string | undefined;
  featureId: string | undefined;
  currencyId: string | undefined;
}

@Injectable()
export class UsageAssignmentsRepository extends TenantTable<UsageAssignment> {
  protected override readonly listedBy = 'uid' as const;

  constructor(persistence: Persistence) {
    super(persistence, usageAssignmentMapping);
  }

  /** All of these entities, by their keys; in the order in which whoever counts locks them too. */
  async lockOf(entityUids: readonly string[]): Promise<Map<string, UsageAssignment>> {
    const held = await this.where('t.entity_uid = any($2) order by t.uid for no key update', [entityUids]);
    return new Map(held.map((assignment) => [assignment.key, assignment]));
  }

  /** @throws BadUserInput for a cursor that names none */
  list(
    customerUid: string,
    request: PageRequest,
    { entityId, featureId, currencyId }: AssignmentFilter,
  ): Promise<Page<UsageAssignment>> {
    const filter = new Predicate()
      .equals('t.customer_uid', customerUid)
      .equals('t.entity_id', entityId)
      .equals('t.subject_kind', featureId === undefined ? undefined : 'FEATURE')
      .equals('t.subject_id', featureId)
      .equals('t.subject_kind', currencyId === undefined ? undefined : 'CURRENCY')
      .equals('t.subject_id', currencyId);
    return this.pageByKey(request, filter);
  }
}
