import { Resolver } from '@nestjs/graphql';
import { AllArgs } from '#libs/graphql/arguments';
import { connectionArgs, listQueryOf } from '#libs/graphql/connection';
import { ReadField, WriteField } from '#libs/graphql/fields';
import { one, page, serves } from '#libs/http/endpoint';
import { IdArg } from '#libs/http/reference';
import { ListTaskResultsQuery, ListTasksQuery } from './tasks.inputs';
import { TasksService } from './tasks.service';
import { Task, TaskResult } from './tasks.views';

const ListArgs = connectionArgs(ListTasksQuery);
const ResultArgs = connectionArgs(ListTaskResultsQuery);

@Resolver(() => Task)
export class TasksResolver {
  constructor(private readonly tasks: TasksService) {}

  @ReadField(serves(TasksService, 'list'), page(Task), { summary: 'List background tasks, newest first.' })
  list(@AllArgs(ListArgs) args: InstanceType<typeof ListArgs>) {
    return this.tasks.list(listQueryOf<ListTasksQuery>(args));
  }

  @ReadField(serves(TasksService, 'get'), one(Task), { summary: 'Get a background task with its progress.' })
  get(@IdArg('id') id: string) {
    return this.tasks.get(id);
  }

  @ReadField(serves(TasksService, 'listResults'), page(TaskResult), {
    summary: 'List what became of the subjects of a task, newest first.',
  })
  listResults(@IdArg('id') id: string, @AllArgs(ResultArgs) args: InstanceType<typeof ResultArgs>) {
    return this.tasks.listResults(id, listQueryOf<ListTaskResultsQuery>(args));
  }

  @WriteField(serves(TasksService, 'cancel'), one(Task), { summary: 'Stop a task; what it has done stays.' })
  cancel(@IdArg('id') id: string) {
    return this.tasks.cancel(id);
  }
}
