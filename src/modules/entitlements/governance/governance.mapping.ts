import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { amount, instant, jsonb, safeInteger, tenantMapping, text, uuid } from '#libs/persistence/mapping';
import { whenViolated } from '#libs/persistence/pg-errors';
import { EntityType } from './domain/entity-type';
import { GovernedEntity } from './domain/governed-entity';
import { UsageAssignment } from './domain/usage-assignment';

const texts = (): EntitySchemaColumnOptions => ({ type: 'text', array: true });
const uuids = (): EntitySchemaColumnOptions => ({ type: 'uuid', array: true });
const double = (): EntitySchemaColumnOptions => ({ type: 'double precision' });

export const entityTypeMapping = tenantMapping(EntityType, 'entity_type', {
  columns: { id: text(), displayName: text(), description: text(true), attributionKeys: texts() },
  uniques: [{ name: 'uq_entity_type_id', columns: ['id'] }],
});

export const governedEntityMapping = tenantMapping(GovernedEntity, 'governed_entity', {
  columns: {
    ...{ customerUid: uuid(), customerId: text(), id: text() },
    ...{ entityTypeUid: uuid(), entityTypeId: text(), displayName: text(true), metadata: jsonb() },
    ...{ archivedAt: instant(true), ancestorUids: uuids(), parentUid: uuid(true), parentId: text(true) },
  },
  uniques: [{ name: 'uq_governed_entity_id', columns: ['customerUid', 'id'] }],
  indices: [
    { name: 'ix_governed_entity_customer', columns: ['customerUid', 'uid'] },
    { name: 'ix_governed_entity_type', columns: ['entityTypeUid'] },
    { name: 'ix_governed_entity_parent', columns: ['parentUid'], where: 'parent_uid IS NOT NULL' },
  ],
  references: [
    { name: 'fk_governed_entity_customer', property: 'customerUid', target: () => 'Customer' },
    { name: 'fk_governed_entity_type', property: 'entityTypeUid', target: () => 'EntityType' },
    { name: 'fk_governed_entity_parent', property: 'parentUid', target: () => 'GovernedEntity' },
  ],
});

export const usageAssignmentMapping = tenantMapping(UsageAssignment, 'usage_assignment', {
  columns: {
    ...{ customerUid: uuid(), entityUid: uuid(), entityId: text() },
    ...{ subjectKind: text(), subjectId: text(), featureUid: uuid(true), currencyUid: uuid(true) },
    ...{ scopeUids: uuids(), scopeIds: texts(), scopeKey: text() },
    ...{ usageLimit: amount(true), cadence: text() },
    ...{ used: amount(), windowStart: instant(true), windowEnd: instant(true), utilization: double() },
    ...{ lastWrite: uuid(true), writes: { ...safeInteger(), default: 0 } },
  },
  indices: [
    { name: 'ix_usage_assignment_customer', columns: ['customerUid', 'uid'] },
    { name: 'ix_usage_assignment_entity', columns: ['entityUid', 'uid'] },
    {
      name: 'uq_usage_assignment_feature',
      columns: ['entityUid', 'featureUid', 'scopeKey'],
      where: 'feature_uid IS NOT NULL',
      unique: true,
    },
    {
      name: 'uq_usage_assignment_currency',
      columns: ['entityUid', 'currencyUid', 'scopeKey'],
      where: 'currency_uid IS NOT NULL',
      unique: true,
    },
    { name: 'ix_usage_assignment_utilization', columns: ['customerUid', 'utilization', 'uid'] },
    {
      name: 'ix_usage_assignment_window',
      columns: ['customerUid', 'windowEnd'],
      where: 'window_end IS NOT NULL',
    },
  ],
  references: [
    { name: 'fk_usage_assignment_customer', property: 'customerUid', target: () => 'Customer' },
    { name: 'fk_usage_assignment_entity', property: 'entityUid', target: () => 'GovernedEntity' },
    { name: 'fk_usage_assignment_feature', property: 'featureUid', target: () => 'Feature' },
    { name: 'fk_usage_assignment_currency', property: 'currencyUid', target: () => 'CustomCurrency' },
  ],
});

interface AssignmentUsageRow {
  environmentId: string;
  assignmentUid: string;
  cadence: string;
  windowStart: Date;
  windowEnd: Date;
  total: string;
}

const key = (column: EntitySchemaColumnOptions, name: string): EntitySchemaColumnOptions => ({
  ...column,
  ...{ name, primary: true, primaryKeyConstraintName: 'pk_assignment_usage' },
});

/** What every window of a budget holds. Rows have no other key than what they are of. */
export const assignmentUsageMapping = new EntitySchema<AssignmentUsageRow>({
  name: 'AssignmentUsage',
  tableName: 'assignment_usage',
  columns: {
    environmentId: key(uuid(), 'environment_id'),
    assignmentUid: key(uuid(), 'assignment_uid'),
    cadence: key(text(), 'cadence'),
    windowStart: key(instant(), 'window_start'),
    windowEnd: { ...instant(), name: 'window_end' },
    total: { type: 'numeric', precision: 38, scale: 12 },
  },
  indices: [{ name: 'ix_assignment_usage_window_end', columns: ['windowEnd'] }],
  foreignKeys: [
    {
      name: 'fk_assignment_usage_assignment',
      target: 'UsageAssignment',
      columnNames: ['environmentId', 'assignmentUid'],
      referencedColumnNames: ['environmentId', 'uid'],
    },
  ],
});

whenViolated('uq_entity_type_id', 'DuplicatedEntityNotAllowed', 'An entity type with this id exists already');
whenViolated(
  'uq_governed_entity_id',
  'DuplicatedEntityNotAllowed',
  'An entity of this customer with this id exists already',
);
