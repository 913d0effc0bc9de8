import { View } from '#libs/shape/classes';
import { Text } from '#libs/shape/decorators';

@View('An import that is under way.')
export class StartedImport {
  @Text({ format: 'uuid', description: 'Of the task, whose results tell what became of each row.' })
  taskId: string;
}
