import { ListOf, Nested, Text } from '#libs/shape/decorators';
import { CreatedAtFilter, ListQuery, queried } from '#libs/shape/list-query';
import { ActivityActorEnum, ActivityEntityEnum } from './activity.views';

const reference = { min: 1, max: 255, optional: true } as const;

export class ListActivityQuery extends ListQuery {
  @Text({ ...reference, description: 'Key, user or job.' }) actor?: string;
  @ListOf(ActivityActorEnum, queried) actorType?: string[];
  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;
  @Text(reference) entityId?: string;
  @ListOf(ActivityEntityEnum, queried) entityType?: string[];
  @Text({ ...reference, description: 'What the changed object belongs to.' }) parentId?: string;
  @Text({ ...reference, description: 'Of the request that made it; of what a task did, the id of the task.' })
  requestId?: string;

  @Text({ ...reference, description: 'Such as `plan.updated`.' }) type?: string;
}
