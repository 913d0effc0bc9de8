import { View } from '#libs/shape/classes';
import { Bool, Text, Timestamp } from '#libs/shape/decorators';

@View('The clock by which an environment lives.')
export class EnvironmentClock {
  @Timestamp({ description: 'What it shows.' }) now: Date;
  @Bool({ description: 'Whether it stands there until it is moved or let go.' }) isFrozen: boolean;

  @Text({
    nullable: true,
    format: 'uuid',
    description:
      'The task that does what fell due on the way of the last move; null when there is nothing left to do.',
  })
  taskId: string | null;
}
