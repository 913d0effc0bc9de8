import { Resolver } from '@nestjs/graphql';
import { IdArg } from '#libs/doors/reference';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { ListTaskResultsQuery, ListTasksQuery } from './tasks.inputs';
import { TasksService } from './tasks.service';
import { Task } from './tasks.views';

const ListArgs = connectionArgs(ListTasksQuery);
const ResultArgs = connectionArgs(ListTaskResultsQuery);

@Resolver(() => Task)
export class TasksResolver {
  constructor(private readonly tasks: TasksService) {}

  @ReadField(TasksService, 'list')
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.tasks.list(listQueryOf<ListTasksQuery>(args));
  }

  @ReadField(TasksService, 'get')
  get(@IdArg('id') id: string) {
    return this.tasks.get(id);
  }

  @ReadField(TasksService, 'listResults')
  listResults(@IdArg('id') id: string, @AllArgs(ResultArgs) args: InstanceType<typeof ResultArgs>) {
    return this.tasks.listResults(id, listQueryOf<ListTaskResultsQuery>(args));
  }

  @WriteField(TasksService, 'cancel')
  cancel(@IdArg('id') id: string) {
    return this.tasks.cancel(id);
  }
}
