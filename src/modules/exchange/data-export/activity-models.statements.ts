import { uidKey as key, type ModelGroup } from './domain/export-model';

/** @reads activity of platform/activity */
export const activityModels: ModelGroup = {
  id: 'activity',
  displayName: 'Activity',
  models: [
    {
      id: 'activity',
      displayName: 'Activity log',
      from: 'from activity t where t.environment_id = $1',
      key,
      columns: {
        seq: 'bigint',
        type: 'text',
        entity_type: 'text',
        entity_id: 'text',
        parent_id: 'text',
        actor_type: 'text',
        actor: 'text',
        before: 'jsonb',
        after: 'jsonb',
        request_id: 'text',
        hash: 'bytes',
        created_at: 'timestamptz',
      },
    },
  ],
};
