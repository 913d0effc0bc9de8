export { TasksModule } from './tasks.module';
export { TaskStateEnum } from './tasks.views';
