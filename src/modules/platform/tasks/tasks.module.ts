import { Module } from '@nestjs/common';
import { TaskResultsRepository } from './task-results.repository';
import { TasksController } from './tasks.controller';
import { TasksRepository } from './tasks.repository';
import { TasksResolver } from './tasks.resolver';
import { TasksService } from './tasks.service';

@Module({
  controllers: [TasksController],
  providers: [TaskResultsRepository, TasksRepository, TasksResolver, TasksService],
})
export class TasksModule {}
