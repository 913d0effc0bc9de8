import { hexadecimal, jsonb, safeInteger, tenantMapping, text } from '#libs/persistence/mapping';
import { ActivityEntry } from './domain/activity-entry';

export const activityEntryMapping = tenantMapping(ActivityEntry, 'activity', {
  columns: {
    type: text(),
    entityType: text(),
    entityId: text(),
    parentId: text(true),
    actorType: text(),
    actor: text(),
    before: jsonb(true),
    after: jsonb(true),
    requestId: text(),
    seq: safeInteger(),
    hash: hexadecimal(),
  },
  indices: [
    { name: 'uq_activity_seq', columns: ['seq'], unique: true },
    { name: 'ix_activity_entity', columns: ['entityType', 'entityId', 'uid'] },
    // What the list is narrowed by: a page costs the same however long the log is.
    { name: 'ix_activity_actor', columns: ['actor', 'uid'] },
    { name: 'ix_activity_entity_id', columns: ['entityId', 'uid'] },
    { name: 'ix_activity_request', columns: ['requestId', 'uid'] },
    { name: 'ix_activity_type', columns: ['type', 'uid'] },
    { name: 'ix_activity_parent', columns: ['parentId', 'uid'], where: 'parent_id IS NOT NULL' },
  ],
});
