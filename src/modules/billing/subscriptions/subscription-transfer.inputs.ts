import { Input } from '#libs/shape/classes';
import { Text } from '#libs/shape/decorators';

@Input('Move a subscription to another resource of its customer.')
export class TransferSubscriptionBody {
  @Text({ min: 1, max: 255, description: 'Made when the customer has no such resource yet.' })
  destinationResourceId: string;
}
