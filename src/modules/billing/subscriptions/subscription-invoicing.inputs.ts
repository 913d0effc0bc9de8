import { Input } from '#libs/shape/classes';
import { Timestamp } from '#libs/shape/decorators';

@Input('Up to when usage is billed.')
export class ChargeSubscriptionUsageBody {
  @Timestamp({ optional: true, description: 'Default: now.' }) untilDate?: Date;
}
