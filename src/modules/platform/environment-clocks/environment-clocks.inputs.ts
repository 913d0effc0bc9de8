import { Input } from '#libs/shape/classes';
import { Timestamp } from '#libs/shape/decorators';

@Input('Freezes the clock of an environment, moves it forward, or lets it run on.')
export class SetEnvironmentClockBody {
  @Timestamp({
    nullable: true,
    description:
      'Where the clock stands from now on, not before the present instant; null: it runs on from where it is.',
  })
  now: Date | null;
}
