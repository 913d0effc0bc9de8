import { jsonb, tenantMapping, text } from '#libs/persistence/mapping';
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
  },
  indices: [
    { name: 'ix_activity_entity', columns: ['entityType', 'entityId', 'uid'] },
    { name: 'ix_activity_parent', columns: ['parentId', 'uid'], where: 'parent_id IS NOT NULL' },
  ],
});
// What is forgotten is so in all environments at once, by its age.
activityEntryMapping.options.indices?.push({ name: 'ix_activity_created_at', columns: ['createdAt'] });
