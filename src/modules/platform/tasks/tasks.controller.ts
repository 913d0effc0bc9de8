import { Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathId } from '#libs/doors/reference';
import { Endpoint } from '#libs/http/endpoint';
import { ListTaskResultsQuery, ListTasksQuery } from './tasks.inputs';
import { TasksService } from './tasks.service';

@ApiTags('Tasks')
@Controller('api/v1/tasks')
export class TasksController {
  constructor(private readonly tasks: TasksService) {}

  @Endpoint.get('', TasksService, 'list')
  list(@Query() query: ListTasksQuery) {
    return this.tasks.list(query);
  }

  @Endpoint.get(':id', TasksService, 'get')
  get(@PathId('id') id: string) {
    return this.tasks.get(id);
  }

  @Endpoint.get(':id/results', TasksService, 'listResults')
  listResults(@PathId('id') id: string, @Query() query: ListTaskResultsQuery) {
    return this.tasks.listResults(id, query);
  }

  @Endpoint.post(':id/cancel', TasksService, 'cancel')
  cancel(@PathId('id') id: string) {
    return this.tasks.cancel(id);
  }
}
