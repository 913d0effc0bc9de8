import type { TaskState } from '#libs/kernel/task-state';
import { ListOf, Nested, Text } from '#libs/shape/decorators';
import { CreatedAtFilter, ListQuery, queried } from '#libs/shape/list-query';
import { ActivityEntityEnum } from '#modules/platform/activity';
import { TaskResultStateEnum, TaskStateEnum } from './tasks.views';

const reference = { min: 1, max: 255, optional: true } as const;

export class ListTasksQuery extends ListQuery {
  @Nested(CreatedAtFilter, { optional: true }) createdAt?: CreatedAtFilter;
  @Text({ ...reference, description: 'Of what it is about.' }) entityId?: string;
  @ListOf(ActivityEntityEnum, queried) entityType?: string[];
  @Text(reference) kind?: string;
  @ListOf(TaskStateEnum, queried) state?: TaskState[];
}

export class ListTaskResultsQuery extends ListQuery {
  @ListOf(TaskResultStateEnum, queried) state?: string[];
}
