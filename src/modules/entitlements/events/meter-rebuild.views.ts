import { View } from '#libs/shape/classes';
import { Text } from '#libs/shape/decorators';

@View('A history that is being counted anew.')
export class MeterRebuild {
  @Text({ format: 'uuid', description: 'Of the background task, which tells how far it has come.' })
  taskId: string;
}
