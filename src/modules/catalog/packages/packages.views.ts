import { View } from '#libs/shape/classes';
import { Text } from '#libs/shape/decorators';

@View('The task that moves running subscriptions, where there is something to move.')
export class PublishTask {
  @Text({ format: 'uuid', nullable: true }) taskId: string | null;
}
