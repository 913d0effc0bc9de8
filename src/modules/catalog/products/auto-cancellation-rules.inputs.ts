import { Input } from '#libs/shape/classes';
import { Text } from '#libs/shape/decorators';

@Input()
export class CreateAutoCancellationRuleBody {
  @Text({ min: 1, max: 255, description: 'The product whose subscriptions end with those on the source.' })
  targetProductId: string;
}
