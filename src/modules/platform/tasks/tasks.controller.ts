import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint, one, page, serves } from '#libs/http/endpoint';
import { PathId } from '#libs/http/reference';
import { ListTaskResultsQuery, ListTasksQuery } from './tasks.inputs';
import { TasksService } from './tasks.service';
import { Task, TaskResult } from './tasks.views';

@ApiTags('Tasks')
@Controller('api/v1/tasks')
export class TasksController {
  constructor(private readonly tasks: TasksService) {}

  @Endpoint.get('', serves(TasksService, 'list'), page(Task), {
    summary: 'List background tasks, newest first. An addition.',
  })
  list(@Query() query: ListTasksQuery) {
    return this.tasks.list(query);
  }

  @Endpoint.get(':id', serves(TasksService, 'get'), one(Task), {
    summary: 'Get a background task with its progress. An addition.',
  })
  get(@PathId('id') id: string) {
    return this.tasks.get(id);
  }

  @Endpoint.get(':id/results', serves(TasksService, 'listResults'), page(TaskResult), {
    summary: 'List what became of the subjects of a task, newest first. An addition.',
  })
  listResults(@PathId('id') id: string, @Query() query: ListTaskResultsQuery) {
    return this.tasks.listResults(id, query);
  }

  @Endpoint.post(':id/cancel', serves(TasksService, 'cancel'), one(Task), {
    summary: 'Stop a task; what it has done stays. An addition.',
  })
  cancel(@PathId('id') id: string) {
    return this.tasks.cancel(id);
  }
}
