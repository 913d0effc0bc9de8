import { Input } from '#libs/shape/classes';
import { Text } from '#libs/shape/decorators';

@Input('Let another customer pay for a subscription.')
export class DelegateSubscriptionBody {
  @Text({ min: 1, max: 255, description: 'Who pays from now on; its own customer, where nobody else shall.' })
  targetCustomerId: string;
}
