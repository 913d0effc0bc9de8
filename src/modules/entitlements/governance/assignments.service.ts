import { Injectable } from '@nestjs/common';
import { customerBuckets } from '#libs/business/values/customer-buckets';
import { Clock } from '#libs/kernel/clock';
import { badInput, DomainError } from '#libs/kernel/errors/domain-error';
import { mapPage, pageRequestOf, type Page } from '#libs/kernel/page';
import { copyOf } from '#libs/kernel/tenant-entity';
import { Recorder, type ChangeRecord } from '#libs/messaging/recorder';
import { list, page } from '#libs/use-cases/answer';
import { UseCase } from '#libs/use-cases/use-case';
import { AccountsService } from '#modules/platform/accounts';
import { CustomersService } from '#modules/customers/customers';
import { BudgetSubjects } from './budget-subjects.service';
import { requireCadence } from './domain/cadence';
import { place, type AskedPlace } from './domain/entity-places';
import type { GovernedEntity as StoredEntity } from './domain/governed-entity';
import { requireOnce } from './domain/once';
import {
  assignmentKey,
  UsageAssignment as StoredAssignment,
  type AssignmentName,
} from './domain/usage-assignment';
import type { AssignmentInput, ListAssignmentsQuery, UpsertAssignmentsBody } from './governance.inputs';
import { UsageAssignment } from './governance.views';
import { GovernedEntitiesRepository } from './governed-entities.repository';
import { UsageAssignmentsRepository } from './usage-assignments.repository';

type EntitiesById = ReadonlyMap<string, StoredEntity>;

/** An assignment with the entity that says where it stands. */
interface Placed {
  assignment: StoredAssignment;
  entity: StoredEntity;
}

@Injectable()
export class AssignmentsService {
  private readonly changes: ChangeRecord<Placed>;
  private readonly places: ChangeRecord<StoredEntity>;

  constructor(
    private readonly assignments: UsageAssignmentsRepository,
    private readonly entities: GovernedEntitiesRepository,
    private readonly subjects: BudgetSubjects,
    private readonly customers: CustomersService,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
    recorder: Recorder,
  ) {
    this.changes = recorder.recordOf({
      entity: 'USAGE_ASSIGNMENT',
      noun: 'usage_assignment',
      picture: ({ assignment, entity }) => UsageAssignment.from(assignment, entity.parentId),
      idOf: ({ assignment }) => assignment.uid,
      parentOf: ({ entity }) => entity.id,
    });
    this.places = recorder.recordOf({
      entity: 'ENTITY',
      noun: 'entity',
      picture: ({ id, parentId }) => ({ id, parentId }),
      parentOf: ({ customerId }) => customerId,
    });
  }

  /** @throws GovernanceNotEnabled, CustomerNotFound; BadUserInput for a cursor that names none */
  @UseCase('listAssignments', {
    needs: 'governance:read',
    answers: page(UsageAssignment),
    summary: 'List the budgets of entities of a customer, newest first.',
  })
  async list(customerId: string, query: ListAssignmentsQuery): Promise<Page<UsageAssignment>> {
    await this.accounts.requireGovernance();
    const { uid } = await this.customers.getOrThrow(customerId);
    const { entityId, featureId, currencyId } = query;
    const found = await this.assignments.list(uid, pageRequestOf(query), { entityId, featureId, currencyId });
    const entities = await this.entities.findByUids(found.items.map(({ entityUid }) => entityUid));
    return mapPage(found, (each) =>
      UsageAssignment.from(each, entities.get(each.entityUid)?.parentId ?? null),
    );
  }

  /**
   * All or none; told again it changes nothing. Each is known by its entity, its feature or currency and its scope. Domain: access-and-events G4, G5
   * @throws GovernanceNotEnabled, CustomerNotFound, EntityNotFound, EntityIsArchivedError, FeatureNotFound, CustomCurrencyNotFound,
   *   MeteringNotAvailableForFeatureType, BadUserInput
   */
  @UseCase('upsertAssignments', {
    needs: 'governance:write',
    answers: list(UsageAssignment),
    summary: 'Give entities of a customer budgets and places, or change them.',
    touches: customerBuckets,
  })
  async upsert(customerId: string, { assignments }: UpsertAssignmentsBody): Promise<UsageAssignment[]> {
    await this.accounts.requireGovernance();
    const customer = await this.customers.lockOrThrow(customerId);
    customer.requireLive();
    const entities = await this.entities.findMany(customer.uid, idsIn(assignments));
    for (const [index, each] of assignments.entries()) requireEntities(each, entities, customerId, index);
    await this.move(assignments, entities);
    const names = await this.named(customer.uid, assignments, entities);
    requireOnce(names, keyOf, 'assignments');
    return this.settle(assignments, names, entities);
  }

  /** Where entities stand is the same for all their assignments. */
  private async move(asked: readonly AssignmentInput[], entities: EntitiesById): Promise<void> {
    const places = asked.flatMap(({ entityId, parentId }, index): AskedPlace[] => {
      if (parentId === undefined) return [];
      const parent = parentId === null ? null : (entities.get(parentId) as StoredEntity);
      return [{ entity: entities.get(entityId) as StoredEntity, parent, at: `assignments[${index}]` }];
    });
    if (places.length === 0) return;
    const above = await this.entities.withChildren(places.map(({ entity }) => entity.uid));
    const before = new Map(places.map(({ entity }) => [entity.uid, copyOf(entity)]));
    const moved = place(places, above);
    await this.entities.saveAll(moved, this.clock.now());
    for (const entity of moved) this.places.add('moved', before.get(entity.uid) ?? null, entity);
  }

  private async named(
    customerUid: string,
    asked: readonly AssignmentInput[],
    entities: EntitiesById,
  ): Promise<AssignmentName[]> {
    const subjects = await this.subjects.of(asked);
    return asked.map(({ entityId, scopeEntityIds = [] }, index) => {
      const { uid: entityUid } = entities.get(entityId) as StoredEntity;
      const scope = [...new Set(scopeEntityIds)].map((id) => entities.get(id) as StoredEntity).sort(byUid);
      const subject = subjects[index];
      if (!subject) throw new Error('A budget is of nothing');
      return { customerUid, entityUid, entityId, subject, scope };
    });
  }

  private async settle(
    asked: readonly AssignmentInput[],
    names: readonly AssignmentName[],
    entities: EntitiesById,
  ): Promise<UsageAssignment[]> {
    const now = this.clock.now();
    const known = await this.assignments.lockOf(names.map(({ entityUid }) => entityUid));
    const [made, changed] = [[] as Placed[], [] as [before: Placed, after: Placed][]];
    const settled = names.map((name, index) => {
      const { usageLimit, cadence } = asked[index] as AssignmentInput;
      const at = `assignments[${index}]`;
      const terms = {
        usageLimit,
        cadence: cadence === undefined ? undefined : requireCadence(cadence, `${at}.cadence`),
      };
      const entity = entities.get(name.entityId) as StoredEntity;
      const before = known.get(keyOf(name));
      const assignment = before ? copyOf(before) : StoredAssignment.create(name, terms, at, now);
      if (before) assignment.change(terms);
      if (!before) made.push({ assignment, entity });
      else if (this.assignments.differ(before, assignment))
        changed.push([
          { assignment: before, entity },
          { assignment, entity },
        ]);
      return { assignment, entity };
    });
    await this.assignments.insertAll(made.map(({ assignment }) => assignment));
    for (const each of made) this.changes.add('created', null, each);
    await this.assignments.saveAll(
      changed.map(([, { assignment }]) => assignment),
      now,
    );
    for (const [before, after] of changed) this.changes.add('updated', before, after);
    return settled.map(({ assignment, entity }) => UsageAssignment.from(assignment, entity.parentId));
  }
}

const keyOf = ({ entityUid, subject, scope }: AssignmentName): string =>
  assignmentKey(
    entityUid,
    subject.uid,
    scope.map(({ uid }) => uid),
  );

const byUid = (a: StoredEntity, b: StoredEntity): number => (a.uid < b.uid ? -1 : 1);

const idsIn = (asked: readonly AssignmentInput[]): string[] => [
  ...new Set(
    asked.flatMap(({ entityId, parentId, scopeEntityIds = [] }) => [
      ...[entityId, ...scopeEntityIds],
      ...(parentId ? [parentId] : []),
    ]),
  ),
];

/** @throws EntityNotFound, EntityIsArchivedError; BadUserInput for a parent and a scope that are not there. Domain: access-and-events G5 */
function requireEntities(
  { entityId, parentId, scopeEntityIds = [] }: AssignmentInput,
  entities: EntitiesById,
  customerId: string,
  index: number,
): void {
  const at = `assignments[${index}]`;
  const entity = entities.get(entityId);
  if (!entity)
    throw new DomainError(
      'EntityNotFound',
      `${at}.entityId: customer ${customerId} has no entity ${entityId}`,
    );
  entity.requireLive(`${at}.entityId`);
  const others = [
    ...(parentId ? [['parentId', parentId] as const] : []),
    ...scopeEntityIds.map((id) => ['scopeEntityIds', id] as const),
  ];
  for (const [field, id] of others) {
    const other = entities.get(id);
    if (!other) throw badInput(`${at}.${field}: customer ${customerId} has no entity ${id}`);
    if (other.archivedAt !== null) throw badInput(`${at}.${field}: entity ${id} is archived`);
  }
}
